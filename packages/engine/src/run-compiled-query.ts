import type { CompiledQuery } from '@oriel/semantic';
import { timedOut, type ResultColumns, type Source, type Statement } from './sources/source.ts';

export interface RunOptions {
  /** Aborting interrupts the statement on the database. */
  readonly signal: AbortSignal;
  /** Where the source says nothing else. */
  readonly timeoutMs: number;
  /** Takes the rows a portion at a time; what it throws stops the statement. */
  take(portion: ResultColumns): void;
}

/**
 * Runs a compiled query on its source, and counts its rows where it asks for the total.
 *
 * @throws `SourceError`, also when it takes longer than the time limit
 */
export async function runCompiledQuery(
  source: Source,
  compiled: CompiledQuery,
  { signal, timeoutMs: defaultMs, take }: RunOptions,
): Promise<{ total: number | undefined }> {
  const timeoutMs = source.limits.queryTimeoutMs ?? defaultMs;
  // AbortSignal.timeout would keep what it holds until its time is over, long after the query has ended.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const either = AbortSignal.any([signal, timeout.signal]);
  try {
    await source.read(compiled, { signal: either, take });
    return { total: compiled.total && (await readNumber(source, compiled.total, either)) };
  } catch (error) {
    throw timeout.signal.aborted ? timedOut(timeoutMs, error) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** The only value of a statement. */
async function readNumber(source: Source, statement: Statement, signal: AbortSignal): Promise<number> {
  let value = 0;
  await source.read(statement, { signal, take: ({ columns }) => (value = Number(columns[0]?.[0])) });
  return value;
}
