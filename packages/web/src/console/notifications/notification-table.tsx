import { Table, VisuallyHidden } from '@mantine/core';
import type { NotificationDto } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { SettingsTable } from '../settings/settings-table.tsx';
import { NotificationRow, type NotificationAction } from './notification-row.tsx';

interface NotificationTableProps {
  notifications: readonly NotificationDto[];
  onAction(action: NotificationAction, notification: NotificationDto): void;
}

/** Notifications with their schedule, recipients and newest run. */
export function NotificationTable({ notifications, onAction }: NotificationTableProps) {
  return (
    <SettingsTable
      head={
        <>
          <Table.Th>{t('notifications.column.dashboard')}</Table.Th>
          <Table.Th visibleFrom="md">{t('notifications.column.next')}</Table.Th>
          <Table.Th>{t('notifications.column.last')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('notifications.column.recipients')}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{t('notifications.column.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {notifications.map((notification) => (
        <NotificationRow
          key={notification.id}
          notification={notification}
          onAction={(action) => onAction(action, notification)}
        />
      ))}
    </SettingsTable>
  );
}
