import { Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { NotificationSchedule } from '@oriel/contract';
import { pageLanguage } from '../../messages/language.ts';
import { t } from '../../messages/console-texts.ts';
import { useSchedulePreview } from './notifications-api.ts';

const TYPING_MS = 250;

interface SchedulePreviewProps {
  deploymentId: number;
  schedule: NotificationSchedule;
}

/** A schedule in words, and its next runs on the clocks of its zone. */
export function SchedulePreview({ deploymentId, schedule }: SchedulePreviewProps) {
  const [asked] = useDebouncedValue(schedule, TYPING_MS);
  const { data, isError } = useSchedulePreview(deploymentId, asked);
  if (isError || !data)
    return (
      <Text size="sm" c="dimmed">
        {isError ? t('notifications.form.noPreview') : t('state.loading')}
      </Text>
    );
  return (
    <div>
      <Text size="sm" fw={600}>
        {data.humanReadableSchedule}
      </Text>
      <Text size="xs" c="dimmed" id="next-runs">
        {t('notifications.form.nextRuns')}
      </Text>
      <Stack component="ul" gap={2} m={0} p={0} aria-labelledby="next-runs" style={{ listStyle: 'none' }}>
        {data.nextRuns.map((run) => (
          <Text component="li" size="sm" key={run}>
            {inZone(run, asked.timezone ?? 'UTC')}
          </Text>
        ))}
      </Stack>
    </div>
  );
}

function inZone(time: string, timeZone: string): string {
  return new Date(time).toLocaleString(pageLanguage(), {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
}
