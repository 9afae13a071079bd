import { textLanguage } from '../../messages/language.ts';

/** Languages for a choice, by their names in the language of the page and as their tags. */
export function languageChoices(locales: readonly string[]): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([textLanguage() ?? 'en'], { type: 'language' });
  return locales.map((locale) => ({ value: locale, label: `${names.of(locale) ?? locale} · ${locale}` }));
}
