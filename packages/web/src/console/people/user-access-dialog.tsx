import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ApiKey, User } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { useDeployments } from '../api/api.ts';
import { KeyTable } from '../api-keys/key-table.tsx';
import { GrantTable } from '../applications/grant-table.tsx';
import { Dialog } from '../elements/dialog.tsx';
import { SessionTable } from '../security/session-table.tsx';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { PagedList } from '../settings/paged-list.tsx';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import { nameOf, useAccessChanges, useGrantsOf, useKeysOf, useSessionsOf } from './people-api.ts';

/** Where a user is signed in and what acts for them, for administrators to end. */
export function UserAccessDialog({ user, onClose }: { user: User; onClose(): void }) {
  const [revoked, setRevoked] = useState<ApiKey>();
  const { revoke } = useAccessChanges(user.id);
  if (revoked)
    return (
      <ConfirmDialog
        title={t('apiKeys.revokeTitle', { name: revoked.name })}
        text={t('apiKeys.revokeText')}
        action={t('apiKeys.revoke')}
        refusal={t('action.keep')}
        mutation={revoke}
        input={revoked.id}
        onClose={() => setRevoked(undefined)}
      />
    );
  return (
    <Dialog onClose={onClose} size="xl" title={t('people.access.title', { name: nameOf(user) })}>
      <Stack>
        <Sessions userId={user.id} />
        <Grants userId={user.id} />
        <Keys userId={user.id} onRevoke={setRevoked} />
      </Stack>
    </Dialog>
  );
}

function Sessions({ userId }: { userId: number }) {
  const { data, isError, error, isFetching, refetch } = useSessionsOf(userId);
  const { endSession, endAll } = useAccessChanges(userId);
  const heading = <Title order={3}>{t('people.access.sessions')}</Title>;
  if (!data)
    return (
      <>
        {heading}
        {isError ? (
          <ErrorState
            title={t('people.access.unloaded')}
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <LoadingState />
        )}
      </>
    );
  return (
    <>
      <Group justify="space-between">
        {heading}
        {data.items.length > 0 && (
          <Button
            size="compact-sm"
            variant="light"
            color="red"
            loading={endAll.isPending}
            onClick={() => endAll.mutate()}
          >
            {t('people.access.endAll')}
          </Button>
        )}
      </Group>
      {data.items.length === 0 ? (
        <Text c="dimmed">{t('people.access.noSessions')}</Text>
      ) : (
        <SessionTable sessions={data.items} end={endSession} />
      )}
      <FailureAlert error={endSession.error ?? endAll.error} />
    </>
  );
}

function Grants({ userId }: { userId: number }) {
  const grants = useGrantsOf(userId);
  const { all: deployments } = useDeployments();
  const { withdraw } = useAccessChanges(userId);
  return (
    <>
      <Title order={3}>{t('people.access.applications')}</Title>
      <PagedList
        list={grants}
        unloaded={t('applications.unloaded')}
        empty={<Text c="dimmed">{t('people.access.noApplications')}</Text>}
      >
        {(items) => (
          <GrantTable grants={items} deployments={deployments} onWithdraw={({ id }) => withdraw.mutate(id)} />
        )}
      </PagedList>
      <FailureAlert error={withdraw.error} />
    </>
  );
}

function Keys({ userId, onRevoke }: { userId: number; onRevoke(key: ApiKey): void }) {
  const keys = useKeysOf(userId);
  const { all: deployments } = useDeployments();
  return (
    <>
      <Title order={3}>{t('apiKeys.title')}</Title>
      <PagedList
        list={keys}
        unloaded={t('people.access.keysUnloaded')}
        empty={<Text c="dimmed">{t('people.access.noKeys')}</Text>}
      >
        {(items) => <KeyTable keys={items} deployments={deployments} onRevoke={onRevoke} />}
      </PagedList>
    </>
  );
}
