import type { CompiledQuery, PrintedSql } from '@oriel/semantic';
import { nameMember } from './name-member.ts';
import { type ReadOptions, type ResultColumns, type Source } from './sources/source.ts';
import { timedOut } from './errors.ts';

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
 * @throws `EngineError`, also when it takes longer than the time limit; it names the member with the SQL that failed, where the
 * database tells enough
 */
export async function runCompiledQuery(
  source: Source,
  compiled: PrintedSql & Pick<CompiledQuery, 'total'>,
  { signal, timeoutMs: defaultMs, take }: RunOptions,
): Promise<{ total: number | undefined }> {
  const timeoutMs = source.limits.queryTimeoutMs ?? defaultMs;
  // AbortSignal.timeout would keep what it holds until its time is over, long after the query has ended.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const either = AbortSignal.any([signal, timeout.signal]);
  try {
    await read(source, compiled, { signal: either, take });
    return { total: compiled.total && (await readNumber(source, compiled.total, either)) };
  } catch (error) {
    throw timeout.signal.aborted ? timedOut(timeoutMs, error) : error;
  } finally {
    clearTimeout(timer);
  }
}

async function read(source: Source, statement: PrintedSql, options: ReadOptions): Promise<void> {
  try {
    await source.read(statement, options);
  } catch (error) {
    throw nameMember(error, statement);
  }
}

/** The only value of a statement. */
async function readNumber(source: Source, statement: PrintedSql, signal: AbortSignal): Promise<number> {
  let value = 0;
  await read(source, statement, { signal, take: ({ columns }) => void (value = Number(columns[0]?.[0])) });
  return value;
}
