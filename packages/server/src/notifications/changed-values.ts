import type { UpdateNotificationInput } from '@oriel/contract';
import type { Updateable } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { given } from './given-fields.ts';
import type { NotificationRow } from './notification-store.ts';
import { firstAfter } from './schedule/cron.ts';
import { toCron, type Schedule } from './schedule/schedule.ts';

const scheduleFields = [
  'scheduleType',
  'minute',
  'hour',
  'dayOfWeek',
  'dayOfMonth',
  'customCron',
  'timezone',
] as const satisfies readonly (keyof Schedule)[];

/**
 * What an update makes of a notification. The next run is found anew where the schedule changes or begins again, and
 * stays where it does not: what is due is not put off by another change.
 *
 * @throws `validation_failed` for a schedule that cannot be
 */
export function changedValues(
  row: NotificationRow,
  input: UpdateNotificationInput,
  now: Date,
): Updateable<Tables['notifications']> {
  const schedule = { ...pickSchedule(row), ...given(input, scheduleFields) } as Schedule;
  const cronExpression = toCron(schedule);
  const isEnabled = input.isEnabled ?? row.isEnabled;
  const isSame =
    cronExpression === row.cronExpression &&
    schedule.timezone === row.timezone &&
    isEnabled === row.isEnabled;
  const next = isEnabled ? firstAfter(cronExpression, schedule.timezone, now) : undefined;
  return {
    ...schedule,
    cronExpression,
    isEnabled,
    ...(!isSame && { nextRunAt: next?.toISOString() ?? null }),
    ...given(input, ['notificationEnabled', 'notificationFormat', 'notificationAiSummary']),
    ...(input.filters != null && { filters: JSON.stringify(input.filters) }),
    ...(input.timeGrains != null && { timeGrains: JSON.stringify(input.timeGrains) }),
    ...(input.memberSwitchers != null && { memberSwitchers: JSON.stringify(input.memberSwitchers) }),
  };
}

function pickSchedule(row: NotificationRow): Schedule {
  const { scheduleType, minute, hour, dayOfWeek, dayOfMonth, customCron, timezone } = row;
  return { scheduleType, minute, hour, dayOfWeek, dayOfMonth, customCron, timezone };
}
