import { escapeHtml } from '../../mail/escape-html.ts';
import { mailPage } from '../../mail/mail-page.ts';
import type { Mail } from '../../mail/mail-room.ts';

/** The message with a link to set another password. @param baseUrl where the user reaches the server */
export function resetMail(email: string, token: string, baseUrl: string): Mail {
  // Behind the #, which no server is sent, no log has and no referrer carries.
  const url = `${baseUrl}/reset-password#${token}`;
  const title = 'Set another password';
  const text = `A new password for ${email} was asked for. The link works once, within an hour.`;
  const footer = 'If it was not you, do nothing: your password stays as it is.';
  const html = mailPage({
    title,
    html: `<p>${escapeHtml(text)}</p>`,
    button: { label: 'Set another password', url },
    footer,
  });
  return { to: email, subject: title, text: `${text}\n\n${url}\n\n${footer}`, html };
}

/** The message that a password has changed, in whatever way. */
export function changedMail(email: string): Mail {
  const title = 'Your password was changed';
  const text = `The password for ${email} was changed, and the other sessions of the console have ended.`;
  const footer = 'If it was not you, ask for a new password on the sign-in page, and tell an administrator.';
  const html = mailPage({ title, html: `<p>${escapeHtml(text)}</p>`, footer });
  return { to: email, subject: title, text: `${text}\n\n${footer}`, html };
}
