import type { ShiftStep } from '../algebra/algebra.ts';
import { infix, primaryText, strengths, type SqlText } from '../sql/sql-text.ts';

/** A span of time as calendars count it. */
interface Duration {
  readonly months: number;
  readonly days: number;
  readonly milliseconds: number;
}

const UNITS: Record<ShiftStep['unit'], readonly [part: keyof Duration, amount: number]> = {
  year: ['months', 12],
  quarter: ['months', 3],
  month: ['months', 1],
  week: ['days', 7],
  day: ['days', 1],
  hour: ['milliseconds', 3_600_000],
  minute: ['milliseconds', 60_000],
  second: ['milliseconds', 1_000],
  millisecond: ['milliseconds', 1],
};

/** Steps added up, as intervals of PostgreSQL are. */
export function durationOf(steps: readonly ShiftStep[]): Duration {
  const sum = { months: 0, days: 0, milliseconds: 0 };
  for (const { unit, amount } of steps) {
    const [part, one] = UNITS[unit];
    sum[part] += amount * one;
  }
  return sum;
}

/** Moves by months first, which are cut to the last day of theirs, then by what has a fixed length. */
export function moveBy(timestamp: SqlText, direction: '+' | '-', duration: Duration): SqlText {
  const { months, days, milliseconds } = duration;
  const seconds = milliseconds % 1000 === 0;
  const parts = [
    months === 0 ? undefined : `INTERVAL ${months} MONTH`,
    days === 0 ? undefined : `INTERVAL ${days} DAY`,
    milliseconds === 0
      ? undefined
      : `INTERVAL ${seconds ? milliseconds / 1000 : milliseconds * 1000} ${seconds ? 'SECOND' : 'MICROSECOND'}`,
  ].filter((part) => part !== undefined);
  if (parts.length === 0) return timestamp;
  return infix([timestamp, ...parts.map(primaryText)], direction, strengths.sum, strengths.sum);
}
