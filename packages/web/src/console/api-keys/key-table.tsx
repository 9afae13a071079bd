import { Badge, Button, Code, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import type { ApiKey, Deployment } from '@oriel/contract';
import { formatDay } from '../times/format-time.ts';
import { SettingsTable, TimeCell } from '../settings/settings-table.tsx';
import { t } from '../../messages/console-texts.ts';

const dayOf = (time: string | null) => (time === null ? t('never') : formatDay(time));

interface KeyTableProps {
  keys: readonly ApiKey[];
  deployments: readonly Deployment[];
  /** Absent for the keys of others: only their user learns the new one. */
  onReplace?(key: ApiKey): void;
  onRevoke(key: ApiKey): void;
}

/** The keys, what each reaches and until when. */
export function KeyTable({ keys, deployments, onReplace, onRevoke }: KeyTableProps) {
  const nameOf = (id: number) => deployments.find((deployment) => deployment.id === id)?.name ?? String(id);
  return (
    <SettingsTable
      head={
        <>
          <Table.Th>{t('apiKeys.column.name')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('apiKeys.column.key')}</Table.Th>
          <Table.Th>{t('apiKeys.column.reaches')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('apiKeys.column.lastUsed')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('apiKeys.column.expires')}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{t('apiKeys.column.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {keys.map((key) => (
        <Table.Tr key={key.id}>
          <Table.Td fw={600}>
            {key.name}
            {/* What the columns of wider screens say. */}
            <Text hiddenFrom="sm" size="xs" c="dimmed">
              {t('apiKeys.onPhone', { used: dayOf(key.lastUsedAt), expires: dayOf(key.expiresAt) })}
            </Text>
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Code>{t('apiKeys.prefix', { prefix: key.prefix })}</Code>
          </Table.Td>
          <Table.Td>
            <Group gap={4}>
              {key.deploymentIds === null ? (
                <Badge size="sm" variant="light" miw="max-content">
                  {t('apiKeys.allDeployments')}
                </Badge>
              ) : (
                key.deploymentIds.map((id) => (
                  <Badge key={id} size="sm" variant="light" color="gray">
                    {nameOf(id)}
                  </Badge>
                ))
              )}
              {key.isReadOnly && (
                <Badge size="sm" variant="light" color="gray" miw="max-content">
                  {t('apiKeys.readOnly')}
                </Badge>
              )}
              {key.tags?.map((tag) => (
                <Badge key={tag} size="sm" variant="outline" color="gray">
                  {tag}
                </Badge>
              ))}
            </Group>
          </Table.Td>
          <TimeCell visibleFrom="sm">{dayOf(key.lastUsedAt)}</TimeCell>
          <TimeCell visibleFrom="sm">{dayOf(key.expiresAt)}</TimeCell>
          <Table.Td ta="end">
            {onReplace && (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t('apiKeys.replaceNamed', { name: key.name })}
                onClick={() => onReplace(key)}
              >
                {t('apiKeys.replace')}
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={t('apiKeys.revokeNamed', { name: key.name })}
              onClick={() => onRevoke(key)}
            >
              {t('apiKeys.revoke')}
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </SettingsTable>
  );
}
