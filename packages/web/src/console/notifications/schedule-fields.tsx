import { Group, NumberInput, Select, TextInput } from '@mantine/core';
import type { NotificationSchedule } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { timeZonesWith } from '../times/time-zones.ts';

interface ScheduleFieldsProps {
  schedule: NotificationSchedule;
  issueOf(field: keyof NotificationSchedule): string | undefined;
  onChange(schedule: NotificationSchedule): void;
}

const scheduleTypes = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'CUSTOM'] as const;
const days = [1, 2, 3, 4, 5, 6, 0] as const;

/** When a notification runs: how often, the times that this needs, and the zone. */
export function ScheduleFields({ schedule, issueOf, onChange }: ScheduleFieldsProps) {
  const set = (change: Partial<NotificationSchedule>) => onChange({ ...schedule, ...change });
  const { scheduleType } = schedule;
  const number = (field: 'minute' | 'hour' | 'dayOfMonth', min: number, max: number) => (
    <NumberInput
      label={t(`notifications.form.${field}`)}
      min={min}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      w={120}
      value={schedule[field] ?? ''}
      error={issueOf(field)}
      onChange={(value) => set({ [field]: typeof value === 'number' ? value : null })}
    />
  );
  return (
    <>
      <Select
        label={t('notifications.form.scheduleType')}
        allowDeselect={false}
        data={scheduleTypes.map((value) => ({ value, label: t(`notifications.scheduleType.${value}`) }))}
        value={scheduleType}
        onChange={(value) => value && set({ scheduleType: value })}
      />
      {scheduleType === 'CUSTOM' ? (
        <TextInput
          label={t('notifications.form.customCron')}
          description={t('notifications.form.customCronHint')}
          value={schedule.customCron ?? ''}
          error={issueOf('customCron')}
          onChange={(event) => set({ customCron: event.target.value })}
        />
      ) : (
        <Group align="flex-start" gap="sm">
          {scheduleType === 'WEEKLY' && (
            <Select
              label={t('notifications.form.dayOfWeek')}
              allowDeselect={false}
              w={140}
              data={days.map((day) => ({ value: String(day), label: t(`notifications.day.${day}`) }))}
              value={String(schedule.dayOfWeek ?? 1)}
              onChange={(value) => set({ dayOfWeek: Number(value) })}
            />
          )}
          {scheduleType === 'MONTHLY' && number('dayOfMonth', 1, 31)}
          {scheduleType !== 'HOURLY' && number('hour', 0, 23)}
          {number('minute', 0, 59)}
        </Group>
      )}
      <Select
        label={t('notifications.form.timezone')}
        searchable
        allowDeselect={false}
        limit={100}
        data={timeZonesWith(schedule.timezone)}
        value={schedule.timezone ?? 'UTC'}
        error={issueOf('timezone')}
        onChange={(timezone) => set({ timezone })}
      />
    </>
  );
}
