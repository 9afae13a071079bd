/** Languages for a choice, by their names in English and as their tags. */
export function languageChoices(locales: readonly string[]): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return locales.map((locale) => ({ value: locale, label: `${names.of(locale) ?? locale} · ${locale}` }));
}
