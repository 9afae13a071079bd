import { parseInterval } from '../model/interval.ts';
import type { Granularity } from '../model/model.ts';

/**
 * Where the steps of a custom granularity are counted from, as a wall clock: its origin, or the start of the current
 * year (for weeks: its Monday) moved by the offset.
 */
export function stepOrigin({ interval, offset, origin }: Granularity, now: Date): string {
  if (origin !== undefined) return origin.replace('T', ' ').replace(/Z$/, '');
  const start = new Date(Date.UTC(now.getUTCFullYear(), 0, 1));
  if (parseInterval(interval)?.some(({ unit }) => unit === 'week'))
    start.setUTCDate(start.getUTCDate() - ((start.getUTCDay() + 6) % 7));
  for (const { amount, unit } of parseInterval(offset ?? '') ?? []) move(start, amount, unit);
  return start.toISOString().slice(0, 19).replace('T', ' ');
}

function move(date: Date, amount: number, unit: string): void {
  const milliseconds: Record<string, number> = {
    second: 1e3,
    minute: 6e4,
    hour: 36e5,
    day: 864e5,
    week: 6048e5,
  };
  const months: Record<string, number> = { month: 1, quarter: 3, year: 12 };
  const month = months[unit];
  if (month !== undefined) date.setUTCMonth(date.getUTCMonth() + amount * month);
  else date.setTime(date.getTime() + amount * (milliseconds[unit] ?? 0));
}
