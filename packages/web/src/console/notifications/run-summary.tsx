import { Group, Text } from '@mantine/core';
import type { NotificationRun } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { formatTime } from '../times/format-time.ts';
import { RunStatus } from './run-status.tsx';

/** A run on one line, with why it failed below. */
export function RunSummary({ run }: { run: NotificationRun }) {
  return (
    <div>
      <Group gap="xs">
        <RunStatus status={run.status} />
        <Text size="sm">{formatTime(run.scheduledFor)}</Text>
        <Text size="sm" c="dimmed">
          {t('notifications.sentOf', { sent: run.sentCount, count: run.recipientCount })}
        </Text>
      </Group>
      {run.error != null && (
        <Text size="xs" c="red" style={{ overflowWrap: 'anywhere' }}>
          {run.error}
        </Text>
      )}
    </div>
  );
}
