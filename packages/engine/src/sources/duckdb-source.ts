import {
  DuckDBDateValue,
  DuckDBInstance,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  ResultReturnType,
  type DuckDBConnection,
  type DuckDBValue,
} from '@duckdb/node-api';
import { duckdb } from '@oriel/semantic';
import { stat } from 'node:fs/promises';
import { toSourceError } from './duckdb-errors.ts';
import { createSemaphore } from './semaphore.ts';
import type { DuckDbSourceConfig } from './source-config.ts';
import { type ReadOptions, type ResultValue, type Source, type Statement } from './source.ts';
import { cancelled, engineError } from '../errors.ts';

const CONNECTIONS = 4;
const INTERRUPT_MS = 20;
const VERSION_CHECK_MS = 1_000;

/**
 * What the compiled SQL relies on, and what a statement of a model may not do, whatever it says: touch files, the network, other databases or these settings.
 * The order matters, for the last one locks the others.
 */
const LOCK_DOWN = [
  ...duckdb.session,
  // Tells the place of a failure, and does not quote the SQL around it.
  'SET GLOBAL errors_as_json = true',
  'SET autoinstall_known_extensions = false',
  'SET autoload_known_extensions = false',
  'SET enable_external_access = false',
  'SET lock_configuration = true',
];

/**
 * Opens a DuckDB file for reading, locked down.
 *
 * @throws a plain error when the file is not there or is no DuckDB file
 */
export async function openDuckDbSource(config: DuckDbSourceConfig): Promise<Source> {
  const isInMemory = config.path === ':memory:';
  const instance = await DuckDBInstance.create(config.path, {
    ...(!isInMemory && { access_mode: 'READ_ONLY' }),
    memory_limit: `${config.memoryLimitMb ?? 1024}MB`,
    ...(config.threads !== undefined && { threads: String(config.threads) }),
  });
  const first = await instance.connect();
  for (const statement of LOCK_DOWN) await first.run(statement);
  const pool = createPool(instance, first);
  const version = isInMemory ? async () => 'memory' : createFileVersion(config.path);
  return {
    dialect: duckdb,
    limits: config,
    version,
    read: (statement, options) =>
      pool.use((connection) => readRows(connection, statement, options), options.signal),
    async close() {
      pool.close();
      instance.closeSync();
    },
  };
}

async function readRows(
  connection: DuckDBConnection,
  { sql, params }: Statement,
  { signal, take }: ReadOptions,
): Promise<void> {
  const stopInterrupting = interruptOn(signal, connection);
  try {
    const result = await connection.stream(sql, [...params]);
    for (;;) {
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) break;
      if (signal.aborted) throw cancelled(signal.reason);
      const columns = Array.from({ length: chunk.columnCount }, (_, index) =>
        chunk.getColumnValues(index).map(toResultValue),
      );
      const taken = take({ rowCount: chunk.rowCount, columns });
      if (taken) await taken;
    }
    if (result.returnType === ResultReturnType.INVALID) await failAgain(connection, { sql, params }, signal);
  } catch (error) {
    throw toSourceError(error, { sql, signal });
  } finally {
    stopInterrupting();
  }
}

const WITHOUT_ROWS = 'EXPLAIN ANALYZE ';

/**
 * A failure in the middle of the rows looks like their end to the client, and it does not tell what it was: the statement
 * is run once more, without giving its rows.
 */
async function failAgain(
  connection: DuckDBConnection,
  { sql, params }: Statement,
  signal: AbortSignal,
): Promise<never> {
  if (signal.aborted) throw cancelled(signal.reason);
  try {
    await connection.run(`${WITHOUT_ROWS}${sql}`, [...params]);
  } catch (error) {
    throw toSourceError(error, { sql, signal, before: WITHOUT_ROWS });
  }
  throw engineError('query.failed', { reason: 'The query failed behind its first rows' });
}

/** An interrupt that comes before the statement has begun is lost, so it is repeated until the statement has ended. */
function interruptOn(signal: AbortSignal, connection: DuckDBConnection): () => void {
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    connection.interrupt();
    timer = setInterval(() => connection.interrupt(), INTERRUPT_MS);
  };
  signal.addEventListener('abort', begin, { once: true });
  return () => {
    signal.removeEventListener('abort', begin);
    clearInterval(timer);
  };
}

function toResultValue(value: DuckDBValue): ResultValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue)
    return fromMicros(value.micros);
  if (value instanceof DuckDBDateValue) return fromMicros(BigInt(value.days) * 86_400_000_000n);
  if (value instanceof DuckDBTimestampMillisecondsValue) return fromMicros(value.millis * 1000n);
  if (value instanceof DuckDBTimestampSecondsValue) return fromMicros(value.seconds * 1_000_000n);
  if (value instanceof DuckDBTimestampNanosecondsValue) return fromMicros(value.nanos / 1000n);
  return String(value);
}

/** A time as wall clock without zone, to the millisecond. */
function fromMicros(micros: bigint): string {
  return new Date(Number(micros / 1000n)).toISOString().slice(0, -1);
}

/** The file's time of change and size, looked at no more often than every second. */
function createFileVersion(path: string): () => Promise<string> {
  let known = { at: 0, version: '' };
  return async () => {
    if (Date.now() - known.at < VERSION_CHECK_MS) return known.version;
    const info = await stat(path).catch(() => undefined);
    known = { at: Date.now(), version: info ? `${info.mtimeMs} ${info.size}` : 'gone' };
    return known.version;
  };
}

/** A few connections, each used by one statement at a time; who comes later waits in line. */
function createPool(instance: DuckDBInstance, first: DuckDBConnection) {
  const all = [first];
  const idle = [first];
  const semaphore = createSemaphore(CONNECTIONS);
  const acquire = async (): Promise<DuckDBConnection> => {
    const free = idle.pop();
    if (free) return free;
    const connection = await instance.connect();
    all.push(connection);
    return connection;
  };
  return {
    use: <T>(work: (connection: DuckDBConnection) => Promise<T>, signal: AbortSignal): Promise<T> =>
      semaphore.use(async () => {
        const connection = await acquire();
        try {
          return await work(connection);
        } finally {
          idle.push(connection);
        }
      }, signal),
    close: () => {
      for (const connection of all) connection.closeSync();
    },
  };
}
