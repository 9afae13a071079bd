import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { nameOf, useUsers } from './people-api.ts';

const TYPING_MS = 200;

/** Finds a user by name or address and adds the one that is chosen. */
export function UserPicker({ label, onAdd }: { label: string; onAdd(userId: number): void }) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), TYPING_MS);
  const { query, items = [] } = useUsers(asked);
  return (
    <Select
      label={label}
      placeholder={t('groups.addUserHint')}
      data-autofocus
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      value={null}
      nothingFoundMessage={query.isFetching ? t('state.loading') : t('people.none')}
      // The server has looked for the text already, in addresses as well.
      filter={({ options }) => options}
      data={items.map((user) => ({
        value: String(user.id),
        label: nameOf(user) === user.email ? user.email : `${nameOf(user)} · ${user.email}`,
      }))}
      onChange={(value) => {
        setSearch('');
        if (value !== null) onAdd(Number(value));
      }}
    />
  );
}
