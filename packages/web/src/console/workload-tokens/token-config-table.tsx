import { Code, Table, Text, VisuallyHidden } from '@mantine/core';
import type { OidcTokenConfig } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { RowMenu } from '../settings/row-menu.tsx';
import { SettingsTable } from '../settings/settings-table.tsx';

interface TokenConfigTableProps {
  configs: readonly OidcTokenConfig[];
  onEdit(config: OidcTokenConfig): void;
  onSwitch(config: OidcTokenConfig): void;
  onDelete(config: OidcTokenConfig): void;
}

/** Configurations with their audiences, and whether tokens are issued. */
export function TokenConfigTable({ configs, onEdit, onSwitch, onDelete }: TokenConfigTableProps) {
  return (
    <SettingsTable
      head={
        <>
          <Table.Th>{t('workloads.column.name')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('workloads.column.variable')}</Table.Th>
          <Table.Th>{t('workloads.column.state')}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{t('workloads.column.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {configs.map((config) => (
        <Table.Tr key={config.id}>
          <Table.Td>
            <Text size="sm" fw={600}>
              {config.name}
            </Text>
            <Text size="xs" c="dimmed">
              {config.audience}
            </Text>
          </Table.Td>
          <Table.Td visibleFrom="sm">
            {config.targetEnvVar != null && <Code>{config.targetEnvVar}</Code>}
          </Table.Td>
          <Table.Td>{config.isEnabled ? t('workloads.enabled') : t('workloads.disabled')}</Table.Td>
          <Table.Td ta="end">
            <RowMenu
              label={t('workloads.actionsFor', { name: config.name })}
              actions={[
                { label: t('action.edit'), onClick: () => onEdit(config) },
                {
                  label: config.isEnabled ? t('workloads.disable') : t('workloads.enable'),
                  onClick: () => onSwitch(config),
                },
                { label: t('action.delete'), isDangerous: true, onClick: () => onDelete(config) },
              ]}
            />
          </Table.Td>
        </Table.Tr>
      ))}
    </SettingsTable>
  );
}
