import type { CompiledColumn, CompiledQuery, PrintedSql } from '@oriel/semantic';
import { nameMember } from '../errors/name-member.ts';
import {
  type ReadOptions,
  type ResultColumns,
  type ResultValue,
  type Source,
  type WriteCsvOptions,
  type WrittenCsv,
} from './connection/source.ts';
import { EngineError, timedOut } from '../errors/errors.ts';

/** How one query is run. */
export interface RunOptions {
  /** Aborting interrupts the statement on the database. */
  readonly signal: AbortSignal;
  /** Where the source says nothing else. */
  readonly timeoutMs: number;
  /** Takes the rows a portion at a time, and is waited for; what it throws stops the statement. */
  take(portion: ResultColumns): Promise<void> | void;
}

/**
 * Runs a compiled query on its source, and counts its rows where it asks for the total.
 *
 * @throws `EngineError`, also when it takes longer than the time limit; it names the member with the SQL that failed,
 * where the database tells enough
 */
export async function runCompiledQuery(
  source: Source,
  compiled: PrintedSql & Partial<Pick<CompiledQuery, 'total' | 'columns'>>,
  { take, ...limits }: RunOptions,
): Promise<{ total: number | undefined }> {
  return withinTime(source, limits, async (signal) => {
    const taken = readTruths(source, compiled.columns);
    await read(source, compiled, { signal, take: (portion) => take(taken(portion)) });
    return { total: compiled.total && (await readNumber(source, compiled.total, signal)) };
  });
}

/** Makes true and false of 0 and 1, in columns that show such, where the database has no other. */
function readTruths(
  { dialect }: Source,
  columns: readonly CompiledColumn[] = [],
): (portion: ResultColumns) => ResultColumns {
  const truths = new Set(columns.flatMap(({ type }, index) => (type === 'boolean' ? [index] : [])));
  if (dialect.hasBooleans || truths.size === 0) return (portion) => portion;
  return (portion) => ({
    ...portion,
    columns: portion.columns.map((values, index) => (truths.has(index) ? values.map(toTruth) : values)),
  });
}

/** Any other value stays as it is. */
function toTruth(value: ResultValue): ResultValue {
  const isOne = value === 1 || value === '1';
  return isOne || value === 0 || value === '0' ? isOne : value;
}

/** Has the source write the rows of a compiled query; undefined where it cannot. @throws as {@link runCompiledQuery} */
export async function writeCompiledQuery(
  source: Source,
  compiled: PrintedSql,
  { columns, maxBytes, ...limits }: Omit<RunOptions, 'take'> & Omit<WriteCsvOptions, 'signal'>,
): Promise<WrittenCsv | undefined> {
  return withinTime(source, limits, (signal) =>
    withReadableTexts(compiled, async (statement) =>
      source.writeCsv?.(statement, { columns, maxBytes, signal }),
    ),
  );
}

/** @throws `query.timeout` when it takes longer than the source, or where that says nothing the caller, allows */
async function withinTime<T>(
  source: Source,
  { signal, timeoutMs: defaultMs }: Omit<RunOptions, 'take'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeoutMs = source.limits.queryTimeoutMs ?? defaultMs;
  // AbortSignal.timeout would keep what it holds until its time is over, long after the query has ended.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    return await work(AbortSignal.any([signal, timeout.signal]));
  } catch (error) {
    throw timeout.signal.aborted ? timedOut(timeoutMs, error) : error;
  } finally {
    clearTimeout(timer);
  }
}

async function read(source: Source, statement: PrintedSql, options: ReadOptions): Promise<void> {
  let hasRows = false;
  const take = (portion: ResultColumns) => {
    hasRows = true;
    return options.take(portion);
  };
  await withReadableTexts(
    statement,
    (current) => source.read(current, { ...options, take }),
    () => !hasRows,
  );
}

/**
 * Repeats a statement that fails for a text that is no value of the type it is compared with, with a null in its place.
 * Nobody knows the types of columns before, and a database that compares the texts of a column does without its index.
 */
async function withReadableTexts<T>(
  statement: PrintedSql,
  work: (statement: PrintedSql) => Promise<T>,
  mayRepeat = () => true,
): Promise<T> {
  try {
    return await work(statement);
  } catch (error) {
    const position = error instanceof EngineError ? error.parameter : undefined;
    const isText = position !== undefined && statement.comparedTexts.includes(position);
    if (!isText || !mayRepeat()) throw nameMember(error, statement);
    const params = statement.params.with(position - 1, null);
    const comparedTexts = statement.comparedTexts.filter((other) => other !== position);
    return withReadableTexts({ ...statement, params, comparedTexts }, work, mayRepeat);
  }
}

/** The only value of a statement. */
async function readNumber(source: Source, statement: PrintedSql, signal: AbortSignal): Promise<number> {
  let value = 0;
  await read(source, statement, { signal, take: ({ columns }) => void (value = Number(columns[0]?.[0])) });
  return value;
}
