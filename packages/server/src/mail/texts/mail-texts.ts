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

/** What the mail of the server says, by its kind. Values stand in double braces. */
export interface MailTexts {
  /** To a user who was invited. */
  readonly invitation: ActionTexts;
  /** To a user who asks for another password. */
  readonly reset: ActionTexts;
  /** To a user with another password. */
  readonly changed: Omit<ActionTexts, 'action'>;
  readonly notification: NotificationTexts;
  /** To a viewer whom a comment mentions. */
  readonly mention: MentionTexts;
  /** What stands for truth values. */
  readonly truth: { readonly yes: string; readonly no: string };
}

/** The messages of a few lines. */
export type NoticeKind = 'invitation' | 'reset' | 'changed';

interface ActionTexts {
  /** The subject and the heading. */
  readonly title: string;
  /** With `{{email}}`. */
  readonly text: string;
  /** On the button. */
  readonly action: string;
  /** Why the reader gets it, or what to do where it is a mistake. */
  readonly reason: string;
}

interface NotificationTexts {
  /** The subject where the dashboard has no title. */
  readonly unnamed: string;
  /** On the button. */
  readonly open: string;
  readonly reason: string;
  readonly unsubscribe: string;
  /** In the place of the data where the recipient may not download it. */
  readonly withoutData: string;
  /** What the picture shows, for those who do not see it. */
  readonly picture: string;
  /** With `{{titles}}` of tables. */
  readonly tooLarge: string;
  readonly failed: string;
  readonly noRows: string;
  /** With `{{count}}`. */
  readonly moreRows: { readonly one: string; readonly other: string };
}

interface MentionTexts {
  /** The subject and the heading, with `{{author}}` and `{{dashboard}}`. */
  readonly title: string;
  /** In the place of the name of a dashboard without one. */
  readonly unnamed: string;
  /** On the button. */
  readonly open: string;
  /** In the place of the button, where nobody has said where the host shows dashboards. */
  readonly openYourself: string;
  /** Why the reader gets it. */
  readonly reason: string;
  readonly unsubscribe: string;
}

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
