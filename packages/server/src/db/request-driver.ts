import {
  CompiledQuery,
  PostgresDriver,
  type DatabaseConnection,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { beginAsCaller, currentContext } from './request-context.ts';

/** What the driver's own methods take, which it does not export. */
type Connection = Parameters<PostgresDriver['releaseConnection']>[0];

/** What happens on a connection. */
interface ConnectionState {
  /** Whether a transaction is open. */
  isOpen: boolean;
  /** Of the transactions within an outer one, how many are open. */
  depth: number;
  /** How often it was handed out beside its outer transaction. */
  borrowed: number;
}

/**
 * Has every change of a request know its caller, and be part of the request's outer transaction where it has one
 * (`request-context.ts`). A transaction begins as the caller's; a single statement that changes something gets a
 * transaction. Within an outer transaction, transactions are savepoints of it.
 */
export class RequestDriver extends PostgresDriver {
  readonly #states = new WeakMap<DatabaseConnection, ConnectionState>();

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const outer = currentContext()?.outer?.connection;
    if (outer) {
      this.#stateOf(outer).borrowed += 1;
      return outer;
    }
    const connection = await super.acquireConnection(...options);
    if (!this.#states.has(connection)) this.#watch(connection);
    return connection;
  }

  override async releaseConnection(connection: Connection): Promise<void> {
    const state = this.#stateOf(connection);
    if (state.borrowed > 0) state.borrowed -= 1;
    else await super.releaseConnection(connection);
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const state = this.#stateOf(connection);
    const outer = currentContext()?.outer;
    if (outer?.connection === connection) {
      state.depth += 1;
      await run(connection, `savepoint request_${state.depth}`);
      return;
    }
    // Ours asks for no level of isolation of its own.
    if (settings.isolationLevel ?? settings.accessMode) await super.beginTransaction(connection, settings);
    else await run(connection, beginAsCaller());
    state.isOpen = true;
    if (outer) outer.connection = connection;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const state = this.#stateOf(connection);
    if (state.depth > 0) {
      await run(connection, `release savepoint request_${state.depth}`);
      state.depth -= 1;
      return;
    }
    this.#end(connection, state);
    await super.commitTransaction(connection);
  }

  override async rollbackTransaction(connection: Connection): Promise<void> {
    const state = this.#stateOf(connection);
    if (state.depth > 0) {
      const savepoint = `request_${state.depth}`;
      state.depth -= 1;
      await run(connection, `rollback to savepoint ${savepoint}; release savepoint ${savepoint}`);
      return;
    }
    this.#end(connection, state);
    await super.rollbackTransaction(connection);
  }

  #end(connection: DatabaseConnection, state: ConnectionState): void {
    state.isOpen = false;
    const outer = currentContext()?.outer;
    if (outer?.connection === connection) outer.connection = undefined;
  }

  /** @param connection one that the driver has made, as the cast below says again */
  #watch(connection: DatabaseConnection): void {
    const state = { isOpen: false, depth: 0, borrowed: 0 };
    this.#states.set(connection, state);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const context = currentContext();
      const isAlone = context?.outer?.connection === connection ? state.depth === 0 : !state.isOpen;
      return context && isAlone && changes(query)
        ? this.#inTransaction(connection as Connection, () => execute<R>(query))
        : execute<R>(query);
    };
  }

  async #inTransaction<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
    await this.beginTransaction(connection, {});
    try {
      const result = await work();
      await this.commitTransaction(connection);
      return result;
    } catch (error) {
      await this.rollbackTransaction(connection);
      throw error;
    }
  }

  #stateOf(connection: DatabaseConnection): ConnectionState {
    const state = this.#states.get(connection);
    if (!state) throw new Error('The connection is not of this driver');
    return state;
  }
}

async function run(connection: DatabaseConnection, text: string): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(text));
}

const CHANGING_NODES: ReadonlySet<string> = new Set([
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
  'MergeQueryNode',
]);

/** A text that only looks like a change costs a transaction of its own, and nothing else. */
function changes({ query, sql }: CompiledQuery): boolean {
  if (CHANGING_NODES.has(query.kind)) return true;
  return query.kind === 'RawNode' && /\b(insert into|update|delete from)\s/i.test(sql);
}
