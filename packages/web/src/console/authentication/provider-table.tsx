import { Badge, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import type { IdentityProvider } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { RowMenu } from '../settings/row-menu.tsx';
import { SettingsTable } from '../settings/settings-table.tsx';

/** What can be done with a provider on the page. */
export type ProviderAction = 'edit' | 'delete' | 'test' | 'lastTest';

interface ProviderTableProps {
  providers: readonly IdentityProvider[];
  onAction(action: ProviderAction, provider: IdentityProvider): void;
}

/** The identity providers of the account. */
export function ProviderTable({ providers, onAction }: ProviderTableProps) {
  return (
    <SettingsTable
      head={
        <>
          <Table.Th>{t('authentication.column.name')}</Table.Th>
          <Table.Th>{t('authentication.column.state')}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{t('authentication.column.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {providers.map((provider) => (
        <Table.Tr key={provider.id}>
          <Table.Td>
            <Text size="sm" fw={600}>
              {provider.name}
            </Text>
            <Text size="xs" c="dimmed">
              {t(`authentication.kind.${provider.kind}`)}
            </Text>
          </Table.Td>
          <Table.Td>
            <States provider={provider} />
          </Table.Td>
          <Table.Td ta="end">
            <RowMenu
              label={t('authentication.actionsOf', { name: provider.name })}
              actions={[
                { label: t('authentication.test'), onClick: () => onAction('test', provider) },
                { label: t('authentication.lastTest'), onClick: () => onAction('lastTest', provider) },
                {
                  label: t('action.edit'),
                  isDisabled: provider.isManaged,
                  onClick: () => onAction('edit', provider),
                },
                {
                  label: t('action.delete'),
                  isDangerous: true,
                  isDisabled: provider.isManaged,
                  onClick: () => onAction('delete', provider),
                },
              ]}
            />
          </Table.Td>
        </Table.Tr>
      ))}
    </SettingsTable>
  );
}

function States({ provider: { isEnabled, testedAt, isManaged } }: { provider: IdentityProvider }) {
  return (
    <Group gap={6}>
      <Badge size="sm" variant="light" color={isEnabled ? 'green' : 'gray'}>
        {isEnabled ? t('authentication.enabled') : t('authentication.disabled')}
      </Badge>
      {testedAt === null && (
        <Badge size="sm" variant="light" color="orange">
          {t('authentication.untested')}
        </Badge>
      )}
      {isManaged && (
        <Badge size="sm" variant="light" color="gray">
          {t('authentication.managed')}
        </Badge>
      )}
    </Group>
  );
}
