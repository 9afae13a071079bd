import { Badge, Box, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import type { Deployment, OAuthGrant } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { formatTime } from '../times/format-time.ts';
import { SettingsTable, TimeCell } from '../settings/settings-table.tsx';

/** To the minute, which tells two logins of the same program apart. */
const timeOf = (time: string | null) => (time === null ? t('never') : formatTime(time));

interface GrantTableProps {
  grants: readonly OAuthGrant[];
  deployments: readonly Deployment[];
  onWithdraw(grant: OAuthGrant): void;
}

/** The applications, what each may do and since when. */
export function GrantTable({ grants, deployments, onWithdraw }: GrantTableProps) {
  return (
    <SettingsTable
      head={
        <>
          <Table.Th>{t('applications.column.name')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('applications.column.gets')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('applications.column.since')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('applications.column.lastUsed')}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{t('applications.column.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {grants.map((grant) => (
        <Table.Tr key={grant.id}>
          <Table.Td>
            <ClientName {...grant} />
            {/* What the columns of wider screens say. */}
            <Box hiddenFrom="sm" mt={4}>
              <Text size="xs" c="dimmed" mb={4}>
                {t('applications.onPhone', {
                  since: timeOf(grant.createdAt),
                  used: timeOf(grant.lastUsedAt),
                })}
              </Text>
              <Permitted grant={grant} deployments={deployments} />
            </Box>
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Permitted grant={grant} deployments={deployments} />
          </Table.Td>
          <TimeCell visibleFrom="sm">{timeOf(grant.createdAt)}</TimeCell>
          <TimeCell visibleFrom="sm">{timeOf(grant.lastUsedAt)}</TimeCell>
          <Table.Td ta="end">
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={t('applications.withdrawNamed', { name: grant.client.name })}
              onClick={() => onWithdraw(grant)}
            >
              {t('applications.withdraw')}
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </SettingsTable>
  );
}

function ClientName({ client: { name, uri, isBuiltIn }, isRemembered }: OAuthGrant) {
  const host = uri === null ? undefined : URL.parse(uri)?.host;
  const notes = [
    isBuiltIn ? t('applications.builtIn') : host,
    isRemembered ? t('applications.remembered') : undefined,
  ].filter((note) => note !== undefined);
  return (
    <>
      <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      {notes.length > 0 && (
        <Text size="xs" c="dimmed">
          {notes.join(' · ')}
        </Text>
      )}
    </>
  );
}

function Permitted({ grant, deployments }: { grant: OAuthGrant; deployments: readonly Deployment[] }) {
  const { scopes, deploymentIds } = grant;
  const isWriting = scopes.includes('api:write');
  const mayCall = isWriting || scopes.includes('api:read');
  const nameOf = (id: number) => deployments.find((deployment) => deployment.id === id)?.name ?? String(id);
  const reach = deploymentIds?.map(nameOf) ?? [t('applications.allDeployments')];
  return (
    <Group gap={4}>
      <Badge size="sm" variant="light" miw="max-content">
        {t(isWriting ? 'applications.write' : mayCall ? 'applications.read' : 'applications.identity')}
      </Badge>
      {mayCall &&
        reach.map((name) => (
          <Badge key={name} size="sm" variant="light" color="gray">
            {name}
          </Badge>
        ))}
    </Group>
  );
}
