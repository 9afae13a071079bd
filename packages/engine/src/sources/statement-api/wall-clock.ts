const DAY_MS = 86_400_000;

/** Milliseconds since 1970 as a result has times: `YYYY-MM-DDTHH:mm:ss.SSS` in UTC. */
export const wallClockOf = (ms: number): string => new Date(ms).toISOString().slice(0, -1);

/** Days since 1970 as the time at which they begin. */
export const wallClockOfDay = (days: number): string => wallClockOf(days * DAY_MS);

/** Whole milliseconds of a decimal of seconds, rounded down, as times are cut. */
export function msOfSeconds(seconds: string): number {
  const [whole = '', fraction = ''] = seconds.split('.');
  const ms = Number(whole) * 1_000;
  const more = Number(fraction.slice(0, 3).padEnd(3, '0'));
  if (!whole.startsWith('-')) return ms + more;
  return ms - more - (/[1-9]/.test(fraction.slice(3)) ? 1 : 0);
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?(?:Z|\+00:00)?)?$/;

/** A time that is a text already, to the millisecond. What has no such form stays as it is. */
export function wallClockOfText(text: string): string {
  const parts = TIME.exec(text);
  if (!parts) return text;
  const [, date, time = '00:00:00', fraction = ''] = parts;
  return `${date}T${time}.${fraction.padEnd(3, '0')}`;
}
