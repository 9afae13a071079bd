import { Select, Switch } from '@mantine/core';
import type { AuthenticationSettings, User } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { builtInRoleOf, nameOf, useUsers } from '../people/people-api.ts';
import { SectionForm } from '../settings/section-form.tsx';
import { useUpdateAuthenticationSettings } from './authentication-api.ts';

/** Whether people sign in by passwords, and who does in any case. */
export function PasswordsSection({ settings }: { settings: AuthenticationSettings }) {
  const [requiresProvider, setRequires] = useState(settings.requiresProvider);
  const [keeper, setKeeper] = useState(settings.breakGlassUserId);
  const { items = [] } = useUsers('');
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
      <Select
        label={t('authentication.passwords.keeper')}
        description={t('authentication.passwords.keeperHint')}
        maw={420}
        searchable
        clearable
        value={keeper === null ? null : String(keeper)}
        data={items.filter(isAdministrator).map((user) => ({ value: String(user.id), label: labelOf(user) }))}
        onChange={(value) => setKeeper(value === null ? null : Number(value))}
      />
      <Switch
        label={t('authentication.passwords.require')}
        checked={requiresProvider}
        onChange={(event) => setRequires(event.target.checked)}
      />
    </SectionForm>
  );
}

function isAdministrator(user: User): boolean {
  return builtInRoleOf(user) === 'Admin' && !user.isDeactivated;
}

function labelOf(user: User): string {
  return nameOf(user) === user.email ? user.email : `${nameOf(user)} · ${user.email}`;
}
