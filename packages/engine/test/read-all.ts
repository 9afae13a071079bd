import type { BoundValue } from '@oriel/semantic';
import type { ResultValue, Source } from '../src/sources/connection/source.ts';

/** Every row of a statement. */
export async function readAll(
  source: Source,
  sql: string,
  params: readonly BoundValue[] = [],
  signal = new AbortController().signal,
): Promise<ResultValue[][]> {
  const rows: ResultValue[][] = [];
  await source.read(
    { sql, params },
    {
      signal,
      take: ({ rowCount, columns }) => {
        for (let row = 0; row < rowCount; row += 1) rows.push(columns.map((values) => values[row] ?? null));
      },
    },
  );
  return rows;
}
