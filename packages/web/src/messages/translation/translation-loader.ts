import type { ShippedLocale } from '@oriel/embed';

/** Where the texts of each locale are; English is part of the page. */
export type Translations<Texts> = Readonly<Record<Exclude<ShippedLocale, 'en-US'>, () => Promise<Texts>>>;

/**
 * The function that loads the texts of a locale, each when it is needed; undefined for English. Asked twice, they are
 * loaded once; what failed is tried again.
 */
export function createTranslationLoader<Texts>(
  translations: Translations<Texts>,
): (locale: ShippedLocale) => Promise<Texts | undefined> {
  const loading = new Map<ShippedLocale, Promise<Texts>>();
  return async (locale) => {
    if (locale === 'en-US') return undefined;
    const known = loading.get(locale);
    if (known) return known;
    const texts = translations[locale]();
    loading.set(locale, texts);
    texts.catch(() => loading.delete(locale));
    return texts;
  };
}
