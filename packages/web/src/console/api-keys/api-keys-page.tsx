import { Button, Group, Text, Title } from '@mantine/core';
import type { ApiKey } from '@oriel/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, useDeployments } from '../api.ts';
import { ErrorState, LoadingState, MessageState } from '../states.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import styles from '../page.module.css';
import { useDocumentTitle } from '../use-document-title.ts';
import { t } from '../../messages/console-texts.ts';

/** The keys that programs act with in the user's name. */
export function ApiKeysPage() {
  const keys = useQuery({ queryKey: ['api-keys'], queryFn: () => client.call('getApiKeys', {}) });
  const { all: deployments } = useDeployments();
  const [dialog, setDialog] = useState<'create' | ApiKey>();
  useDocumentTitle(t('apiKeys.title'));
  const newKey = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog('create')}>
      {t('apiKeys.create')}
    </Button>
  );
  return (
    <div className={styles.page}>
      <Group justify="space-between" align="flex-end" mb="md">
        <div>
          <Title order={1}>{t('apiKeys.title')}</Title>
          <Text c="dimmed">{t('apiKeys.hint')}</Text>
        </div>
        {keys.data && keys.data.items.length > 0 && newKey}
      </Group>
      {keys.data ? (
        keys.data.items.length === 0 ? (
          <MessageState title={t('apiKeys.none')} text={t('apiKeys.noneText')}>
            {newKey}
          </MessageState>
        ) : (
          <KeyTable keys={keys.data.items} deployments={deployments} onRevoke={setDialog} />
        )
      ) : keys.isError ? (
        <ErrorState
          title={t('apiKeys.unloaded')}
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
