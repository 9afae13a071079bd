import type { TableRules } from '../db/schema/table-rules.ts';
import type { Offers } from './offers.ts';

/** The parts that a part needs, by the names that its `make` has them under. */
type Needs = Readonly<Record<string, Part>>;

/** What a part makes: what others get of it, and what it offers to the server. */
export interface Made<Provided, Operations extends object> extends Partial<Omit<Offers, 'operations'>> {
  /** What the parts that need this one get. */
  readonly provides?: Provided;
  /** Handlers of operations, by id. */
  readonly operations?: Operations;
  /** Called once all parts are made, in their order, with what all of them offer. */
  start?(offers: Offers): void | Promise<void>;
  /** Called when the server ends, after the parts that need this one. */
  close?(): void | Promise<void>;
}

/** A part of the server: it is made once, with the parts that it needs. */
export interface Part<Provided = unknown, Operations extends object = object> {
  /** A few words, for messages such as that it does not stop. */
  readonly name: string;
  readonly needs: Needs;
  /** The tables of the part, with what becomes of their rows. */
  readonly tables?: TableRules;
  // What a part is made with differs from part to part; the graph gives each what it has named.
  make(needed: never, server: WholeServer): Made<Provided, Operations> | Promise<Made<Provided, Operations>>;
}

/** What is known of a server before its parts are made. */
interface WholeServer {
  /** Of all parts. */
  readonly tables: TableRules;
}

/** What a part provides to those that need it. */
export type ProvidedBy<P> = P extends Part<infer Provided> ? Provided : never;

/** The operations that a part handles. */
export type OperationsOf<P> = P extends Part<unknown, infer Operations> ? Operations : never;

/** What `make` is called with. */
type Needed<N extends Needs> = { readonly [Name in keyof N]: ProvidedBy<N[Name]> };

/**
 * Defines a part. Nothing is made before a graph is started with it. A need is the part itself, so one that is not
 * there does not compile, and parts that need each other cannot be written down.
 */
export function part<
  const N extends Needs,
  Provided = undefined,
  Operations extends object = object,
>(definition: {
  readonly name: string;
  readonly needs: N;
  readonly tables?: TableRules;
  make(
    needed: Needed<N>,
    server: WholeServer,
  ): Made<Provided, Operations> | Promise<Made<Provided, Operations>>;
}): Part<Provided, Operations> {
  return definition;
}

/**
 * Defines what a graph is given from outside. Without a default a graph that needs it does not start unless it is
 * given.
 *
 * @param name as in the message that it is missing
 */
export function input<Provided>(name: string, byDefault?: () => Provided): Part<Provided> {
  return {
    name,
    needs: {},
    make() {
      if (!byDefault) throw new Error(`The server was not given its ${name}`);
      return { provides: byDefault() };
    },
  };
}
