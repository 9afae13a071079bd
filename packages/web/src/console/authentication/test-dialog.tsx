import { Alert, Stack, Table, Text } from '@mantine/core';
import type { IdentityProvider, IdentityProviderTest, ProvisioningPlan } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { Dialog } from '../elements/dialog.tsx';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import { useProviderTest } from './authentication-api.ts';

/** The result of the last test of a provider: its claims, and what a sign-in would do. */
export function TestDialog({ provider, onClose }: { provider: IdentityProvider; onClose(): void }) {
  const { data, isError, error, isFetching, refetch } = useProviderTest(provider.id);
  return (
    <Dialog onClose={onClose} title={t('authentication.result.title', { name: provider.name })} size="lg">
      {data ? (
        <TestResult result={data} />
      ) : isError ? (
        <ErrorState
          title={t('authentication.result.unloaded')}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingState />
      )}
    </Dialog>
  );
}

function TestResult({ result: { isSuccessful, error, plan, claims } }: { result: IdentityProviderTest }) {
  return (
    <Stack>
      <Alert
        color={isSuccessful ? 'green' : 'red'}
        role="status"
        {...(!isSuccessful && { title: t('authentication.result.failed') })}
      >
        {isSuccessful ? t('authentication.result.succeeded') : error}
      </Alert>
      {plan && <Text>{outcomeOf(plan)}</Text>}
      {claims && (
        <Table.ScrollContainer minWidth={280} type="native">
          <Table aria-label={t('authentication.result.claims')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('authentication.result.claim')}</Table.Th>
                <Table.Th>{t('authentication.result.value')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {Object.entries(claims).map(([name, value]) => (
                <Table.Tr key={name}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    {typeof value === 'string' ? value : JSON.stringify(value)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}

function outcomeOf({ outcome, email, roles, reason }: ProvisioningPlan): string {
  const values = { email: email ?? '', roles: roles.join(', '), reason: reason ?? '' };
  return t(`authentication.result.outcome.${outcome}`, values);
}
