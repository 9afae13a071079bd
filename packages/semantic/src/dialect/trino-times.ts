import type { ShiftStep } from '../algebra/algebra.ts';
import { isOfMonths, type IntervalStep } from '../model/language/interval.ts';
import { infix, operand, primary, primaryText, strengths, type SqlText } from '../sql/sql-text.ts';
import { standard } from './standard.ts';

const UNIT_MS: Partial<Record<ShiftStep['unit'], number>> = {
  week: 604_800_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1_000,
  millisecond: 1,
};
const UNIT_MONTHS: Partial<Record<ShiftStep['unit'], number>> = { year: 12, quarter: 3, month: 1 };

const millisOf = (steps: readonly ShiftStep[]): number =>
  steps.reduce((sum, { amount, unit }) => sum + amount * (UNIT_MS[unit] ?? 0), 0);
const monthsOf = (steps: readonly ShiftStep[]): number =>
  steps.reduce((sum, { amount, unit }) => sum + amount * (UNIT_MONTHS[unit] ?? 0), 0);

const timestampOf = (text: string): SqlText => primaryText(`TIMESTAMP ${standard.quoteText(text)}`);

/** Months come first, as everywhere: a day after a month of the 30th is another than a month after the 31st. */
export function moveBy(timestamp: SqlText, direction: '+' | '-', steps: readonly ShiftStep[]): SqlText {
  const sign = direction === '-' ? -1 : 1;
  const months = monthsOf(steps) * sign;
  const millis = millisOf(steps) * sign;
  const moved = months === 0 ? timestamp : primary`date_add('month', ${String(months)}, ${timestamp})`;
  return millis === 0 ? moved : addMillis(moved, primaryText(`(${millis})`));
}

/** `date_add` takes no more milliseconds than there are in 24 days. */
function addMillis(timestamp: SqlText, millis: SqlText): SqlText {
  const span = infix([primaryText("INTERVAL '0.001' SECOND"), millis], '*', strengths.product);
  return infix([operand(timestamp, strengths.sum), span], '+', strengths.sum, strengths.sum);
}

/** What a number is past the last multiple of another; a remainder alone has the sign of the number. */
const pastMultiple = (value: SqlText, width: number): SqlText =>
  primary`mod(mod(${value}, ${String(width)}) + ${String(width)}, ${String(width)})`;

/** Cut to the last of equal steps that are counted from a wall clock. */
export function truncateToSteps(timestamp: SqlText, steps: readonly IntervalStep[], origin: string): SqlText {
  if (isOfMonths(steps)) return truncateToMonths(timestamp, steps, origin);
  const whole = primary`date_trunc('millisecond', ${timestamp})`;
  const distance = primary`date_diff('millisecond', ${timestampOf(origin)}, ${whole})`;
  return addMillis(whole, primary`(-${pastMultiple(distance, millisOf(steps))})`);
}

/** Steps of months have no fixed length, so whole months are counted from the origin's month. */
function truncateToMonths(timestamp: SqlText, steps: readonly IntervalStep[], origin: string): SqlText {
  const first = `${origin.slice(0, 7)}-01 00:00:00`;
  // What the origin is past the first of its month is taken off and put on again.
  const past = { amount: Date.parse(`${origin}Z`) - Date.parse(`${first}Z`), unit: 'millisecond' } as const;
  const moved = moveBy(timestamp, '-', [past]);
  const [year = 0, month = 0] = origin.split('-').map(Number);
  const months = primary`(year(${moved}) * 12 + month(${moved}) - ${String(year * 12 + month)})`;
  const steppedBack = primary`${months} - ${pastMultiple(months, monthsOf(steps))}`;
  return moveBy(primary`date_add('month', ${steppedBack}, ${timestampOf(first)})`, '+', [past]);
}

/** What `sequence` makes at once. */
const MAX_SEQUENCE = 10_000;

/** The moments from one to another: numbers in blocks of ten thousand, which is as many as a sequence may have. */
export function series(from: SqlText, to: SqlText, steps: readonly IntervalStep[]): SqlText {
  const [unit, width] = isOfMonths(steps) ? ['month', monthsOf(steps)] : ['millisecond', millisOf(steps)];
  const distance = primary`greatest(date_diff('${unit}', ${from}, ${to}), 0)`;
  const blocks = primary`UNNEST(sequence(0, ${distance} / ${String(width * MAX_SEQUENCE)})) AS blocks(block)`;
  const items = primaryText(`UNNEST(sequence(0, ${MAX_SEQUENCE - 1})) AS items(item)`);
  const ahead = primary`((block * ${String(MAX_SEQUENCE)} + item) * ${String(width)})`;
  const moment = unit === 'month' ? primary`date_add('month', ${ahead}, ${from})` : addMillis(from, ahead);
  return primary`(SELECT ${moment} FROM ${blocks} CROSS JOIN ${items} WHERE ${moment} <= ${to})`;
}
