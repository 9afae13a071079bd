import type { ShippedLocale } from '@oriel/contract/locale';
import { composeNotice } from '../../mail/compose-notice.ts';
import type { Mail } from '../../mail/mail-room.ts';

interface ResetLink {
  readonly token: string;
  /** Where the user reaches the server. */
  readonly baseUrl: string;
}

/** The message with a link to set another password. */
export function resetMail(email: string, locale: ShippedLocale, { token, baseUrl }: ResetLink): Mail {
  // Behind the #, which no server is sent, no log has and no referrer carries.
  return composeNotice({ kind: 'reset', email, locale, url: `${baseUrl}/reset-password#${token}` });
}

/** The message that a password has changed, in whatever way. */
export function changedMail(email: string, locale: ShippedLocale): Mail {
  return composeNotice({ kind: 'changed', email, locale });
}
