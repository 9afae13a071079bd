import { Badge, Table, Text, VisuallyHidden } from '@mantine/core';
import type { Role } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { builtInRoles } from '../people/people-api.ts';
import { RowMenu } from '../settings/row-menu.tsx';
import { SettingsTable } from '../settings/settings-table.tsx';

interface RoleTableProps {
  roles: readonly Role[];
  onAction(action: 'edit' | 'delete', role: Role): void;
}

/** The roles of the account, and below them those that every account has. */
export function RoleTable({ roles, onAction }: RoleTableProps) {
  return (
    <SettingsTable
      head={
        <>
          <Table.Th>{t('roles.column.name')}</Table.Th>
          <Table.Th>{t('roles.column.permits')}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{t('roles.column.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {roles.map((role) => (
        <Table.Tr key={role.id}>
          <Table.Td>
            <Text size="sm" fw={600}>
              {role.name}
            </Text>
            {role.description != null && role.description !== '' && (
              <Text size="xs" c="dimmed">
                {role.description}
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            <Text size="sm">{summaryOf(role)}</Text>
          </Table.Td>
          <Table.Td ta="end">
            <RowMenu
              label={t('roles.actionsOf', { name: role.name })}
              actions={[
                { label: t('action.edit'), onClick: () => onAction('edit', role) },
                { label: t('action.delete'), isDangerous: true, onClick: () => onAction('delete', role) },
              ]}
            />
          </Table.Td>
        </Table.Tr>
      ))}
      {builtInRoles.map((role) => (
        <Table.Tr key={role}>
          <Table.Td>
            <Text size="sm" fw={600} component="span" me={6}>
              {t(`people.role.${role}`)}
            </Text>
            <Badge size="sm" variant="light" color="gray">
              {t('roles.builtIn')}
            </Badge>
          </Table.Td>
          <Table.Td colSpan={2}>
            <Text size="sm">{t(`people.roleHint.${role}`)}</Text>
          </Table.Td>
        </Table.Tr>
      ))}
    </SettingsTable>
  );
}

/** What a role permits, in a line. */
function summaryOf({ policies }: Role): string {
  if (policies.length === 0) return t('roles.permitsNothing');
  return policies
    .map(({ resourceType, actions, resources }) =>
      t('roles.policySummary', {
        actions: actions.includes('All') ? t('roles.everything') : actions.join(', '),
        where:
          resourceType === 'Global'
            ? t('roles.inAccount')
            : resources.includes('All')
              ? t('roles.onEvery', { kind: resourceType })
              : t('roles.onSome', { kind: resourceType, count: resources.length }),
      }),
    )
    .join(' · ');
}
