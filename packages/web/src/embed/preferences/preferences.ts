import type { AppConfigResponse, EmbedSessionSettings } from '@oriel/contract';
import { isTimeZone, resolveLocale, shippedLocales } from '@oriel/embed';
import { quoted } from './quoted.ts';

/** Where an embed takes its zone and language from, the first that says one. */
export interface PreferenceSources {
  address: URLSearchParams;
  /** Settings of the session. */
  session: EmbedSessionSettings;
  /** What the account says; undefined where it could not be asked. */
  account: Pick<AppConfigResponse, 'embedding' | 'timezoneSettings'> | undefined;
  /** The zone that the author of the dashboard has named, where one is shown. */
  dashboardZone?: string | undefined;
}

/** A parameter or setting that cannot be used, for the host. */
export interface PreferenceProblem {
  context: 'address' | 'session';
  message: string;
}

/**
 * The zone that queries are asked in; undefined leaves it to the query API. Only what the host wrote itself is
 * complained about. The zones of the dashboard and of the account count while the account's time zones are switched on.
 */
export function resolveTimezone({ address, session, account, dashboardZone }: PreferenceSources): {
  timezone: string | undefined;
  problems: PreferenceProblem[];
} {
  const written = [
    { context: 'address', zone: address.get('timezone') },
    { context: 'session', zone: session.timezone },
  ] as const;
  const isOn = account?.timezoneSettings?.enabled === true;
  const inherited = isOn
    ? [dashboardZone, account.embedding?.timezone, account.timezoneSettings?.timezone]
    : [];
  const isUsable = (zone: string | null | undefined) =>
    zone !== null && zone !== undefined && isTimeZone(zone);
  const problems = written.flatMap(({ context, zone }) =>
    zone === null || zone === undefined || isTimeZone(zone)
      ? []
      : [
          {
            context,
            message: `timezone must be an IANA time zone such as Europe/Berlin, not ${quoted(zone)}`,
          },
        ],
  );
  const timezone = [...written.map(({ zone }) => zone), ...inherited].find(isUsable) ?? undefined;
  return { timezone, problems };
}

/**
 * The language that the page is shown in, as the host wrote it; undefined where no source names one that is shipped.
 * Only what the host wrote itself is complained about.
 */
export function resolveLanguage({ address, session, account }: PreferenceSources): {
  language: string | undefined;
  problems: PreferenceProblem[];
} {
  const written = [
    { context: 'address', tag: address.get('locale') },
    { context: 'session', tag: session.locale },
  ] as const;
  const isUsable = (tag: string | null | undefined): tag is string =>
    typeof tag === 'string' && resolveLocale(tag) !== undefined;
  const problems = written.flatMap(({ context, tag }) =>
    tag === null || tag === undefined || isUsable(tag) ? [] : [{ context, message: unknownLocale(tag) }],
  );
  const tags = [...written.map(({ tag }) => tag), account?.embedding?.locale];
  return { language: tags.find(isUsable), problems };
}

/** The colour scheme that the address asks for; undefined for none, and for what is none. */
export function resolveScheme(address: URLSearchParams): {
  scheme: SchemeChoice | undefined;
  problems: PreferenceProblem[];
} {
  const asked = address.get('colorScheme');
  const scheme = SCHEMES.find((each) => each === asked);
  const isBad = asked !== null && scheme === undefined;
  const message = `colorScheme must be one of ${SCHEMES.join(', ')}, not ${quoted(asked)}`;
  return { scheme, problems: isBad ? [{ context: 'address', message }] : [] };
}

const SCHEMES = ['light', 'dark', 'auto'] as const;
export type SchemeChoice = (typeof SCHEMES)[number];

/** What is said of a language that is not shipped. */
export function unknownLocale(tag: string): string {
  return `locale must be a language of ${shippedLocales.join(', ')}, not ${quoted(tag)}`;
}
