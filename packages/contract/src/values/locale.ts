/**
 * The locales that the texts of the surfaces and of mail to viewers exist in; the first of a language stands for its
 * other regions.
 */
export const shippedLocales = [
  'en-US',
  'de-DE',
  'es-ES',
  'es-MX',
  'fr-FR',
  'it-IT',
  'ja-JP',
  'nb-NO',
  'pt-BR',
  'pt-PT',
  'sv-SE',
  'vi-VN',
] as const;

export type ShippedLocale = (typeof shippedLocales)[number];

/** `no` is any Norwegian; ours is Bokmål. */
const LANGUAGE_OF: Readonly<Record<string, string>> = { no: 'nb' };

/**
 * The locale that a language tag is shown in: itself, else the first one of its language (`es-AR` in `es-ES`).
 * Undefined without a tag, for a language that is not shipped, and for a text that is no language tag.
 */
export function resolveLocale(tag: string | null | undefined): ShippedLocale | undefined {
  if (tag == null) return undefined;
  try {
    const { baseName, language } = new Intl.Locale(tag);
    const wanted = LANGUAGE_OF[language] ?? language;
    return (
      shippedLocales.find((locale) => locale === baseName) ??
      shippedLocales.find((locale) => locale.startsWith(`${wanted}-`))
    );
  } catch {
    return undefined; // a RangeError: no language tag
  }
}
