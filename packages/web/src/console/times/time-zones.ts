/**
 * The time zones of this browser for a choice, each once, UTC first: some browsers list UTC among the others. One that
 * the server may know by a name which is not listed here comes with them.
 *
 * @param chosen absent or empty for none
 */
export function timeZonesWith(chosen: string | null | undefined): string[] {
  return [...new Set(['UTC', chosen || 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}

/** The browser's zone, where it has a name. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
