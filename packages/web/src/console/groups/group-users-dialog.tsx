import { CloseButton, Group, Stack, Text } from '@mantine/core';
import type { UserGroup } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { nameOf } from '../people/people-api.ts';
import { UserPicker } from '../people/user-picker.tsx';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { PagedList } from '../settings/paged-list.tsx';
import { useGroupChanges, useGroupUsers } from './groups-api.ts';
import { Dialog } from '../elements/dialog.tsx';

/** The users of a group; each change takes effect at once. */
export function GroupUsersDialog({ group, onClose }: { group: UserGroup; onClose(): void }) {
  const users = useGroupUsers(group.id);
  const { addUser, removeUser } = useGroupChanges();
  return (
    <Dialog onClose={onClose} title={t('groups.usersOf', { name: group.name })}>
      <Stack>
        <UserPicker
          label={t('groups.addUser')}
          onAdd={(userId) => addUser.mutate({ groupId: group.id, userId })}
        />
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
    </Dialog>
  );
}
