/**
 * Whether a text names a time zone of the IANA database, such as `Europe/Berlin` or the legacy `US/Eastern`. A bare
 * offset such as `+02:00` is none: it knows no daylight saving.
 */
export function isNamedTimeZone(text: string): boolean {
  if (/^[+-]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    // A RangeError is how Intl says that it does not know the zone.
    return false;
  }
}
