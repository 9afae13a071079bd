import type { ShippedLocale } from '@oriel/embed';
import type { dashboardEnglish } from '../dashboard-english.ts';
import type { Translation } from '../translation.ts';

/** The texts of dashboards in another language. */
export type DashboardTranslation = Translation<typeof dashboardEnglish>;

/** Where the texts of each locale are; English is part of the page. Each is loaded by who needs it. */
const translations: Readonly<Record<Exclude<ShippedLocale, 'en-US'>, () => Promise<DashboardTranslation>>> = {
  'de-DE': async () => (await import('./german.ts')).german,
  'es-ES': async () => (await import('./spanish.ts')).spanish,
  'es-MX': async () => (await import('./mexican-spanish.ts')).mexicanSpanish,
  'fr-FR': async () => (await import('./french.ts')).french,
  'it-IT': async () => (await import('./italian.ts')).italian,
  'ja-JP': async () => (await import('./japanese.ts')).japanese,
  'nb-NO': async () => (await import('./norwegian.ts')).norwegian,
  'pt-BR': async () => (await import('./brazilian-portuguese.ts')).brazilianPortuguese,
  'pt-PT': async () => (await import('./portuguese.ts')).portuguese,
  'sv-SE': async () => (await import('./swedish.ts')).swedish,
  'vi-VN': async () => (await import('./vietnamese.ts')).vietnamese,
};

const loading = new Map<string, Promise<DashboardTranslation | undefined>>();

/** The texts of a locale; undefined for English. Asked twice, they are loaded once; what failed is tried again. */
export function loadTranslation(locale: ShippedLocale): Promise<DashboardTranslation | undefined> {
  if (locale === 'en-US') return Promise.resolve(undefined);
  const known = loading.get(locale);
  if (known) return known;
  const texts = translations[locale]();
  loading.set(locale, texts);
  texts.catch(() => loading.delete(locale));
  return texts;
}
