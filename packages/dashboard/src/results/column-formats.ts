import type { ReportSnapshotPreferences } from '@oriel/contract';
import type { QueryResult } from './query-result.ts';

/** A report's own formats, by column key. */
export type ColumnFormats = NonNullable<ReportSnapshotPreferences['columnFormats']>;

/** d3 writes at most so many decimals. */
const MAX_DECIMALS = 20;

/**
 * The result with the formats of its report in place of the model's; they go before those of a table or a figure, too.
 */
export function withColumnFormats(
  result: QueryResult,
  formats: ColumnFormats | null | undefined,
): QueryResult {
  if (!formats || Object.keys(formats).length === 0) return result;
  const columns = Object.entries(result.columns).map(([key, column]) => {
    const chosen = formats[key];
    return [
      key,
      chosen ? { ...column, format: { value: specifierFor(chosen) }, isChosen: true } : column,
    ] as const;
  });
  return { ...result, columns: Object.fromEntries(columns) };
}

function specifierFor({ type, decimalPlaces }: ColumnFormats[string]): string {
  const fixed = (fallback: number) => Math.min(MAX_DECIMALS, Math.max(0, decimalPlaces ?? fallback));
  switch (type) {
    case 'currency':
      return `$,.${fixed(2)}f`;
    case 'percent':
      return `,.${fixed(1)}%`;
    case 'number':
      return decimalPlaces === null || decimalPlaces === undefined ? ',.2~f' : `,.${fixed(0)}f`;
  }
}
