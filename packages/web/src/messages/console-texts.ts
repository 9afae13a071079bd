import type { ShippedLocale } from '@oriel/embed';
import { loadAppTranslation } from './app-languages/index.ts';
import { consoleEnglish } from './english/console-english.ts';
import { loadConsoleTranslation } from './console-languages/index.ts';
import { loadSignInTranslation } from './sign-in-languages/index.ts';
import { createTexts } from './texts.ts';

const texts = createTexts('console', { en: consoleEnglish });

/** The texts of the console: everything in it that is neither data nor the server's own sentence. */
export const { t } = texts;

/**
 * Loads the texts of a locale that the embedded application shows.
 * @throws where they cannot be loaded; English stays
 */
export async function loadAppTexts(locale: ShippedLocale): Promise<void> {
  const translation = await loadAppTranslation(locale);
  if (translation) texts.add(locale, translation);
}

/** Loads the texts of a locale for the way in, which the window of an embedded surface shows. @throws as above */
async function loadSignInTexts(locale: ShippedLocale): Promise<void> {
  const translation = await loadSignInTranslation(locale);
  if (translation) texts.add(locale, translation);
}

/** Loads the texts of a locale for every page of the console. @throws as above */
export async function loadConsoleTexts(locale: ShippedLocale): Promise<void> {
  const [translation] = await Promise.all([
    loadConsoleTranslation(locale),
    loadAppTexts(locale),
    loadSignInTexts(locale),
  ]);
  if (translation) texts.add(locale, translation);
}
