import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { User } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { builtInRoleOf, nameOf, useUser, useUsers } from '../people/people-api.ts';

const TYPING_MS = 200;

interface AdministratorSelectProps {
  /** Id of the user; null for none. */
  value: number | null;
  onChange(userId: number | null): void;
}

/** The administrator who keeps their password, found by name or address among all users of the account. */
export function AdministratorSelect({ value, onChange }: AdministratorSelectProps) {
  const [typed, setTyped] = useState('');
  const chosen = useUser(value);
  const label = chosen && labelOf(chosen);
  // What stands in the field while nothing is typed is no search.
  const [asked] = useDebouncedValue(typed === label ? '' : typed.trim(), TYPING_MS);
  const { query, items = [] } = useUsers(asked);
  const others = items.filter((user) => isAdministrator(user) && user.id !== value);
  return (
    <Select
      label={t('authentication.passwords.keeper')}
      description={t('authentication.passwords.keeperHint')}
      maw={420}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={
        query.isFetching ? t('state.loading') : t('authentication.passwords.noAdministrator')
      }
      // The server has looked for the text already.
      filter={({ options }) => options}
      value={value === null ? null : String(value)}
      data={[...(chosen ? [chosen] : []), ...others].map((user) => ({
        value: String(user.id),
        label: labelOf(user),
      }))}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}

function isAdministrator(user: User): boolean {
  return builtInRoleOf(user) === 'Admin' && !user.isDeactivated;
}

function labelOf(user: User): string {
  return nameOf(user) === user.email ? user.email : `${nameOf(user)} · ${user.email}`;
}
