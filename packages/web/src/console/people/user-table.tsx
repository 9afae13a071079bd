import { Avatar, Badge, Group, Select, Table, Text, VisuallyHidden } from '@mantine/core';
import type { User } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { formatDay } from '../times/format-time.ts';
import { RowMenu } from '../settings/row-menu.tsx';
import { SettingsTable, TimeCell } from '../settings/settings-table.tsx';
import { builtInRoleOf, builtInRoles, nameOf } from './people-api.ts';

/** What may be done with a user. */
export type UserAction = 'attributes' | 'access' | 'link' | 'activate' | 'deactivate' | 'delete' | 'factors';

interface UserTableProps {
  users: readonly User[];
  /** Of the user who looks, who may not be taken away. */
  ownId: number | undefined;
  onRole(user: User, roles: string[]): void;
  onAction(action: UserAction, user: User): void;
}

/** Users, the role of each, and when they were here last. */
export function UserTable({ users, ownId, onRole, onAction }: UserTableProps) {
  return (
    <SettingsTable
      head={
        <>
          <Table.Th>{t('people.column.user')}</Table.Th>
          <Table.Th>{t('people.column.role')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('people.column.lastLogin')}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{t('people.column.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {users.map((user) => (
        <Table.Tr key={user.id}>
          <Table.Td>
            <UserCell user={user} isOwn={user.id === ownId} />
          </Table.Td>
          <Table.Td>
            <RoleSelect user={user} onRole={onRole} />
          </Table.Td>
          <TimeCell visibleFrom="sm">
            {user.lastLogin == null ? t('never') : formatDay(user.lastLogin)}
          </TimeCell>
          <Table.Td ta="end">
            <UserActions user={user} isOwn={user.id === ownId} onAction={onAction} />
          </Table.Td>
        </Table.Tr>
      ))}
    </SettingsTable>
  );
}

function UserCell({ user, isOwn }: { user: User; isOwn: boolean }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar size={32} name={nameOf(user)} color="initials" visibleFrom="sm" />
      <div>
        <Group gap={6}>
          <Text size="sm" fw={600}>
            {nameOf(user)}
          </Text>
          {isOwn && (
            <Badge size="sm" variant="light">
              {t('people.you')}
            </Badge>
          )}
          {user.isDeactivated === true && (
            <Badge size="sm" variant="light" color="gray">
              {t('people.deactivated')}
            </Badge>
          )}
        </Group>
        {nameOf(user) !== user.email && (
          <Text size="xs" c="dimmed">
            {user.email}
          </Text>
        )}
      </div>
    </Group>
  );
}

/** The built-in role; those of the account are kept and named below. */
function RoleSelect({ user, onRole }: Pick<UserTableProps, 'onRole'> & { user: User }) {
  const builtIn = builtInRoleOf(user);
  const own = (user.defaultRoles ?? []).filter((role) => role !== builtIn);
  return (
    <div>
      <Select
        aria-label={t('people.roleOf', { name: nameOf(user) })}
        size="xs"
        w={{ base: 112, sm: 130 }}
        allowDeselect={false}
        placeholder={t('people.noRole')}
        data={builtInRoles.map((role) => ({ value: role, label: t(`people.role.${role}`) }))}
        value={builtIn}
        onChange={(role) => role !== null && onRole(user, [role, ...own])}
      />
      {own.length > 0 && (
        <Text size="xs" c="dimmed" mt={2}>
          {own.join(', ')}
        </Text>
      )}
    </div>
  );
}

interface UserActionsProps extends Pick<UserTableProps, 'onAction'> {
  user: User;
  isOwn: boolean;
}

function UserActions({ user, isOwn, onAction }: UserActionsProps) {
  const isActive = user.isDeactivated !== true;
  const open = (action: UserAction) => () => onAction(action, user);
  const actions = [
    { label: t('people.attributes'), onClick: open('attributes') },
    { label: t('people.access.action'), onClick: open('access') },
    isActive
      ? { label: t('people.newLink'), onClick: open('link') }
      : { label: t('people.activate'), onClick: open('activate') },
    ...(isActive ? [{ label: t('people.resetFactors'), isDisabled: isOwn, onClick: open('factors') }] : []),
    ...(isActive ? [{ label: t('people.deactivate'), isDisabled: isOwn, onClick: open('deactivate') }] : []),
    { label: t('action.delete'), isDangerous: true, isDisabled: isOwn, onClick: open('delete') },
  ];
  return <RowMenu label={t('people.actionsOf', { name: nameOf(user) })} actions={actions} />;
}
