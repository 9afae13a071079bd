import { isNamedTimeZone, type AppConfigResponse } from '@oriel/contract';

/** The time zone that an account has set for its dates; undefined where it has none. */
export function zoneOfAccount({ timezoneSettings }: Pick<AppConfigResponse, 'timezoneSettings'>) {
  return timezoneSettings?.enabled === true ? timezoneSettings.timezone : undefined;
}

/** The first of these zones that a query can name; undefined where there is none. */
export function firstUsableZone(...zones: readonly (string | null | undefined)[]): string | undefined {
  return zones.find((zone) => zone != null && isNamedTimeZone(zone)) ?? undefined;
}
