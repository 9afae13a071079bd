import { Button, Group, Text, Title } from '@mantine/core';
import type { ApiKey } from '@oriel/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client, useDeployments } from '../api.ts';
import { ErrorState, LoadingState, MessageState } from '../states.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import styles from '../page.module.css';

/** The keys that programs act with in the user's name. */
export function ApiKeysPage() {
  const keys = useQuery({ queryKey: ['api-keys'], queryFn: () => client.call('getApiKeys', {}) });
  const { all: deployments } = useDeployments();
  const [dialog, setDialog] = useState<'create' | ApiKey>();
  useEffect(() => void (document.title = 'API keys · Oriel'), []);
  const newKey = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog('create')}>
      New key
    </Button>
  );
  return (
    <div className={styles.page}>
      <Group justify="space-between" align="flex-end" mb="md">
        <div>
          <Title order={1}>API keys</Title>
          <Text c="dimmed">A key acts as you, on the deployments that it reaches.</Text>
        </div>
        {keys.data && keys.data.items.length > 0 && newKey}
      </Group>
      {keys.data ? (
        keys.data.items.length === 0 ? (
          <MessageState
            title="You have no keys yet"
            text="Programs sign in with a key instead of a password."
          >
            {newKey}
          </MessageState>
        ) : (
          <KeyTable keys={keys.data.items} deployments={deployments} onRevoke={setDialog} />
        )
      ) : keys.isError ? (
        <ErrorState
          title="Your keys could not be loaded"
          error={keys.error}
          isRetrying={keys.isFetching}
          onRetry={() => void keys.refetch()}
        />
      ) : (
        <LoadingState />
      )}
      {dialog === 'create' && (
        <CreateKeyDialog deployments={deployments} onClose={() => setDialog(undefined)} />
      )}
      {typeof dialog === 'object' && <RevokeKeyDialog apiKey={dialog} onClose={() => setDialog(undefined)} />}
    </div>
  );
}
