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
