import type { CompiledQuery } from '@oriel/semantic';
import { SourceError, type ResultColumns, type Source } from './sources/source.ts';

export interface RunOptions {
  /** Aborting interrupts the statement on the database. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/**
 * Runs a compiled query on its source, and counts its rows where it asks for the total.
 *
 * @throws {@link SourceError}, also when it takes longer than `timeoutMs`
 */
export async function runCompiledQuery(
  source: Source,
  { sql, params, total }: CompiledQuery,
  { signal, timeoutMs }: RunOptions,
): Promise<{ rows: ResultColumns; total: number | undefined }> {
  // AbortSignal.timeout would keep what it holds until its time is over, long after the query has ended.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const either = AbortSignal.any([signal, timeout.signal]);
  try {
    const rows = await source.query(sql, params, either);
    const counted = total && (await source.query(total.sql, total.params, either));
    return { rows, total: counted && Number(counted.columns[0]?.[0]) };
  } catch (error) {
    if (!timeout.signal.aborted) throw error;
    throw new SourceError(
      'query.failed',
      `The query took longer than ${timeoutMs / 1000} s and was stopped`,
      { cause: error },
    );
  } finally {
    clearTimeout(timer);
  }
}
