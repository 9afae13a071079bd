import type { UserInvitation } from '@oriel/contract';
import { escapeHtml } from '../../mail/escape-html.ts';
import { mailPage } from '../../mail/mail-page.ts';
import { MailFailure } from '../../mail/mail-failure.ts';
import type { MailRoom } from '../../mail/mail-room.ts';

/** An invitation before it is known whether it was sent. */
export type InvitationLink = Omit<UserInvitation, 'delivery'>;

/**
 * Sends an invitation to the user, where there is a mail server. The link is in the answer of the operation as well, so a message
 * that is not taken is told there, and fails nothing. It is not sent in the background: a job would store the token.
 *
 * @param mailRoom undefined without a mail server
 */
export async function sendInvitation(
  mailRoom: Pick<MailRoom, 'send'> | undefined,
  email: string,
  invitation: InvitationLink,
): Promise<UserInvitation> {
  if (!mailRoom) return { ...invitation, delivery: 'not_configured' };
  const { url } = invitation;
  const title = 'You are invited to Oriel';
  const text = `Set a password to sign in as ${email}. The link works once, within seven days.`;
  try {
    await mailRoom.send({
      to: email,
      subject: title,
      text: `${text}\n\n${url}`,
      html: mailPage({
        title,
        html: `<p>${escapeHtml(text)}</p>`,
        button: { label: 'Set a password', url },
        footer: 'You get this message because an administrator has invited you.',
      }),
    });
    return { ...invitation, delivery: 'sent' };
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    return { ...invitation, delivery: 'failed' };
  }
}
