import { Badge, CloseButton, Group, Text, Tooltip } from '@mantine/core';
import type { NotificationRecipient } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';

/** A recipient in the list, with the button that removes it. */
export function RecipientRow({
  recipient,
  onRemove,
}: {
  recipient: NotificationRecipient;
  onRemove(): void;
}) {
  const { email, type, embedTenantName, canView } = recipient;
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <Group gap="xs">
        <Text size="sm">{email}</Text>
        {type === 'EMBED_USER' && (
          <Badge variant="light" color="gray" tt="none">
            {t('notifications.viewerOf', { name: embedTenantName ?? '' })}
          </Badge>
        )}
        {canView === false && (
          <Tooltip
            label={t('notifications.cannotViewHint')}
            events={{ hover: true, focus: true, touch: true }}
          >
            <Badge variant="light" color="orange" tt="none" tabIndex={0}>
              {t('notifications.cannotView')}
            </Badge>
          </Tooltip>
        )}
      </Group>
      <CloseButton
        aria-label={t('notifications.removeRecipient', { name: email ?? '' })}
        onClick={onRemove}
      />
    </Group>
  );
}
