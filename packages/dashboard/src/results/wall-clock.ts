const UNIT_MS: Readonly<Record<string, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
};
const UNIT_MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };

/** A span in units of the calendar. */
export interface Span {
  amount: number;
  /** `second` to `year`. */
  unit: string;
}

/** Reads `1 week` or `1 year 6 months`, as models write intervals; undefined for what is none. */
export function parseInterval(text: string): readonly Span[] | undefined {
  const words = text.trim().split(/\s+/);
  if (words.length % 2 !== 0) return undefined;
  const spans = Array.from({ length: words.length / 2 }, (_, index): Span => {
    const unit = (words[index * 2 + 1] ?? '').toLowerCase().replace(/s$/, '');
    return { amount: Number(words[index * 2]), unit };
  });
  return spans.every(
    ({ amount, unit }) => Number.isInteger(amount) && (unit in UNIT_MS || unit in UNIT_MONTHS),
  )
    ? spans
    : undefined;
}

/**
 * Moves a wall clock such as `2001-03-01T00:00:00.000` by spans of the calendar; negative amounts go back. A day that a
 * month does not have becomes its last one, as in SQL. No zone takes part: a day later is the same time on the next
 * day.
 */
export function addSpans(wallClock: string, spans: readonly Span[]): string {
  const time = new Date(`${wallClock.slice(0, 23).replace(' ', 'T')}${wallClock.length > 10 ? 'Z' : ''}`);
  for (const { amount, unit } of spans) {
    const months = UNIT_MONTHS[unit];
    if (months === undefined) time.setTime(time.getTime() + amount * (UNIT_MS[unit] ?? 0));
    else addMonths(time, amount * months);
  }
  return time.toISOString().slice(0, -1);
}

/** The millisecond before a wall clock: the last one of the period that ends there. */
export function momentBefore(wallClock: string): string {
  const time = Date.parse(/Z|[+-]\d{2}:?\d{2}$/.test(wallClock) ? wallClock : `${wallClock}Z`);
  return Number.isNaN(time) ? wallClock : new Date(time - 1).toISOString().slice(0, -1);
}

function addMonths(time: Date, months: number): void {
  const day = time.getUTCDate();
  time.setUTCDate(1);
  time.setUTCMonth(time.getUTCMonth() + months);
  const last = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate();
  time.setUTCDate(Math.min(day, last));
}
