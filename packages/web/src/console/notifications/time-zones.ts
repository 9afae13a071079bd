/** The zones that the browser knows, and the one that is set. */
export function timeZones(current: string | null | undefined): string[] {
  return [...new Set(['UTC', current ?? 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}

/** The browser's zone, where it has a name. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
