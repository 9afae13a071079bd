import { Badge, Code, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import type { OAuthClient } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { formatDay } from '../times/format-time.ts';
import { RowMenu } from '../settings/row-menu.tsx';
import { SettingsTable, TimeCell } from '../settings/settings-table.tsx';
import { kindOf } from './client-kinds.ts';

/** What is done with a client. */
export type ClientAction = 'edit' | 'rotate' | 'delete';

interface ClientTableProps {
  clients: readonly OAuthClient[];
  onAction(action: ClientAction, client: OAuthClient): void;
}

/** The clients, what each is and where it leads to. */
export function ClientTable({ clients, onAction }: ClientTableProps) {
  return (
    <SettingsTable
      head={
        <>
          <Table.Th>{t('oauthClients.column.name')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('oauthClients.column.kind')}</Table.Th>
          <Table.Th visibleFrom="md">{t('oauthClients.column.redirects')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('oauthClients.column.created')}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{t('oauthClients.column.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {clients.map((client) => (
        <ClientRow key={client.id} client={client} onAction={(action) => onAction(action, client)} />
      ))}
    </SettingsTable>
  );
}

function ClientRow({ client, onAction }: { client: OAuthClient; onAction(action: ClientAction): void }) {
  const { name, clientId, isDynamic, redirectUris, createdAt, tokenEndpointAuthMethod } = client;
  const kind = t(`oauthClients.kind.${kindOf(client)}`);
  const hasSecret = tokenEndpointAuthMethod !== 'none';
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={6}>
          <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {isDynamic && (
            <Badge size="sm" variant="light" color="gray" miw="max-content">
              {t('oauthClients.dynamic')}
            </Badge>
          )}
        </Group>
        <Code style={{ overflowWrap: 'anywhere' }}>{clientId}</Code>
        {/* What the columns of wider screens say. */}
        <Text hiddenFrom="sm" size="xs" c="dimmed">
          {kind}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{kind}</Table.Td>
      <Table.Td visibleFrom="md">
        {redirectUris.length === 0 && <Text c="dimmed">{t('oauthClients.noRedirects')}</Text>}
        {redirectUris.map((uri) => (
          <Text key={uri} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {uri}
          </Text>
        ))}
      </Table.Td>
      <TimeCell visibleFrom="sm">{formatDay(createdAt)}</TimeCell>
      <Table.Td ta="end">
        <RowMenu
          label={t('oauthClients.actionsOf', { name })}
          actions={[
            { label: t('action.edit'), onClick: () => onAction('edit') },
            { label: t('oauthClients.rotate'), isDisabled: !hasSecret, onClick: () => onAction('rotate') },
            { label: t('action.delete'), isDangerous: true, onClick: () => onAction('delete') },
          ]}
        />
      </Table.Td>
    </Table.Tr>
  );
}
