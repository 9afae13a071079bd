import { Group, Stack, Text } from '@mantine/core';
import { t } from '../../messages/console-texts.ts';
import { PagedList } from '../settings/paged-list.tsx';
import { useDeliveries } from './notifications-api.ts';
import { RunStatus } from './run-status.tsx';

interface DeliveriesProps {
  deploymentId: number;
  notificationId: number;
  runId: number;
}

/** What each recipient of a run got, and why not. */
export function Deliveries({ deploymentId, notificationId, runId }: DeliveriesProps) {
  const deliveries = useDeliveries(deploymentId, notificationId, runId);
  return (
    <PagedList
      list={deliveries}
      unloaded={t('notifications.historyUnloaded')}
      empty={<Text c="dimmed">{t('notifications.noDeliveries')}</Text>}
    >
      {(items) => (
        <Stack component="ul" gap={8} p={0} m={0} style={{ listStyle: 'none' }}>
          {items.map((delivery) => (
            <li key={delivery.id}>
              <Group gap="xs" wrap="nowrap" justify="space-between">
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {delivery.email}
                </Text>
                <RunStatus status={delivery.status} />
              </Group>
              {delivery.error != null && (
                <Text size="xs" c="red" style={{ overflowWrap: 'anywhere' }}>
                  {t('notifications.attempts', { count: delivery.attempts, error: delivery.error })}
                </Text>
              )}
              {delivery.isWithoutData && (
                <Text size="xs" c="dimmed">
                  {t('notifications.withoutData')}
                </Text>
              )}
            </li>
          ))}
        </Stack>
      )}
    </PagedList>
  );
}
