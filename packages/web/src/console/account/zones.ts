const zones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** The time zones of this browser for a choice, with one that may be known to the server by a name that is not listed here. */
export function zonesWith(chosen: string): string[] {
  return chosen === '' || zones.includes(chosen) ? [...zones] : [chosen, ...zones];
}
