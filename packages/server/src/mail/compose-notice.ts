import type { ShippedLocale } from '@oriel/contract/locale';
import { escapeHtml } from './escape-html.ts';
import { mailPage } from './mail-page.ts';
import type { Mail } from './mail-room.ts';
import type { NoticeKind } from './texts/mail-text-types.ts';
import { fillText, mailTexts } from './texts/mail-texts.ts';

/** A message of a few lines to a user, in a language. */
interface Notice {
  readonly kind: NoticeKind;
  readonly email: string;
  readonly locale: ShippedLocale;
  /** Where its button leads; a kind without a button has none. */
  readonly url?: string | undefined;
}

/** Composes the message. */
export function composeNotice({ kind, email, locale, url }: Notice): Mail {
  const { title, text: stated, action, reason } = { action: undefined, ...mailTexts[locale][kind] };
  const text = fillText(stated, { email });
  const html = mailPage({
    title,
    html: `<p>${escapeHtml(text)}</p>`,
    button: url === undefined || action === undefined ? undefined : { label: action, url },
    footer: escapeHtml(reason),
    language: locale,
  });
  return {
    to: email,
    subject: title,
    text: [text, ...(url === undefined ? [] : [url]), reason].join('\n\n'),
    html,
    headers: { 'Content-Language': locale },
  };
}
