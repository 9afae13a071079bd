/**
 * Whether a text is the name of an IANA time zone that this browser knows, aliases such as `US/Eastern` included.
 * Offsets such as `+02:00` are none, although `Intl` takes them: they know no daylight saving.
 */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false; // a RangeError is how Intl says that it does not know the zone
  }
}
