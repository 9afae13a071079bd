import { Badge, Button, Table, Text, VisuallyHidden } from '@mantine/core';
import type { DeploymentEnvironment } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { Copyable } from '../elements/copyable.tsx';
import { PagedList } from '../settings/paged-list.tsx';
import { SettingsTable } from '../settings/settings-table.tsx';
import { MessageState } from '../elements/states.tsx';
import { useEnvironments } from './deployment-api.ts';
import { TokensDialog } from './tokens-dialog.tsx';

interface EnvironmentsTabProps {
  deploymentId: number;
  managesTokens: boolean;
}

/** The branches that can be queried, where, and the tokens for them. */
export function EnvironmentsTab({ deploymentId, managesTokens }: EnvironmentsTabProps) {
  const environments = useEnvironments(deploymentId);
  const [shown, setShown] = useState<DeploymentEnvironment>();
  return (
    <>
      <Text c="dimmed" size="sm" mb="sm" maw={640}>
        {t('environments.hint')}
      </Text>
      <PagedList
        list={environments}
        unloaded={t('environments.unloaded')}
        empty={<MessageState title={t('environments.none')} />}
      >
        {(items) => (
          <SettingsTable
            head={
              <>
                <Table.Th>{t('environments.column.branch')}</Table.Th>
                <Table.Th visibleFrom="sm">{t('environments.column.address')}</Table.Th>
                <Table.Th>
                  <VisuallyHidden>{t('environments.column.actions')}</VisuallyHidden>
                </Table.Th>
              </>
            }
          >
            {items.map((environment) => (
              <Table.Tr key={environment.id}>
                <Table.Td>
                  <Text size="sm" fw={600} component="span" me={6}>
                    {environment.branch ?? environment.id}
                  </Text>
                  <Badge
                    size="sm"
                    variant="light"
                    color={environment.type === 'production' ? 'green' : 'gray'}
                  >
                    {t(`environments.type.${environment.type}`)}
                  </Badge>
                  {environment.user != null && (
                    <Text size="xs" c="dimmed">
                      {environment.user}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td visibleFrom="sm" maw={420}>
                  {environment.api_credentials.map(
                    ({ type, url }) =>
                      url != null && (
                        <Copyable key={type} text={url} label={t('environments.column.address')} />
                      ),
                  )}
                </Table.Td>
                <Table.Td ta="end">
                  {managesTokens && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={t('environments.tokensOf', {
                        branch: environment.branch ?? environment.id,
                      })}
                      onClick={() => setShown(environment)}
                    >
                      {t('environments.tokens')}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </SettingsTable>
        )}
      </PagedList>
      {shown && (
        <TokensDialog deploymentId={deploymentId} environment={shown} onClose={() => setShown(undefined)} />
      )}
    </>
  );
}
