import { client } from '../api/api.ts';
import { t } from '../../messages/console-texts.ts';
import { SetPasswordPage } from './set-password-page.tsx';

/** Where the link of an invitation leads. */
export function InvitationPage() {
  return (
    <SetPasswordPage
      title={t('invitation.title')}
      action={t('invitation.accept')}
      setPassword={(token, password) => client.call('acceptInvitation', { body: { token, password } })}
    />
  );
}
