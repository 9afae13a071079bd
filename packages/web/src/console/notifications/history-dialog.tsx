import { Accordion, Text } from '@mantine/core';
import type { NotificationDto } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { ErrorState, LoadingState } from '../elements/states.tsx';
import { Deliveries } from './deliveries.tsx';
import { useRuns } from './notifications-api.ts';
import { RunSummary } from './run-summary.tsx';
import { Dialog } from '../elements/dialog.tsx';

interface HistoryDialogProps {
  deploymentId: number;
  notification: NotificationDto;
  onClose(): void;
}

/** The runs of a notification; one that is opened tells what each recipient got, and why not. */
export function HistoryDialog({ deploymentId, notification, onClose }: HistoryDialogProps) {
  const { id, dashboardTitle } = notification;
  const { data, error, isFetching, refetch } = useRuns(deploymentId, id);
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <Dialog onClose={onClose} title={t('notifications.historyOf', { name: dashboardTitle })} size="lg">
      {error ? (
        <ErrorState
          title={t('notifications.historyUnloaded')}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <LoadingState />
      ) : data.items.length === 0 ? (
        <Text c="dimmed">{t('notifications.neverRun')}</Text>
      ) : (
        <Accordion value={opened} onChange={setOpened}>
          {data.items.map((run) => (
            <Accordion.Item key={run.id} value={String(run.id)}>
              <Accordion.Control>
                <RunSummary run={run} />
              </Accordion.Control>
              <Accordion.Panel>
                {opened === String(run.id) && (
                  <Deliveries deploymentId={deploymentId} notificationId={id} runId={run.id} />
                )}
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </Dialog>
  );
}
