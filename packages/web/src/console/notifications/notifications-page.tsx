import { Alert, Button } from '@mantine/core';
import type { NotificationDto } from '@oriel/contract';
import { IconMail, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import styles from '../look/page.module.css';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { PageHeading } from '../settings/page-heading.tsx';
import { PagedList } from '../settings/paged-list.tsx';
import { useDeploymentId } from '../api/deployment-id.ts';
import { MessageState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { HistoryDialog } from './history-dialog.tsx';
import { NotificationDialog } from './notification-dialog.tsx';
import type { NotificationAction } from './notification-row.tsx';
import { NotificationTable } from './notification-table.tsx';
import { useNotificationChanges, useNotifications } from './notifications-api.ts';
import { RecipientsDialog } from './recipients-dialog.tsx';

/** What is open over the page: an action on a notification, or the form of a new one. */
type Dialog = { action: NotificationAction; notification: NotificationDto } | { action: 'create' };

/** The dashboards that are sent on a schedule: when, to whom, and what became of it. */
export function NotificationsPage() {
  const deploymentId = useDeploymentId();
  const notifications = useNotifications(deploymentId);
  const { run, update, remove } = useNotificationChanges(deploymentId);
  const [dialog, setDialog] = useState<Dialog>();
  useDocumentTitle(t('notifications.title'));
  const close = () => setDialog(undefined);
  const act = (action: NotificationAction, notification: NotificationDto) => {
    const { id, isEnabled } = notification;
    if (action === 'toggle') return update.mutate({ id, isEnabled: !isEnabled });
    if (action !== 'run') return setDialog({ action, notification });
    return run.mutate(id, { onSuccess: () => setDialog({ action: 'history', notification }) });
  };
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ action: 'create' })}>
      {t('notifications.create')}
    </Button>
  );
  // A button that goes again takes the focus with it.
  const hasAny = notifications.items !== undefined && notifications.items.length > 0;
  return (
    <div className={styles.page}>
      <PageHeading title={t('notifications.title')} hint={t('notifications.hint')}>
        {hasAny && create}
      </PageHeading>
      {notifications.items?.[0]?.canSendMail === false && (
        <Alert color="orange" mb="md">
          {t('notifications.noMailServer')}
        </Alert>
      )}
      <FailureAlert error={run.error ?? update.error} mb="md" />
      <PagedList
        list={notifications}
        unloaded={t('notifications.unloaded')}
        empty={
          <MessageState icon={IconMail} title={t('notifications.none')} text={t('notifications.noneText')}>
            {create}
          </MessageState>
        }
      >
        {(items) => <NotificationTable notifications={items} onAction={act} />}
      </PagedList>
      {dialog?.action === 'create' && <NotificationDialog deploymentId={deploymentId} onClose={close} />}
      {dialog?.action === 'edit' && (
        <NotificationDialog deploymentId={deploymentId} notification={dialog.notification} onClose={close} />
      )}
      {dialog?.action === 'recipients' && (
        <RecipientsDialog deploymentId={deploymentId} notification={dialog.notification} onClose={close} />
      )}
      {dialog?.action === 'history' && (
        <HistoryDialog deploymentId={deploymentId} notification={dialog.notification} onClose={close} />
      )}
      {dialog?.action === 'delete' && (
        <ConfirmDialog
          title={t('notifications.deleteTitle', { name: dialog.notification.dashboardTitle })}
          text={t('notifications.deleteText')}
          action={t('action.delete')}
          mutation={remove}
          input={dialog.notification.id}
          onClose={close}
        />
      )}
    </div>
  );
}
