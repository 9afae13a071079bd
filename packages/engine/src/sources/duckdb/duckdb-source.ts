import {
  ResultReturnType,
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBInstance,
  type DuckDBResult,
} from '@duckdb/node-api';
import { duckdb } from '@oriel/semantic';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { boundsOf, type DuckDbBounds, type DuckDbLimits } from './duckdb-limits.ts';
import { toSourceError } from './duckdb-errors.ts';
import { createSharedDatabase, openInstance } from './duckdb-file.ts';
import { listFolderTables } from './duckdb-folder.ts';
import { lowerQueryThreads } from '../connection/thread-priority.ts';
import { createStatementCheck, type StatementCheck } from './duckdb-statement-check.ts';
import { writeCsvFile } from './duckdb-csv-file.ts';
import { interruptOn, type StopWatch } from './duckdb-interrupt.ts';
import { createPortions } from './duckdb-portions.ts';
import { prepareSelect } from './duckdb-select.ts';
import type { DuckDbSourceConfig } from '../connection/source-config.ts';
import {
  type ReadOptions,
  type Source,
  type Statement,
  type WriteCsvOptions,
  type WrittenCsv,
} from '../connection/source.ts';
import { cancelled, EngineError, engineError } from '../../errors/errors.ts';
import { unavailable } from '../connection/circuit-breaker.ts';

/** A statement stops within this, where it stops at all and its threads have a processor. */
const STOP_GRACE_MS = 3_000;
const VERSION_CHECK_MS = 1_000;

/**
 * What the compiled SQL relies on, and what a statement of a model may not do, whatever it says: touch files, the
 * network, other databases or these settings. The order matters, for the last one locks the others.
 */
const LOCK_DOWN = [
  ...duckdb.session,
  // Tells the location of a failure, and does not quote the SQL around it.
  'SET GLOBAL errors_as_json = true',
  'SET autoinstall_known_extensions = false',
  'SET autoload_known_extensions = false',
  'SET enable_external_access = false',
  'SET lock_configuration = true',
];

/**
 * Opens a DuckDB file for reading, locked down.
 *
 * @throws `source.unavailable` when the file is not there or is no DuckDB file
 */
export async function openDuckDbSource(config: DuckDbSourceConfig): Promise<Source> {
  const source = createDuckDbSource(config);
  await source.open();
  return source;
}

/**
 * A DuckDB file for reading, locked down. It is opened by the first statement, and anew by the next one after it could
 * not be opened or read: one that was missing, cut off or exchanged comes back by itself.
 */
export function createDuckDbSource(
  config: DuckDbSourceConfig,
  { limits = {}, stopGraceMs = STOP_GRACE_MS, onStuck = () => {} }: DuckDbSourceOptions = {},
): Source & { open(): Promise<void> } {
  const version = createPathVersion(config.path);
  const shared = createSharedDatabase(() => openPath(config, limits, version));
  const watch = { stopGraceMs, onStuck };
  /** A database that has turned out to be unusable is opened anew by the next statement. */
  const use = async <T>(work: (database: LockedDatabase) => Promise<T>): Promise<T> => {
    try {
      return await shared.use(async (database) => {
        // The tables of a folder are those of its files when it was opened.
        if (database.version === undefined || database.version === (await version.get()))
          return work(database);
        shared.reopen();
        return shared.use(work);
      });
    } catch (error) {
      if (error instanceof EngineError && error.isFatal) shared.reopen();
      throw error;
    }
  };
  return {
    dialect: duckdb,
    limits: config,
    slots: boundsOf(config, limits).slots,
    sharesCores: true,
    version: version.get,
    async read(statement, options) {
      if (options.signal.aborted) throw cancelled(options.signal.reason);
      await use((database) => database.read(statement, { ...options, ...watch }));
    },
    async writeCsv(statement, options) {
      if (options.signal.aborted) throw cancelled(options.signal.reason);
      return use((database) => database.writeCsv(statement, { ...options, ...watch }));
    },
    open: () => shared.use(async () => {}),
    close: () => shared.close(),
  };
}

const MEMORY = ':memory:';

/** The bounds of a DuckDB, and who hears of a statement that DuckDB does not stop. */
export interface DuckDbSourceOptions {
  readonly limits?: DuckDbLimits;
  /** Milliseconds for a statement to stop in; default 3 seconds. */
  readonly stopGraceMs?: number;
  onStuck?(): void;
}

interface LockedDatabase {
  /** Of the files of a folder. */
  readonly version?: string;
  read(statement: Statement, options: ReadOptions & StopWatch): Promise<void>;
  writeCsv(statement: Statement, options: WriteCsvOptions & StopWatch): Promise<WrittenCsv | undefined>;
  close(): Promise<void>;
}

/** Opens a file, or a database in memory that reads the files of a folder. */
async function openPath(
  config: DuckDbSourceConfig,
  limits: DuckDbLimits,
  version: PathVersion,
): Promise<LockedDatabase> {
  const isFolder = config.path !== MEMORY && (await isFolderAt(config.path));
  if (!isFolder) return openLocked(config.path, boundsOf(config, limits));
  const folder = resolve(config.path);
  const listed = await listFolderTables(folder);
  version.set(listed.version);
  const bounds = boundsOf(config, limits, [folder]);
  const database = await openLocked(MEMORY, bounds, { folder, statements: listed.statements });
  return { ...database, version: listed.version };
}

const isFolderAt = (path: string) =>
  stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );

async function openLocked(
  path: string,
  { options, settings, csvFolder }: DuckDbBounds,
  tables?: { readonly folder: string; readonly statements: readonly string[] },
): Promise<LockedDatabase> {
  const instance = await openInstance(path, {
    ...(path !== MEMORY && { access_mode: 'READ_ONLY' }),
    ...options,
  });
  const own = await instance.connect();
  for (const statement of settings) await own.run(statement);
  for (const statement of tables?.statements ?? []) await makeTable(own, statement, tables?.folder ?? '');
  for (const statement of LOCK_DOWN) await own.run(statement);
  const { check } = await createStatementCheck(own);
  lowerQueryThreads();
  const connections = createConnections(instance);
  /** A new connection for each statement, so that nothing that one leaves in its session reaches another caller. */
  const withConnection = async <T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> => {
    const connection = await connections.take();
    try {
      return await work(connection);
    } finally {
      connection.closeSync();
      connections.prepare();
    }
  };
  return {
    read: (statement, given) =>
      withConnection((connection) => readRows(connection, statement, { ...given, check })),
    async writeCsv(statement, given) {
      if (csvFolder === undefined) return undefined;
      return withConnection((connection) =>
        writeCsvFile(connection, statement, { ...given, folder: csvFolder, check }),
      );
    },
    async close() {
      await connections.close();
      own.closeSync();
      instance.closeSync();
    },
  };
}

/** @throws `source.unavailable` in the words of the engine, for a file that is none of its kind */
async function makeTable(connection: DuckDBConnection, statement: string, folder: string): Promise<void> {
  try {
    await connection.run(statement);
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    // Where the folder is, is the affair of the operator.
    const own = reason.replaceAll(`${folder}/`, '');
    throw unavailable(`a file of its folder cannot be read: ${own}`, error);
  }
}

/** Connections that nothing was asked on. One is made ahead, so that the next statement need not wait for it. */
function createConnections(instance: DuckDBInstance) {
  let spare: Promise<DuckDBConnection> | undefined;
  let isClosed = false;
  const prepare = () => {
    if (isClosed || spare) return;
    spare = instance.connect();
    // Told to the statement that takes it.
    spare.catch(() => {});
  };
  prepare();
  return {
    prepare,
    async take(): Promise<DuckDBConnection> {
      const taken = spare ?? instance.connect();
      spare = undefined;
      return taken;
    },
    /** Native code crashes where the database is closed while a connection to it is made. */
    async close(): Promise<void> {
      isClosed = true;
      await spare?.then(
        (connection) => connection.closeSync(),
        () => {},
      );
    },
  };
}

async function readRows(
  connection: DuckDBConnection,
  { sql, params }: Statement,
  { signal, take, check, ...watch }: ReadOptions & StatementCheck & StopWatch,
): Promise<void> {
  const stopInterrupting = interruptOn(signal, connection, watch);
  try {
    await check(sql);
    const prepared = await prepareSelect(connection, sql);
    prepared.bind([...params]);
    const result = await prepared.stream();
    const toPortions = createPortions();
    for await (const chunk of readAhead(result)) {
      if (signal.aborted) throw cancelled(signal.reason);
      for (const portion of toPortions(chunk)) {
        const taken = take(portion);
        if (taken) await taken;
      }
    }
    if (result.returnType === ResultReturnType.INVALID) await failAgain(connection, { sql, params }, signal);
  } catch (error) {
    throw toSourceError(error, { sql, signal });
  } finally {
    stopInterrupting();
  }
}

/** The chunks of a result, of which DuckDB makes the next while one is used. */
async function* readAhead(result: DuckDBResult): AsyncGenerator<DuckDBDataChunk, void, undefined> {
  let next = result.fetchChunk();
  try {
    for (let chunk = await next; chunk && chunk.rowCount > 0; chunk = await next) {
      next = result.fetchChunk();
      // Its failure is told when its turn comes.
      next.catch(() => {});
      yield chunk;
    }
  } finally {
    // A connection must not be closed while something runs on it.
    await next.catch(() => {});
  }
}

const WITHOUT_ROWS = 'EXPLAIN ANALYZE ';

/**
 * A failure in the middle of the rows looks like their end to the client, and it does not tell what it was: the
 * statement is run once more, without giving its rows.
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

/** What tells of changes of a file, or of the files of a folder. */
interface PathVersion {
  readonly get: () => Promise<string>;
  /** What was seen at this moment. */
  set(version: string): void;
}

/** By the time of change and the size, looked at no more often than every second. */
function createPathVersion(path: string): PathVersion {
  if (path === MEMORY) return { get: async () => 'memory', set: () => {} };
  const look = async () => {
    const info = await stat(path).catch(() => undefined);
    if (!info) return 'gone';
    if (!info.isDirectory()) return `${info.mtimeMs} ${info.size}`;
    return listFolderTables(resolve(path)).then(
      ({ version }) => version,
      () => 'unreadable',
    );
  };
  let known: { at: number; version: Promise<string> } | undefined;
  return {
    get() {
      // Who asks meanwhile waits for the same look, so that queries of one moment are of one version.
      if (!known || performance.now() - known.at >= VERSION_CHECK_MS)
        known = { at: performance.now(), version: look() };
      return known.version;
    },
    set(version) {
      known = { at: performance.now(), version: Promise.resolve(version) };
    },
  };
}
