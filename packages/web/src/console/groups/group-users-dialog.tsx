import { CloseButton, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { UserGroup } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { nameOf, useUsers } from '../people/people-api.ts';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { PagedList } from '../settings/paged-list.tsx';
import { useGroupChanges, useGroupUsers } from './groups-api.ts';

const TYPING_MS = 200;

/** The users of a group; each change takes effect at once. */
export function GroupUsersDialog({ group, onClose }: { group: UserGroup; onClose(): void }) {
  const users = useGroupUsers(group.id);
  const { addUser, removeUser } = useGroupChanges();
  return (
    <Modal opened onClose={onClose} title={t('groups.usersOf', { name: group.name })}>
      <Stack>
        <UserPicker onAdd={(userId) => addUser.mutate({ groupId: group.id, userId })} />
        <FailureAlert error={addUser.error ?? removeUser.error} />
        <PagedList
          list={users}
          unloaded={t('groups.usersUnloaded')}
          empty={<Text c="dimmed">{t('groups.noUsers')}</Text>}
        >
          {(items) => (
            <Stack component="ul" gap={6} p={0} m={0} style={{ listStyle: 'none' }}>
              {items.map((user) => (
                <Group component="li" key={user.id} justify="space-between" wrap="nowrap">
                  <div>
                    <Text size="sm" fw={600}>
                      {nameOf(user)}
                    </Text>
                    {nameOf(user) !== user.email && (
                      <Text size="xs" c="dimmed">
                        {user.email}
                      </Text>
                    )}
                  </div>
                  <CloseButton
                    aria-label={t('groups.removeUser', { name: nameOf(user) })}
                    onClick={() => removeUser.mutate({ groupId: group.id, userId: user.id })}
                  />
                </Group>
              ))}
            </Stack>
          )}
        </PagedList>
      </Stack>
    </Modal>
  );
}

/** Finds a user by name or address and adds the one that is chosen. */
function UserPicker({ onAdd }: { onAdd(userId: number): void }) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), TYPING_MS);
  const { query, items = [] } = useUsers(asked);
  return (
    <Select
      label={t('groups.addUser')}
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
