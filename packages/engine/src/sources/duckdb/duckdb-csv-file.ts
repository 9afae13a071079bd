import type { DuckDBConnection, DuckDBType } from '@duckdb/node-api';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { csvCells, isUnwritten } from './duckdb-csv-cells.ts';
import { toSourceError } from './duckdb-errors.ts';
import { interruptOn, type StopWatch } from './duckdb-interrupt.ts';
import { prepareSelect } from './duckdb-select.ts';
import type { StatementCheck } from './duckdb-statement-check.ts';
import type { Statement, WriteCsvOptions, WrittenCsv } from '../connection/source.ts';

const SIZE_CHECK_MS = 100;
const FORMAT = `FORMAT csv, HEADER false, DELIMITER ',', QUOTE '"', ESCAPE '"', NULLSTR '', NEW_LINE '\\r\\n', USE_TMP_FILE false`;

/** How a file is written. */
type CsvFileOptions = WriteCsvOptions & StatementCheck & StopWatch & { readonly folder: string };

/**
 * Has DuckDB write the rows of a statement into a new file of a folder, with all of its threads and past the memory of
 * JavaScript.
 *
 * @returns undefined where a value has no text here, or the file would be larger than it may be
 */
export async function writeCsvFile(
  connection: DuckDBConnection,
  statement: Statement,
  { check, ...options }: CsvFileOptions,
): Promise<WrittenCsv | undefined> {
  const { signal, columns, folder } = options;
  try {
    await check(statement.sql);
    await prepareSelect(connection, statement.sql);
    const cells = csvCells(await findTypes(connection, statement), columns);
    if (!cells) return undefined;
    const path = join(folder, randomUUID());
    const rows = await copy(connection, statement, { ...options, cells, path });
    return rows === undefined ? undefined : { path, rows };
  } catch (error) {
    throw toSourceError(error, { sql: statement.sql, signal });
  }
}

/** Of the columns of a statement, with the values of the placeholders, which some of them may be. */
async function findTypes(connection: DuckDBConnection, { sql, params }: Statement): Promise<DuckDBType[]> {
  const none = await connection.stream(`SELECT * FROM (${sql}\n) LIMIT 0`, [...params]);
  return none.columnTypes();
}

interface Copy extends Omit<CsvFileOptions, 'check' | 'columns' | 'folder'> {
  readonly cells: NonNullable<ReturnType<typeof csvCells>>;
  readonly path: string;
}

/** How many rows are in the file; undefined where there is none. */
async function copy(
  connection: DuckDBConnection,
  { sql, params }: Statement,
  { cells, path, maxBytes, signal, ...watch }: Copy,
): Promise<number | undefined> {
  const size = watchSize(path, maxBytes);
  const stopInterrupting = interruptOn(AbortSignal.any([signal, size.signal]), connection, watch);
  const before = `COPY (${cells.before}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const target = `'${path.replaceAll("'", "''")}'`;
    const prepared = await connection.prepare(`${before}${sql}${cells.after}) TO ${target} (${FORMAT})`);
    prepared.bind([...params]);
    const result = await prepared.runAndReadAll();
    await size.look();
    size.signal.throwIfAborted();
    return Number(result.getRows()[0]?.[0]);
  } catch (error) {
    await rm(path, { force: true });
    if (!signal.aborted && (size.signal.aborted || isUnwritten(error))) return undefined;
    throw toSourceError(error, { sql, signal, before });
  } finally {
    size.stop();
    stopInterrupting();
  }
}

/** A signal that is aborted when a file has grown too large. */
function watchSize(path: string, maxBytes: number) {
  const controller = new AbortController();
  const look = async () => {
    const { size } = await stat(path).catch(() => ({ size: 0 }));
    if (size > maxBytes) controller.abort();
  };
  const timer = setInterval(() => void look(), SIZE_CHECK_MS);
  return { signal: controller.signal, look, stop: () => clearInterval(timer) };
}
