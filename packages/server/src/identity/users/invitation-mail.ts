import type { UserInvitation } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import { composeNotice } from '../../mail/compose-notice.ts';
import { findMailLocale } from '../../mail/find-mail-locale.ts';
import { MailFailure } from '../../mail/mail-failure.ts';
import type { MailRoom } from '../../mail/mail-room.ts';

/** An invitation before it is known whether it was sent. */
export type InvitationLink = Omit<UserInvitation, 'delivery'>;

/** Who is invited, of which account. */
interface Invited {
  readonly tenantId: number;
  readonly email: string;
}

/** What an invitation is sent with. */
interface InvitationTools {
  readonly db: Db;
  /** Undefined without a mail server. */
  readonly mailRoom: Pick<MailRoom, 'send'> | undefined;
}

/**
 * Sends an invitation to the user, where there is a mail server. The link is in the answer of the operation as well, so
 * a message that is not taken is told there, and fails nothing. It is not sent in the background: a job would store the
 * token.
 */
export async function sendInvitation(
  { db, mailRoom }: InvitationTools,
  { tenantId, email }: Invited,
  invitation: InvitationLink,
): Promise<UserInvitation> {
  if (!mailRoom) return { ...invitation, delivery: 'not_configured' };
  const { url } = invitation;
  const locale = await findMailLocale(db, tenantId, email);
  try {
    await mailRoom.send(composeNotice({ kind: 'invitation', email, locale, url }));
    return { ...invitation, delivery: 'sent' };
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    return { ...invitation, delivery: 'failed' };
  }
}
