import type { CurrentUser } from '@oriel/contract';
import { resolveLocale, type ShippedLocale } from '@oriel/embed';
import { useEffect, useSyncExternalStore } from 'react';
import { loadChatTexts } from '../../messages/chat-texts.ts';
import { loadConsoleTexts } from '../../messages/console-texts.ts';
import { loadDashboardTexts } from '../../messages/dashboard-texts.ts';
import { userStorage } from '../storage/user-storage.ts';

const ENGLISH: ShippedLocale = 'en-US';

let shown: ShippedLocale = ENGLISH;
/** The tag that was asked for last: one that comes later wins, whichever loads first. */
let wanted: string = ENGLISH;
const listeners = new Set<() => void>();

/**
 * Loads what the console says in a language, once.
 *
 * @param tag a BCP 47 tag; of a language without texts nothing is loaded
 * @throws where it cannot be loaded
 */
export async function loadLanguage(tag: string): Promise<void> {
  const locale = resolveLocale(tag) ?? ENGLISH;
  await Promise.all([loadConsoleTexts(locale), loadChatTexts(locale), loadDashboardTexts(locale)]);
}

/**
 * Shows the console in a language: its texts in the locale that they exist in, numbers and dates as the region writes
 * them (`de-AT` has the texts of `de-DE`). In English for a language without texts, and as before where its texts
 * cannot be loaded.
 *
 * @param tag a BCP 47 tag
 */
export async function showLanguage(tag: string): Promise<void> {
  const found = resolveLocale(tag);
  const [locale, region] = found === undefined ? [ENGLISH, ENGLISH] : [found, tag];
  wanted = region;
  try {
    await loadLanguage(region);
  } catch {
    return;
  }
  if (wanted !== region) return;
  const { documentElement } = document;
  documentElement.lang = locale;
  documentElement.dataset['locale'] = Intl.NumberFormat.supportedLocalesOf(region)[0] ?? locale;
  if (locale === shown) return;
  shown = locale;
  for (const listener of listeners) listener();
}

/** The language before it is known who looks: the one that the device was used in last, else the browser's. */
export const firstLanguage = (): string => userStorage.language ?? browserLanguage();

/** The first language of the browser that there are texts of; English without one. */
export function browserLanguage(languages: readonly string[] = navigator.languages): string {
  return languages.find((tag) => resolveLocale(tag) !== undefined) ?? ENGLISH;
}

/**
 * The locale of the texts that are shown. Texts are read where they are drawn, so another one draws everything anew.
 */
export function useShownLocale(): ShippedLocale {
  return useSyncExternalStore(subscribe, () => shown);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps the console in the language of its user: the one in their settings, else the browser's. */
export function useLanguageOf({ settings }: Pick<CurrentUser, 'settings'>): void {
  const own = settings?.locale ?? undefined;
  useEffect(() => {
    userStorage.language = own;
    void showLanguage(own ?? browserLanguage());
  }, [own]);
}
