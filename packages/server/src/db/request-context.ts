import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseConnection } from 'kysely';
import pg from 'pg';
import { sql, type RawBuilder } from 'kysely';

/** What the statements of one request have in common. */
export interface RequestContext {
  /** Who calls what, as JSON: the audit log's triggers read it, and write nothing where nobody is told. */
  readonly caller: string;
  /** The connection of the one transaction that all others of the request belong to, where it has one. */
  readonly outer?: OuterTransaction;
  /** What became of the items of a request that is sent again, and where the rest is noted (`item-outcomes.ts`). */
  readonly outcomes?: OutcomeLog;
}

/** What became of the items of a bulk request with a key, each stored with the change of the item. */
export interface OutcomeLog {
  readonly tenantId: number;
  readonly caller: string;
  readonly keyHash: Buffer;
  /** By what names an item within the request. */
  readonly known: Map<string, unknown>;
}

/** A transaction that the transactions of a request are parts of (`request-driver.ts`). */
interface OuterTransaction {
  /** Undefined before it has begun, and when it has ended. */
  connection: DatabaseConnection | undefined;
}

const contexts = new AsyncLocalStorage<RequestContext | undefined>();

/** The setting of a transaction that the triggers of the audit log read. */
export const CALLER_SETTING = 'oriel.caller';

/** Runs work as part of a request: whatever it writes is the caller's. */
export function runInContext<T>(context: RequestContext, work: () => T): T {
  return contexts.run(context, work);
}

/** Runs work that is not of the request during which it happens to run, such as filling a cache. */
export function runOutsideContext<T>(work: () => T): T {
  return contexts.run(undefined, work);
}

/** The context of the request that runs; undefined for background work and for what only reads. */
export function currentContext(): RequestContext | undefined {
  return contexts.getStore();
}

/**
 * Whether what the request changes is one transaction, so that no connection of one's own may be used for a part of it.
 */
export function hasOuterTransaction(): boolean {
  return contexts.getStore()?.outer !== undefined;
}

/**
 * `begin` for a connection of one's own: the transaction is the caller's. A text without values, of one or two
 * commands.
 */
export function beginAsCaller(): string {
  const caller = currentContext()?.caller;
  return caller === undefined ? 'begin' : `begin; set local ${CALLER_SETTING} = ${pg.escapeLiteral(caller)}`;
}

/** Names the caller for every transaction of a connection until {@link forgetCaller}, as an expression of SQL. */
export function nameCaller(): RawBuilder<unknown> {
  return sql`set_config(${sql.lit(CALLER_SETTING)}, ${currentContext()?.caller ?? ''}, false)`;
}

/**
 * Names a caller, as {@link currentContext} has it, until the transaction ends; empty for nobody. An expression of SQL.
 */
export function setCaller(caller: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`set_config(${sql.lit(CALLER_SETTING)}, ${caller}::text, true)`;
}

/** Takes back {@link nameCaller}, as an expression of SQL. */
export const forgetCaller: RawBuilder<unknown> = sql`set_config(${sql.lit(CALLER_SETTING)}, '', false)`;
