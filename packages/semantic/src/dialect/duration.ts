import type { ShiftStep } from '../algebra/algebra.ts';

/** A span of time as calendars count it. */
export interface Duration {
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
