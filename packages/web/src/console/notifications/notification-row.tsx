import { Button, Group, Table, Text } from '@mantine/core';
import type { NotificationDto } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { formatTime } from '../times/format-time.ts';
import { RowMenu } from '../settings/row-menu.tsx';
import { TimeCell } from '../settings/settings-table.tsx';
import { RunStatus } from './run-status.tsx';

/** What may be done with a notification. */
export type NotificationAction = 'edit' | 'recipients' | 'run' | 'history' | 'toggle' | 'delete';

interface NotificationRowProps {
  notification: NotificationDto;
  onAction(action: NotificationAction): void;
}

/** A notification with its next and its newest run. */
export function NotificationRow({ notification, onAction }: NotificationRowProps) {
  const { dashboardTitle, humanReadableSchedule, timezone, isEnabled, nextRunAt, lastRun } = notification;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600}>
          {dashboardTitle}
        </Text>
        <Text size="xs" c="dimmed">
          {t('notifications.schedule', { schedule: humanReadableSchedule, timezone })}
        </Text>
      </Table.Td>
      <TimeCell visibleFrom="md">
        <Text size="sm">{isEnabled && nextRunAt ? formatTime(nextRunAt) : t('notifications.off')}</Text>
      </TimeCell>
      <Table.Td>
        {lastRun ? (
          <Group gap={6}>
            <RunStatus status={lastRun.status} />
            <Text size="xs" c="dimmed" visibleFrom="sm">
              {formatTime(lastRun.scheduledFor)}
            </Text>
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            {t('notifications.neverRun')}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Button size="compact-sm" variant="subtle" onClick={() => onAction('recipients')}>
          {t('notifications.recipientCount', { count: notification.recipientCount })}
        </Button>
      </Table.Td>
      <Table.Td ta="end">
        <RowMenu
          label={t('notifications.actionsOf', { name: dashboardTitle })}
          actions={[
            { label: t('notifications.runNow'), onClick: () => onAction('run') },
            { label: t('notifications.history'), onClick: () => onAction('history') },
            { label: t('notifications.recipients'), onClick: () => onAction('recipients') },
            { label: t('action.edit'), onClick: () => onAction('edit') },
            {
              label: isEnabled ? t('notifications.disable') : t('notifications.enable'),
              onClick: () => onAction('toggle'),
            },
            { label: t('action.delete'), isDangerous: true, onClick: () => onAction('delete') },
          ]}
        />
      </Table.Td>
    </Table.Tr>
  );
}
