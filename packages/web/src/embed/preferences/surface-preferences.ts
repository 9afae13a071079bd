import type { Dashboard, EmbedTheme } from '@oriel/contract';
import { pinnedZone } from '@oriel/dashboard/pinned-zone';
import { resolveLocale, type EmbedAction, type ShippedLocale } from '@oriel/embed';
import { applyLocale, applyScheme, applyTheme, shownLocale, shownScheme, watchScheme } from './appearance.ts';
import { mergeThemes, NO_THEME } from './host-theme.ts';
import {
  resolveLanguage,
  resolveScheme,
  resolveTimezone,
  unknownLocale,
  type PreferenceProblem,
  type PreferenceSources,
  type SchemeChoice,
} from './preferences.ts';

/** What has changed of the preferences. */
type PreferenceChange = 'locale' | 'timezone' | 'scheme' | 'theme';

/**
 * Language, zone and look of a surface, as its host, its session and its account want them. They are applied to the
 * page already.
 */
export interface SurfacePreferences {
  /** The locale of the page's texts. */
  readonly locale: ShippedLocale;
  /** The zone of queries; undefined leaves it to the query API. */
  readonly timezone: string | undefined;
  /** The zone of a dashboard's queries, which its author may have named. */
  timezoneOf(dashboard: Pick<Dashboard, 'config'>): string | undefined;
  /** The scheme that is shown. */
  readonly scheme: 'light' | 'dark';
  /** Calls the listener after each change. Returns the function that ends it. */
  subscribe(listener: (change: PreferenceChange) => void): () => void;
}

type PreferenceAction = EmbedAction<'set-color-scheme' | 'set-theme' | 'set-locale' | 'set-timezone'>;

/** The preferences, and what only the entry does with them. */
interface PreferenceControl {
  readonly preferences: SurfacePreferences;
  /**
   * Takes over what address, session and account say, now and for each session that comes later. What an action has set
   * stays.
   *
   * @returns what of it cannot be used
   */
  resolve(sources: PreferenceSources, theme: EmbedTheme | null): PreferenceProblem[];
  /** Carries out an action. @returns what of it cannot be used; the rest is done. @throws where nothing of it is */
  perform(action: PreferenceAction): readonly string[];
}

/**
 * The preferences of the page before anything is asked: those of the address, else the language of the page itself and
 * the scheme of the system.
 */
export function createPreferences(address: URL): PreferenceControl {
  const listeners = new Set<(change: PreferenceChange) => void>();
  let timezone: string | undefined;
  let known: PreferenceSources = { address: address.searchParams, session: {}, account: undefined };
  let sessionTheme: EmbedTheme | null = null;
  /** What the host has set by actions: it goes before everything else. */
  const set: { locale?: string; timezone?: string; theme?: EmbedTheme } = {};
  let choice: SchemeChoice = applyScheme(resolveScheme(address.searchParams).scheme ?? 'auto');
  const tell = (change: PreferenceChange) => {
    for (const listener of listeners) listener(change);
  };
  const { language } = resolveLanguage({ address: address.searchParams, session: {}, account: undefined });
  // The server knows session and account, and has written the page in their language.
  applyLocale(language ?? document.documentElement.lang);
  watchScheme(() => {
    applyScheme(choice);
    tell('scheme');
  });
  const changes: { [T in PreferenceAction['type']]: (action: EmbedAction<T>) => readonly string[] } = {
    'set-color-scheme': ({ payload }) => {
      choice = applyScheme(payload.scheme);
      tell('scheme');
      return [];
    },
    'set-theme': ({ payload }) => {
      const problems = applyTheme(payload);
      set.theme = mergeThemes(set.theme ?? {}, payload);
      tell('theme');
      return problems;
    },
    'set-locale': ({ payload }) => {
      if (resolveLocale(payload.locale) === undefined) throw new Error(unknownLocale(payload.locale));
      applyLocale(payload.locale);
      set.locale = payload.locale;
      tell('locale');
      return [];
    },
    'set-timezone': ({ payload }) => {
      ({ timezone } = payload);
      set.timezone = payload.timezone;
      tell('timezone');
      return [];
    },
  };
  /** The theme of the session, and over it what actions have set. */
  const resolveTheme = (theme: EmbedTheme | null): PreferenceProblem[] => {
    if (JSON.stringify(theme) === JSON.stringify(sessionTheme)) return [];
    sessionTheme = theme;
    applyTheme(NO_THEME);
    const problems = applyTheme(theme ?? {});
    if (set.theme) applyTheme(set.theme);
    tell('theme');
    return problems.map((message) => ({ context: 'session', message }));
  };
  return {
    preferences: {
      get locale() {
        return shownLocale();
      },
      get timezone() {
        return timezone;
      },
      timezoneOf: (dashboard) =>
        set.timezone ?? resolveTimezone({ ...known, dashboardZone: pinnedZone(dashboard) }).timezone,
      get scheme() {
        return shownScheme();
      },
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    resolve(sources, theme) {
      known = sources;
      const zone = resolveTimezone(sources);
      const language = resolveLanguage(sources);
      const before = { locale: document.documentElement.dataset['locale'], timezone };
      timezone = set.timezone ?? zone.timezone;
      applyLocale(set.locale ?? language.language);
      const problems = resolveTheme(theme);
      if (before.timezone !== timezone) tell('timezone');
      if (before.locale !== document.documentElement.dataset['locale']) tell('locale');
      const scheme = resolveScheme(sources.address);
      return [...zone.problems, ...language.problems, ...scheme.problems, ...problems];
    },
    perform(action) {
      // Each action goes to the function under its own name.
      return (changes[action.type] as (action: PreferenceAction) => readonly string[])(action);
    },
  };
}
