import type { ShippedLocale } from '@oriel/embed';
import type { AppTranslation } from '../app-translation.ts';

/** Where the texts of each locale are; English is part of the page. Each is loaded by who needs it. */
const translations: Readonly<
  Partial<Record<Exclude<ShippedLocale, 'en-US'>, () => Promise<AppTranslation>>>
> = {
  'de-DE': async () => (await import('./german.ts')).german,
  'ja-JP': async () => (await import('./japanese.ts')).japanese,
};

/** The texts of a locale; undefined for English, and where there are none. */
export async function loadAppTranslation(locale: ShippedLocale): Promise<AppTranslation | undefined> {
  return locale === 'en-US' ? undefined : translations[locale]?.();
}
