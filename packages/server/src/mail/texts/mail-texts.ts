import { resolveLocale, type ShippedLocale } from '@oriel/contract/locale';
import { brazilianPortuguese } from './brazilian-portuguese.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { japanese } from './japanese.ts';
import { mexicanSpanish } from './mexican-spanish.ts';
import { norwegian } from './norwegian.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';
import { swedish } from './swedish.ts';
import { vietnamese } from './vietnamese.ts';
import type { MailTexts, NotificationTexts } from './mail-text-types.ts';

/** The texts in every language that surfaces have. */
export const mailTexts: Readonly<Record<ShippedLocale, MailTexts>> = {
  'en-US': english,
  'de-DE': german,
  'es-ES': spanish,
  'es-MX': mexicanSpanish,
  'fr-FR': french,
  'it-IT': italian,
  'ja-JP': japanese,
  'nb-NO': norwegian,
  'pt-BR': brazilianPortuguese,
  'pt-PT': portuguese,
  'sv-SE': swedish,
  'vi-VN': vietnamese,
};

/** The first of some language tags that texts exist in, as the locale of the texts; English where there is none. */
export const mailLocale = (...tags: readonly (string | null | undefined)[]): ShippedLocale =>
  tags.map(resolveLocale).find((locale) => locale !== undefined) ?? 'en-US';

/** A text with its values. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_match, name: string) => values[name] ?? '');
}

/** A text with a number, in the form that its language has for it. */
export function fillCount(
  { one, other }: NotificationTexts['moreRows'],
  count: number,
  locale: string,
): string {
  const text = new Intl.PluralRules(locale).select(count) === 'one' ? one : other;
  return fillText(text, { count: new Intl.NumberFormat(locale).format(count) });
}
