import type { ShiftStep } from '../algebra/algebra.ts';
import { isOfMonths, type IntervalStep } from '../model/language/interval.ts';
import { primary, primaryText, type SqlText } from '../sql/sql-text.ts';
import type { Dialect } from './dialect.ts';

/** Every timestamp of the compiler is of this type, so that the zone of a column has no part in what is made of it. */
const TYPE = "DateTime64(6, 'UTC')";

/** A wall clock such as `2024-01-31 10:00:00`. */
function timestampOf(text: string): SqlText {
  return primaryText(`CAST('${text}' AS ${TYPE})`);
}

/** Seconds are cut by counting: before 1970 ClickHouse rounds them up. */
export function truncate(timestamp: SqlText, unit: string): SqlText {
  if (unit === 'second') return takeOff(timestamp, '0', 1_000_000);
  return primary`CAST(dateTrunc('${unit}', ${timestamp}) AS ${TYPE})`;
}

/**
 * What a timestamp is past the last of equal steps from an origin, in microseconds since 1970, is taken off. Not by
 * `positiveModulo`, which loses digits of a large divisor.
 */
function takeOff(timestamp: SqlText, origin: string, width: number): SqlText {
  const divisor = `toInt64(${String(width)})`;
  const past = primary`modulo(toUnixTimestamp64Micro(${timestamp}) - toInt64(${origin}), ${divisor})`;
  return primary`addMicroseconds(${timestamp}, -modulo(${past} + ${divisor}, ${divisor}))`;
}

export function truncateToSteps(timestamp: SqlText, steps: readonly IntervalStep[], origin: string): SqlText {
  if (isOfMonths(steps)) return truncateToMonths(timestamp, steps, origin);
  return takeOff(timestamp, String(Date.parse(`${origin}Z`) * 1_000), microsecondsOf(steps));
}

/** Steps of months have no fixed length, so whole months are counted from the origin's month. */
function truncateToMonths(timestamp: SqlText, steps: readonly IntervalStep[], origin: string): SqlText {
  const width = monthsOf(steps);
  const first = `${origin.slice(0, 7)}-01 00:00:00`;
  // What the origin is past the first of its month is taken off and put on again.
  const past = (Date.parse(`${origin}Z`) - Date.parse(`${first}Z`)) / 1_000;
  const moved = past === 0 ? timestamp : primary`addSeconds(${timestamp}, ${String(-past)})`;
  const [year, month] = origin.split('-').map(Number);
  const start = (year ?? 0) * 12 + (month ?? 0);
  const months = primary`(toInt32(toYear(${moved})) * 12 + toMonth(${moved}) - ${String(start)})`;
  const whole = primary`${months} - positiveModulo(${months}, ${String(width)})`;
  const bucket = primary`addMonths(${timestampOf(first)}, ${whole})`;
  return past === 0 ? bucket : primary`addSeconds(${bucket}, ${String(past)})`;
}

/** Unit by unit, from the longest to the shortest as they are written. */
export function shift(timestamp: SqlText, direction: '+' | '-', steps: readonly ShiftStep[]): SqlText {
  return steps.reduce((moved, { amount, unit }) => {
    const signed = String(direction === '-' ? -amount : amount);
    return primary`${ADD[unit]}(${moved}, ${signed})`;
  }, timestamp);
}

const ADD: Record<ShiftStep['unit'], string> = {
  year: 'addYears',
  quarter: 'addQuarters',
  month: 'addMonths',
  week: 'addWeeks',
  day: 'addDays',
  hour: 'addHours',
  minute: 'addMinutes',
  second: 'addSeconds',
  millisecond: 'addMilliseconds',
};

/** As many steps as there may be, and of them those that end in time; none where an end is null. */
export const series: Dialect['series'] = ({ from, to, steps, column }) => {
  const length = isOfMonths(steps)
    ? primary`intDiv(dateDiff('month', ${from}, ${to}), ${String(monthsOf(steps))})`
    : primary`intDiv(dateDiff('second', ${from}, ${to}), ${String(microsecondsOf(steps) / 1_000_000)})`;
  const count = primary`toUInt32(greatest(coalesce(${length}, -2) + 2, 0))`;
  const moved = steps.reduce<SqlText>(
    (moment, { amount, unit }) => primary`${ADD[unit]}(${moment}, n * ${String(amount)})`,
    primaryText('first'),
  );
  const moments = primary`arrayJoin(arrayMap(n -> ${moved}, range(${count})))`;
  const rows = primary`(SELECT ${from} AS first, ${to} AS last, ${moments} AS moment)`;
  return primary`SELECT moment AS ${column} FROM ${rows} WHERE moment <= last`;
};

/** Of steps of months alone; a quarter has three. */
function monthsOf(steps: readonly IntervalStep[]): number {
  return steps.reduce((months, { amount, unit }) => months + amount * (MONTHS[unit] ?? 0), 0);
}

const MONTHS: Partial<Record<IntervalStep['unit'], number>> = { year: 12, quarter: 3, month: 1 };

/** Of steps that are all of one length. */
function microsecondsOf(steps: readonly IntervalStep[]): number {
  return steps.reduce((sum, { amount, unit }) => sum + amount * (SECONDS[unit] ?? 0), 0) * 1_000_000;
}

const SECONDS: Partial<Record<IntervalStep['unit'], number>> = {
  week: 604_800,
  day: 86_400,
  hour: 3_600,
  minute: 60,
  second: 1,
};
