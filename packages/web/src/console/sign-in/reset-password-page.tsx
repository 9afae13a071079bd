import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { client } from '../api/api.ts';
import { t } from '../../messages/console-texts.ts';
import { SetPasswordPage } from './set-password-page.tsx';

/** Where the link for a forgotten password leads. */
export function ResetPasswordPage() {
  const [revokesKeys, setRevokesKeys] = useState(false);
  return (
    <SetPasswordPage
      title={t('resetPassword.title')}
      action={t('resetPassword.set')}
      setPassword={(token, password) =>
        client.call('resetPassword', { body: { token, password, revokesKeys } })
      }
    >
      <Checkbox
        label={t('resetPassword.revokesKeys')}
        description={t('resetPassword.revokesKeysHint')}
        checked={revokesKeys}
        onChange={(event) => setRevokesKeys(event.target.checked)}
      />
    </SetPasswordPage>
  );
}
