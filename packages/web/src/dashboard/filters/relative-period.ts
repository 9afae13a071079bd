/** The units that a period is counted in, as the query API names them. */
export const PERIOD_UNITS = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
type PeriodUnit = (typeof PERIOD_UNITS)[number];

export const PERIOD_DIRECTIONS = ['last', 'this', 'next'] as const;
type PeriodDirection = (typeof PERIOD_DIRECTIONS)[number];

/** A period counted from now, in whole units: the last 7 days end with yesterday. */
export interface RelativePeriod {
  direction: PeriodDirection;
  /** From 1 to {@link MAX_PERIOD_AMOUNT}; means nothing for `this`. */
  amount: number;
  unit: PeriodUnit;
}

export const MAX_PERIOD_AMOUNT = 999;
/** What a filter says first when its viewer asks for a period. */
export const DEFAULT_PERIOD: RelativePeriod = { direction: 'last', amount: 7, unit: 'day' };

const DAYS: Readonly<Record<string, PeriodDirection>> = {
  today: 'this',
  yesterday: 'last',
  tomorrow: 'next',
};

/** Reads `this month`, `last 7 days` and `yesterday`; undefined for what the query API alone understands. */
export function parsePeriod(text: string): RelativePeriod | undefined {
  const lower = text.trim().toLowerCase();
  const day = DAYS[lower];
  if (day) return { direction: day, amount: 1, unit: 'day' };
  const [, way, amount = '1', name] = /^(last|this|next)\s+(?:(\d{1,3})\s+)?([a-z]+?)s?$/.exec(lower) ?? [];
  const direction = PERIOD_DIRECTIONS.find((known) => known === way);
  const unit = PERIOD_UNITS.find((known) => known === name);
  if (!direction || !unit || Number(amount) < 1 || (direction === 'this' && amount !== '1')) return undefined;
  return { direction, amount: Number(amount), unit };
}

/** A period in the words of the query API. */
export function periodText({ direction, amount, unit }: RelativePeriod): string {
  return direction === 'this' || amount === 1 ? `${direction} ${unit}` : `${direction} ${amount} ${unit}s`;
}
