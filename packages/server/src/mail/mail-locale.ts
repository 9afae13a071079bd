/** The locales that mail to viewers is written in: those of the surfaces. The first of a language stands for its other regions. */
export const mailLocales = [
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

export type MailLocale = (typeof mailLocales)[number];

/** `no` is any Norwegian; ours is Bokmål. */
const LANGUAGE_OF: Readonly<Record<string, string>> = { no: 'nb' };

/**
 * The locale that mail is written in for a language tag, as surfaces are shown in it: itself, else the first of its language.
 * Undefined without a tag, for a language that there are no texts in, and for a text that is no language tag.
 */
export function mailLocale(tag: string | null | undefined): MailLocale | undefined {
  if (tag == null) return undefined;
  try {
    const { baseName, language } = new Intl.Locale(tag);
    const wanted = LANGUAGE_OF[language] ?? language;
    return (
      mailLocales.find((locale) => locale === baseName) ??
      mailLocales.find((locale) => locale.startsWith(`${wanted}-`))
    );
  } catch {
    return undefined; // a RangeError: no language tag
  }
}
