import type { ShippedLocale } from '@oriel/embed';
import type { DashboardEditorTranslation } from './dashboard-editor-translation.ts';

/** Where the texts of each locale are; English is part of the editor. Each is loaded by who needs it. */
const translations: Readonly<
  Record<Exclude<ShippedLocale, 'en-US'>, () => Promise<DashboardEditorTranslation>>
> = {
  'de-DE': async () => (await import('./german.ts')).german,
  'es-ES': async () => (await import('./spanish.ts')).spanish,
  'es-MX': async () => (await import('./spanish.ts')).spanish,
  'fr-FR': async () => (await import('./french.ts')).french,
  'it-IT': async () => (await import('./italian.ts')).italian,
  'ja-JP': async () => (await import('./japanese.ts')).japanese,
  'nb-NO': async () => (await import('./norwegian.ts')).norwegian,
  'pt-BR': async () => (await import('./portuguese.ts')).brazilianPortuguese,
  'pt-PT': async () => (await import('./portuguese.ts')).portuguese,
  'sv-SE': async () => (await import('./swedish.ts')).swedish,
  'vi-VN': async () => (await import('./vietnamese.ts')).vietnamese,
};

/** The texts of a locale; undefined for English. */
export async function loadDashboardEditorTranslation(
  locale: ShippedLocale,
): Promise<DashboardEditorTranslation | undefined> {
  return locale === 'en-US' ? undefined : translations[locale]();
}
