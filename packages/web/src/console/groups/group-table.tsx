import { Badge, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import type { UserGroup } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { SettingsTable } from '../settings/settings-table.tsx';
import { RowMenu } from '../settings/row-menu.tsx';

/** What may be done with a group. */
export type GroupAction = 'users' | 'edit' | 'delete';

interface GroupTableProps {
  groups: readonly UserGroup[];
  onAction(action: GroupAction, group: UserGroup): void;
}

/** Groups with their users and the roles that they confer. */
export function GroupTable({ groups, onAction }: GroupTableProps) {
  return (
    <SettingsTable
      head={
        <>
          <Table.Th>{t('groups.column.name')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('groups.column.roles')}</Table.Th>
          <Table.Th>{t('groups.column.users')}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{t('groups.column.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {groups.map((group) => (
        <Table.Tr key={group.id}>
          <Table.Td>
            <Text size="sm" fw={600}>
              {group.name}
            </Text>
            {group.description != null && group.description !== '' && (
              <Text size="xs" c="dimmed">
                {group.description}
              </Text>
            )}
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Group gap={4}>
              {group.roles.map((role) => (
                <Badge key={role} variant="light">
                  {role}
                </Badge>
              ))}
            </Group>
          </Table.Td>
          <Table.Td>
            <Button size="compact-sm" variant="subtle" onClick={() => onAction('users', group)}>
              {t('groups.userCount', { count: group.userCount })}
            </Button>
          </Table.Td>
          <Table.Td ta="end">
            <RowMenu
              label={t('groups.actionsOf', { name: group.name })}
              actions={[
                { label: t('groups.users'), onClick: () => onAction('users', group) },
                { label: t('action.edit'), onClick: () => onAction('edit', group) },
                { label: t('action.delete'), isDangerous: true, onClick: () => onAction('delete', group) },
              ]}
            />
          </Table.Td>
        </Table.Tr>
      ))}
    </SettingsTable>
  );
}
