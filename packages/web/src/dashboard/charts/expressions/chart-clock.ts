import type { Spec } from 'vega';
import { pageLanguage } from '../../../messages/language.ts';
import { dateFunctions } from './chart-dates.ts';
import type { ExpressionFunctions } from './expression-compiler.ts';
import { readWallClock, wallClockOf } from '../../formats/time-format.ts';

/*
 * The rows of a chart have the wall clocks of the query's zone, written as if they were UTC. Vega reads times in the
 * browser's zone by default, where an hour may be missing or be there twice. So that documents of authors need not say
 * `utc` everywhere, local time means UTC in them: in scales, time units and formats of the compiled document
 * ({@link toUtcSpec}), and in the functions of expressions ({@link createUtcFunctions}).
 */

/**
 * A compiled Vega document with UTC scales, time units and formats in place of local ones. Rows in it stay as they are.
 */
export function toUtcSpec(spec: Spec): Spec {
  // A rewritten document has the same shape.
  return rewrite(spec, '') as Spec;
}

function rewrite(node: unknown, within: string): unknown {
  if (Array.isArray(node)) return node.map((item) => rewrite(item, within));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => [
    key,
    key === 'values' ? value : rewrite(value, key),
  ]);
  return { ...Object.fromEntries(entries), ...inUtc(node, within) };
}

function inUtc(node: object, within: string): object {
  const { type, formatType } = node as { type?: unknown; formatType?: unknown };
  if (within === 'scales' && type === 'time') return { type: 'utc' };
  if (within === 'transform' && type === 'timeunit') return { timezone: 'utc' };
  return formatType === 'time' ? { formatType: 'utc' } : {};
}

/** Those that have a counterpart for UTC under another name. */
const COUNTERPARTS: Readonly<Record<string, string>> = {
  timeFormat: 'utcFormat',
  timeParse: 'utcParse',
  timeOffset: 'utcOffset',
  timeSequence: 'utcSequence',
  quarter: 'utcquarter',
  week: 'utcweek',
  isoweek: 'utcisoweek',
  dayofyear: 'utcdayofyear',
};

/**
 * Makes of the functions of expressions those with local time in UTC; of the same functions the same ones. Texts
 * without a zone are wall clocks.
 *
 * @param timeZone of the query: `now()` is the wall clock there; default UTC
 */
export function createUtcFunctions(
  timeZone: string | undefined,
): (functions: ExpressionFunctions) => ExpressionFunctions {
  const own = utcFunctions(timeZone);
  const known = new WeakMap<ExpressionFunctions, ExpressionFunctions>();
  return (functions) => {
    const made =
      known.get(functions) ??
      (Object.assign(
        Object.create(functions) as object,
        own,
        renamed(functions),
        dateFunctions(functions, pageLanguage()),
      ) as ExpressionFunctions);
    known.set(functions, made);
    return made;
  };
}

const renamed = (functions: ExpressionFunctions) =>
  Object.fromEntries(Object.entries(COUNTERPARTS).map(([local, utc]) => [local, functions[utc]]));

type Time = Date | number | string;

const dateOf = (time: Time) => (typeof time === 'string' ? readWallClock(time) : new Date(time));

/** Those of local time. */
function utcFunctions(timeZone: string | undefined) {
  return {
    now: () => wallClockOf(new Date(), timeZone),
    datetime: (year: Time, month = 0, date = 1, ...clock: number[]) =>
      typeof year === 'number' ? new Date(Date.UTC(year, month, date, ...clock)) : dateOf(year),
    toDate: (time: Time | null | undefined) =>
      time === null || time === undefined || time === '' ? null : dateOf(time).getTime(),
    time: (time: Time) => dateOf(time).getTime(),
    timezoneoffset: () => 0,
    year: (time: Time) => dateOf(time).getUTCFullYear(),
    month: (time: Time) => dateOf(time).getUTCMonth(),
    date: (time: Time) => dateOf(time).getUTCDate(),
    day: (time: Time) => dateOf(time).getUTCDay(),
    hours: (time: Time) => dateOf(time).getUTCHours(),
    minutes: (time: Time) => dateOf(time).getUTCMinutes(),
    seconds: (time: Time) => dateOf(time).getUTCSeconds(),
    milliseconds: (time: Time) => dateOf(time).getUTCMilliseconds(),
  };
}
