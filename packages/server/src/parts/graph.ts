import type { Closers } from '../closers.ts';
import type { TableRules } from '../db/schema/table-rules.ts';
import { collectOffers, type Offers } from './offers.ts';
import type { Made, Part, ProvidedBy } from './part.ts';

/** What stands for a part instead of what it would make. */
export interface Given {
  readonly part: Part;
  readonly provides: unknown;
}

/** Has a graph take a value for a part: the part is not made then, and offers nothing. */
export function give<P extends Part>(part: P, provides: ProvidedBy<P>): Given {
  return { part, provides };
}

/** Parts that have been made and started. */
export interface Graph {
  /** @throws a plain error for a part that the graph does not have */
  get<P extends Part>(part: P): ProvidedBy<P>;
}

/** How a graph is made. */
interface GraphOptions {
  readonly given?: readonly Given[];
  /** Takes what ends each part that has been made, also where a later one fails. */
  readonly closers: Closers;
}

/**
 * Makes parts and all that they need, each once and after what it needs, and starts them in the same order once all are
 * made.
 *
 * @throws what a part throws; a plain error that names the parts where some need each other, or where two have one name
 */
export async function startParts(
  parts: readonly Part[],
  { given = [], closers }: GraphOptions,
): Promise<Graph> {
  const values = new Map<Part, unknown>(given.map(({ part, provides }) => [part, provides]));
  const ordered = inOrder(parts, new Set(values.keys()));
  const server = { tables: tablesOf(parts) };
  const all: { readonly name: string; readonly offers: Made<unknown, object> }[] = [];
  for (const part of ordered) {
    const needed = Object.fromEntries(
      Object.entries(part.needs).map(([name, need]) => [name, values.get(need)]),
    );
    // The values of a part's needs have the types that it has named them with.
    const made = await part.make(needed as never, server);
    values.set(part, made.provides);
    const { close } = made;
    if (close) closers.push(part.name, async () => close());
    all.push({ name: part.name, offers: made });
  }
  const offers: Offers = collectOffers(all);
  for (const { offers: made } of all) await made.start?.(offers);
  return {
    get<P extends Part>(part: P) {
      if (!values.has(part)) throw new Error(`The server has no ${part.name}`);
      return values.get(part) as ProvidedBy<P>;
    },
  };
}

/** The tables of parts and of all that they need. */
export function tablesOf(parts: readonly Part[]): TableRules {
  return Object.assign({}, ...inOrder(parts, new Set()).map(({ tables }) => tables));
}

/** The parts and what they need, each after its needs; what is given needs nothing. */
function inOrder(parts: readonly Part[], given: ReadonlySet<Part>): Part[] {
  const ordered = new Set<Part>();
  const names = new Map<string, Part>();
  const visit = (part: Part, path: readonly Part[]): void => {
    if (ordered.has(part) || given.has(part)) return;
    if (path.includes(part))
      throw new Error(
        `Parts of the server need each other: ${[...path.slice(path.indexOf(part)), part].map(({ name }) => name).join(' → ')}`,
      );
    if ((names.get(part.name) ?? part) !== part)
      throw new Error(`Two parts of the server are named ${part.name}`);
    names.set(part.name, part);
    for (const need of Object.values(part.needs)) visit(need, [...path, part]);
    ordered.add(part);
  };
  for (const part of parts) visit(part, []);
  return [...ordered];
}
