/** A unit that intervals are counted in. */
type IntervalUnit = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second';

/** A whole number of one unit; an interval is one step or several. */
export interface IntervalStep {
  readonly amount: number;
  readonly unit: IntervalUnit;
}

/** From the longest to the shortest. */
export const INTERVAL_UNITS: readonly IntervalUnit[] = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'hour',
  'minute',
  'second',
];

/** Reads `1 year 6 months` or `-1 day`; undefined for anything else. */
export function parseInterval(text: string): IntervalStep[] | undefined {
  const words = text.trim().toLowerCase().split(/\s+/);
  if (words.length === 0 || words.length % 2 !== 0) return undefined;
  const steps: IntervalStep[] = [];
  for (let index = 0; index < words.length; index += 2) {
    const amount = Number(words[index]);
    const unit = INTERVAL_UNITS.find((candidate) => candidate === words[index + 1]?.replace(/s$/, ''));
    if (!Number.isInteger(amount) || unit === undefined) return undefined;
    steps.push({ amount, unit });
  }
  return steps;
}

/** Whether some step is of months, which differ in length. */
export function isOfMonths(steps: readonly IntervalStep[]): boolean {
  return steps.some(({ unit }) => unit === 'month' || unit === 'quarter' || unit === 'year');
}

const SECONDS: Record<IntervalUnit, number> = {
  year: 31_556_952,
  quarter: 7_889_238,
  month: 2_629_746,
  week: 604_800,
  day: 86_400,
  hour: 3_600,
  minute: 60,
  second: 1,
};

/** How long an interval is, with years and months of average length; 0 for what is none. */
export function approximateSeconds(text: string): number {
  return (parseInterval(text) ?? []).reduce((sum, { amount, unit }) => sum + amount * SECONDS[unit], 0);
}
