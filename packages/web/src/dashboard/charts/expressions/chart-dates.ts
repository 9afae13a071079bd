import { datePatterns } from '@oriel/dashboard/number-format';
import type { ExpressionFunctions } from './expression-compiler.ts';

/*
 * How charts write times where their authors leave it open: Vega and Vega-Lite have names of months in a language, but the order of an
 * American date. In English that is left as it is.
 */

/** A specifier of d3 for each unit of time, by the names that Vega has for them. */
type Specifiers = Readonly<Record<string, string>>;

const isEnglish = (language: string | undefined) =>
  language === undefined || language === 'en-US' || language === 'en';

/** How the ticks of an axis of times are written, by what they are the beginning of; undefined for Vega's own way. */
export function tickSpecifiers(language: string | undefined): Specifiers | undefined {
  if (isEnglish(language)) return undefined;
  const { year, day, weekday, isTwelveHours } = datePatterns(language);
  const clock = '%H:%M';
  return { year, week: day, date: weekday, ...(!isTwelveHours && { hours: clock, minutes: clock }) };
}

/**
 * How buckets that a document makes of times are written, as Vega-Lite says of several units; undefined for its own
 * way.
 */
export function unitSpecifiers(language: string | undefined): Specifiers | undefined {
  if (isEnglish(language)) return undefined;
  const { year, month, day, date } = datePatterns(language);
  return {
    year: `${year} `,
    'year-month': `${month} `,
    'year-month-date': `${date} `,
    'month-date': `${day} `,
  };
}

type TimeFormat = (specifier?: string | Specifiers) => (time: Date) => string;

/** What a view writes with; Vega's types leave it out. */
interface WritingView {
  locale(): Record<'timeFormat' | 'utcFormat', TimeFormat>;
  locale(locale: object): unknown;
}

/** Gives a view that has not run yet the dates of a language. */
export function setDates(view: object, language: string | undefined): void {
  const specifiers = tickSpecifiers(language);
  if (!specifiers) return;
  const writing = view as WritingView;
  const own = writing.locale();
  const withDates =
    (format: TimeFormat): TimeFormat =>
    (specifier) =>
      format(typeof specifier === 'string' ? specifier : { ...specifiers, ...specifier });
  writing.locale({ ...own, timeFormat: withDates(own.timeFormat), utcFormat: withDates(own.utcFormat) });
}

/** The function by which Vega-Lite's documents write buckets, in the order of a language. */
export function dateFunctions(
  functions: ExpressionFunctions,
  language: string | undefined,
): Pick<ExpressionFunctions, 'timeUnitSpecifier'> | undefined {
  const specifiers = unitSpecifiers(language);
  const own = functions['timeUnitSpecifier'] as ((units: unknown, stated?: Specifiers) => string) | undefined;
  if (!specifiers || !own) return undefined;
  return {
    timeUnitSpecifier: (units: unknown, stated: unknown) =>
      own(units, { ...(stated as Specifiers), ...specifiers }),
  };
}
