import { Switch } from '@mantine/core';
import type { AuthenticationSettings } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { SectionForm } from '../settings/section-form.tsx';
import { AdministratorSelect } from './administrator-select.tsx';
import { useUpdateAuthenticationSettings } from './authentication-api.ts';

/** Whether people sign in by passwords, and who does in any case. */
export function PasswordsSection({ settings }: { settings: AuthenticationSettings }) {
  const [requiresProvider, setRequires] = useState(settings.requiresProvider);
  const [keeper, setKeeper] = useState(settings.breakGlassUserId);
  const update = useUpdateAuthenticationSettings();
  const isChanged = requiresProvider !== settings.requiresProvider || keeper !== settings.breakGlassUserId;
  return (
    <SectionForm
      title={t('authentication.passwords.title')}
      hint={t('authentication.passwords.hint')}
      isChanged={isChanged}
      mutation={update}
      onSave={() => update.mutate({ requiresProvider, breakGlassUserId: keeper })}
    >
      <AdministratorSelect value={keeper} onChange={setKeeper} />
      <Switch
        label={t('authentication.passwords.require')}
        checked={requiresProvider}
        onChange={(event) => setRequires(event.target.checked)}
      />
    </SectionForm>
  );
}
