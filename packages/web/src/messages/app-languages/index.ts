import type { AppTranslation } from './app-translation.ts';
import { createTranslationLoader } from '../translation/translation-loader.ts';

/** Loads the texts of a locale; undefined for English. */
export const loadAppTranslation = createTranslationLoader<AppTranslation>({
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
});
