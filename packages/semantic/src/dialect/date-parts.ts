import type { ShiftStep } from '../algebra/algebra.ts';
import { isOfMonths, type IntervalStep } from '../model/language/interval.ts';
import { infix, NOTHING, operand, primary, primaryText, strengths, type SqlText } from '../sql/sql-text.ts';
import type { Dialect } from './dialect.ts';
import { durationOf } from './duration.ts';

type DatePart = 'month' | 'day' | 'second' | 'millisecond';

/** How an engine adds to timestamps and counts between them; what the compiler asks for is made of that. */
interface DateParts {
  /** A wall clock such as `2024-01-31 10:00:00`. */
  at(text: string): SqlText;
  /** Cut to the second. */
  second(timestamp: SqlText): SqlText;
  /** So many of a part later, a whole number; of months at most on the last day of the month that it comes to. */
  add(timestamp: SqlText, amount: SqlText, part: DatePart): SqlText;
  /** How many of a part there are from one to another; of months one more or less may be. */
  count(from: SqlText, to: SqlText, part: 'month' | 'second'): SqlText;
  /** The whole numbers up to a quotient, and more may be, as something behind others in FROM; any or none of null. */
  numbers(dividend: SqlText, divisor: string): Numbers;
}

interface Numbers {
  /** What the statement that reads them begins with. */
  readonly with?: SqlText;
  /** Begins with a comma or a word. */
  readonly from: SqlText;
  readonly number: SqlText;
  /** Which of the rows count; absent: all. */
  readonly where?: SqlText;
}

/** What a dialect does with times, of the parts of its engine. */
export function timesOf(parts: DateParts): Pick<Dialect, 'shift' | 'truncateToSteps' | 'series'> {
  return {
    shift: (timestamp, direction, steps) => move(parts, timestamp, direction === '-' ? -1 : 1, steps),
    truncateToSteps: (timestamp, steps, origin) =>
      isOfMonths(steps)
        ? truncateToMonths(parts, timestamp, steps, origin)
        : truncateToLength(parts, timestamp, steps, origin),
    series: (wanted) => series(parts, wanted),
  };
}

/** Months come first, as everywhere: a day after a month of the 30th is another than a month after the 31st. */
function move(
  parts: Pick<DateParts, 'add'>,
  timestamp: SqlText,
  sign: 1 | -1,
  steps: readonly ShiftStep[],
): SqlText {
  const { months, days, milliseconds } = durationOf(steps);
  const areSeconds = milliseconds % 1000 === 0;
  const amounts: [number, DatePart][] = [
    [months, 'month'],
    [days, 'day'],
    areSeconds ? [milliseconds / 1000, 'second'] : [milliseconds, 'millisecond'],
  ];
  return amounts.reduce(
    (moved, [amount, part]) =>
      amount === 0 ? moved : parts.add(moved, primaryText(String(amount * sign)), part),
    timestamp,
  );
}

/** What a number is past the last multiple of another; a remainder alone has the sign of the number. */
const pastMultiple = (value: SqlText, width: number): SqlText =>
  primary`MOD(MOD(${operand(value, strengths.sum)}, ${String(width)}) + ${String(width)}, ${String(width)})`;

/** What is past the last step is taken off, in whole seconds: a fraction of one is past it always. */
function truncateToLength(
  parts: Omit<DateParts, 'numbers'>,
  timestamp: SqlText,
  steps: readonly IntervalStep[],
  origin: string,
): SqlText {
  const whole = parts.second(timestamp);
  const past = pastMultiple(parts.count(parts.at(origin), whole, 'second'), secondsOf(steps));
  return parts.add(whole, primary`(-${past})`, 'second');
}

/** Steps of months have no fixed length, so whole months are counted from the origin's month. */
function truncateToMonths(
  parts: Pick<DateParts, 'at' | 'add'>,
  timestamp: SqlText,
  steps: readonly IntervalStep[],
  origin: string,
): SqlText {
  const first = `${origin.slice(0, 7)}-01 00:00:00`;
  // What the origin is past the first of its month is taken off and put on again.
  const past = [{ amount: Date.parse(`${origin}Z`) - Date.parse(`${first}Z`), unit: 'millisecond' } as const];
  const moved = move(parts, timestamp, -1, past);
  const [year = 0, month = 0] = origin.split('-').map(Number);
  const counted = primary`EXTRACT(YEAR FROM ${moved}) * 12 + EXTRACT(MONTH FROM ${moved})`;
  const months = infix([counted, primaryText(String(year * 12 + month))], '-', strengths.sum, strengths.sum);
  const steppedBack = primary`(${months} - ${pastMultiple(months, durationOf(steps).months)})`;
  return move(parts, parts.add(parts.at(first), steppedBack, 'month'), 1, past);
}

function series(
  { add, count, numbers }: DateParts,
  { from, to, steps, column }: Parameters<Dialect['series']>[0],
): SqlText {
  const [part, width] = isOfMonths(steps)
    ? (['month', durationOf(steps).months] as const)
    : (['second', secondsOf(steps)] as const);
  const [first, last] = [primaryText('ends.first_moment'), primaryText('ends.last_moment')];
  const numbered = numbers(count(first, last, part), String(width));
  const ahead =
    width === 1
      ? numbered.number
      : infix([numbered.number, primaryText(String(width))], '*', strengths.product);
  const ends = primary`(SELECT ${from} AS first_moment, ${to} AS last_moment) AS ends`;
  const where = numbered.where ? primary` WHERE ${numbered.where}` : NOTHING;
  const columns = primary`${add(first, ahead, part)} AS moment, ${last} AS last_moment`;
  const moments = primary`(SELECT ${columns} FROM ${ends}${numbered.from}${where}) AS moments`;
  const begin = numbered.with ?? NOTHING;
  return primary`${begin}SELECT moment AS ${column} FROM ${moments} WHERE moment <= last_moment`;
}

/** Of steps that are all of one length. */
function secondsOf(steps: readonly IntervalStep[]): number {
  const { days, milliseconds } = durationOf(steps);
  return days * 86_400 + milliseconds / 1000;
}
