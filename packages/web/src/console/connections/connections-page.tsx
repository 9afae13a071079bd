import { Alert, Stack } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import styles from '../look/page.module.css';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { LoadedList } from '../settings/loaded-list.tsx';
import { PageHeading } from '../settings/page-heading.tsx';
import { MessageState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { ConnectionRow } from './connection-row.tsx';
import { useConnectionChanges, useConnections, type Connection } from './connections-api.ts';

const route = getRouteApi('/shell/connections');

/** The providers that the user is connected with, or may connect with. */
export function ConnectionsPage() {
  const connections = useConnections();
  const { connect, disconnect } = useConnectionChanges();
  const [removed, setRemoved] = useState<Connection['integration']>();
  const { connected, failed } = route.useSearch();
  useDocumentTitle(t('connections.title'));
  return (
    <div className={styles.page}>
      <PageHeading title={t('connections.title')} hint={t('connections.hint')} />
      {connected !== undefined && (
        <Alert color="green" role="status" mb="md">
          {t('connections.connected')}
        </Alert>
      )}
      {failed !== undefined && (
        <Alert color="red" role="alert" mb="md">
          {t('connections.failed')}
        </Alert>
      )}
      <FailureAlert error={connect.error} mb="md" />
      <LoadedList
        query={connections}
        unloaded={t('connections.unloaded')}
        empty={
          <MessageState
            icon={IconPlugConnected}
            title={t('connections.none')}
            text={t('connections.noneText')}
          />
        }
      >
        {(items) => (
          <Stack maw={720}>
            {items.map((connection) => (
              <ConnectionRow
                key={connection.integration.id}
                {...connection}
                isBusy={connect.isPending && connect.variables === connection.integration.id}
                onConnect={() => connect.mutate(connection.integration.id)}
                onDisconnect={() => setRemoved(connection.integration)}
              />
            ))}
          </Stack>
        )}
      </LoadedList>
      {removed && (
        <ConfirmDialog
          title={t('connections.remove.title', { name: removed.name })}
          text={t('connections.remove.text')}
          action={t('connections.disconnect')}
          mutation={disconnect}
          input={removed.id}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </div>
  );
}
