import { Stack, Text } from '@mantine/core';
import type { NotificationDto, NotificationRecipient } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { UserPicker } from '../people/user-picker.tsx';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { PagedList } from '../settings/paged-list.tsx';
import { useNotificationChanges, useRecipients } from './notifications-api.ts';
import { RecipientRow } from './recipient-row.tsx';
import { ViewerForm } from './viewer-form.tsx';
import { Dialog } from '../elements/dialog.tsx';

interface RecipientsDialogProps {
  deploymentId: number;
  notification: NotificationDto;
  onClose(): void;
}

/** Who gets a dashboard; each change takes effect at once. */
export function RecipientsDialog({ deploymentId, notification, onClose }: RecipientsDialogProps) {
  const { id, dashboardTitle } = notification;
  const recipients = useRecipients(deploymentId, id);
  const { addRecipient, removeRecipient } = useNotificationChanges(deploymentId);
  return (
    <Dialog onClose={onClose} title={t('notifications.recipientsOf', { name: dashboardTitle })} size="lg">
      <Stack>
        <UserPicker
          label={t('notifications.addUser')}
          onAdd={(userId) => addRecipient.mutate({ id, type: 'USER', userId })}
        />
        <ViewerForm
          isBusy={addRecipient.isPending}
          onAdd={(viewer, onSuccess) =>
            addRecipient.mutate({ id, type: 'EMBED_USER', ...viewer }, { onSuccess })
          }
        />
        <FailureAlert error={addRecipient.error ?? removeRecipient.error} />
        <PagedList
          list={recipients}
          unloaded={t('notifications.recipientsUnloaded')}
          empty={<Text c="dimmed">{t('notifications.noRecipients')}</Text>}
        >
          {(items) => (
            <Stack component="ul" gap={6} p={0} m={0} style={{ listStyle: 'none' }}>
              {items.map((recipient) => (
                <RecipientRow
                  key={`${recipient.userId} ${recipient.embedUserId}`}
                  recipient={recipient}
                  onRemove={() => removeRecipient.mutate({ id, recipient: refOf(recipient) })}
                />
              ))}
            </Stack>
          )}
        </PagedList>
      </Stack>
    </Dialog>
  );
}

function refOf({ type, userId, embedUserId, embedTenantName }: NotificationRecipient) {
  return { type, id: userId ?? embedUserId ?? 0, embedTenantName: embedTenantName ?? null };
}
