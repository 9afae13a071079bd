import { SegmentedControl, Select, Stack, Switch, Text } from '@mantine/core';
import type { NotificationDto, NotificationFormat } from '@oriel/contract';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { issueOf } from '../api/error-kind.ts';
import { FormDialog } from '../settings/form-dialog.tsx';
import { useNotificationChanges, usePublishedDashboards } from './notifications-api.ts';
import { scheduleOf } from './form-schedule.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import { SchedulePreview } from './schedule-preview.tsx';

interface NotificationDialogProps {
  deploymentId: number;
  /** The one to change; absent for a new one. */
  notification?: NotificationDto;
  onClose(): void;
}

/** Creates a notification, or changes the one that is given. */
export function NotificationDialog({ deploymentId, notification, onClose }: NotificationDialogProps) {
  const dashboards = usePublishedDashboards(deploymentId);
  const { create, update } = useNotificationChanges(deploymentId);
  const [dashboardPublicId, setDashboard] = useState<string | null>(notification?.dashboardPublicId ?? null);
  const [schedule, setSchedule] = useState(() => scheduleOf(notification));
  const [sendsMail, setSendsMail] = useState(notification?.notificationEnabled ?? true);
  const [format, setFormat] = useState<NotificationFormat>(notification?.notificationFormat ?? 'png');
  const { error, isPending } = notification ? update : create;
  const save = () => {
    const body = { ...schedule, notificationEnabled: sendsMail, notificationFormat: format };
    if (notification) update.mutate({ id: notification.id, ...body }, { onSuccess: onClose });
    else create.mutate({ dashboardPublicId, ...body }, { onSuccess: onClose });
  };
  const isSaidByField = Object.keys(schedule).some((field) => issueOf(error, field) !== undefined);
  return (
    <FormDialog
      title={
        notification
          ? t('notifications.form.edit', { name: notification.dashboardTitle })
          : t('notifications.form.create')
      }
      action={notification ? t('action.save') : t('action.create')}
      isBusy={isPending}
      error={isSaidByField ? null : error}
      onSubmit={save}
      onClose={onClose}
    >
      {!notification && (
        <Select
          label={t('notifications.form.dashboard')}
          placeholder={t('notifications.form.dashboardHint')}
          required
          searchable
          data-autofocus
          nothingFoundMessage={t('notifications.form.noDashboard')}
          data={dashboards.data ?? []}
          value={dashboardPublicId}
          error={issueOf(error, 'dashboardId')}
          onChange={setDashboard}
        />
      )}
      <ScheduleFields schedule={schedule} issueOf={(field) => issueOf(error, field)} onChange={setSchedule} />
      <SchedulePreview deploymentId={deploymentId} schedule={schedule} />
      <Switch
        label={t('notifications.form.sendsMail')}
        description={t('notifications.form.sendsMailHint')}
        checked={sendsMail}
        onChange={(event) => setSendsMail(event.target.checked)}
      />
      {sendsMail && (
        <Stack gap={4}>
          <Text size="sm" fw={500} id="notification-format">
            {t('notifications.form.format')}
          </Text>
          <SegmentedControl
            aria-labelledby="notification-format"
            data={[
              { value: 'png', label: t('notifications.form.png') },
              { value: 'pdf', label: t('notifications.form.pdf') },
            ]}
            value={format}
            onChange={setFormat}
          />
        </Stack>
      )}
    </FormDialog>
  );
}
