import { Badge, CloseButton, Group, Text } from '@mantine/core';
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
  const { email, type, embedTenantName } = recipient;
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <Group gap="xs">
        <Text size="sm">{email}</Text>
        {type === 'EMBED_USER' && (
          <Badge variant="light" color="gray" tt="none">
            {t('notifications.viewerOf', { name: embedTenantName ?? '' })}
          </Badge>
        )}
      </Group>
      <CloseButton
        aria-label={t('notifications.removeRecipient', { name: email ?? '' })}
        onClick={onRemove}
      />
    </Group>
  );
}
