import type { QueryResult } from '../../query/load-batch.ts';
import { granularityOf, readWallClock, wallClockOf } from './time-format.ts';

/** The field of a chart's row that tells that its bucket of time is not complete. */
export const PARTIAL_FIELD = 'oriel_partial';

/**
 * Tells whether a row's bucket of time is cut off: by what the query let through, or because it is not over yet. The
 * last week of a half-year would look like a collapse without it. Granularities of the model's own are not judged.
 */
export function partialBuckets(
  result: QueryResult,
  now = new Date(),
): (row: QueryResult['rows'][number]) => boolean {
  const keys = Object.keys(result.columns).filter(
    (key) => result.columns[key]?.kind === 'timeDimension' && (granularityOf(key) ?? '') in nextBucket,
  );
  const [key] = keys;
  if (key === undefined || keys.length > 1) return () => false;
  const { from, to } = result.bounds?.[key.split('.').slice(0, 2).join('.')] ?? {};
  const first = from === undefined ? -Infinity : readWallClock(from).getTime();
  const last = Math.min(
    to === undefined ? Infinity : readWallClock(to).getTime() + 1,
    wallClockOf(now, result.timezone),
  );
  const known = new Map<unknown, boolean>();
  return (row) => {
    const value = row[key];
    const kept = known.get(value);
    if (kept !== undefined) return kept;
    const isPartial =
      typeof value === 'string' && isCut(readWallClock(value), granularityOf(key) ?? '', first, last);
    known.set(value, isPartial);
    return isPartial;
  };
}

function isCut(start: Date, granularity: string, first: number, last: number): boolean {
  const end = nextBucket[granularity]?.(start) ?? start.getTime();
  // A bucket beyond both ends was filled in; there is nothing of it to be cut off.
  return (start.getTime() < first && end > first) || (end > last && start.getTime() < last);
}

const months = (count: number) => (start: Date) =>
  Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + count, start.getUTCDate());
const milliseconds = (count: number) => (start: Date) => start.getTime() + count;
const DAY_MS = 86_400_000;

/** The start of the bucket that follows, in epoch milliseconds. */
const nextBucket: Readonly<Record<string, (start: Date) => number>> = {
  minute: milliseconds(60_000),
  hour: milliseconds(3_600_000),
  day: milliseconds(DAY_MS),
  week: milliseconds(7 * DAY_MS),
  month: months(1),
  quarter: months(3),
  year: months(12),
};
