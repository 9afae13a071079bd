import type { NotificationDto, NotificationSchedule } from '@oriel/contract';
import { browserTimeZone } from '../times/time-zones.ts';

const newSchedule = (): NotificationSchedule => ({
  scheduleType: 'DAILY',
  minute: 0,
  hour: 9,
  dayOfWeek: 1,
  dayOfMonth: 1,
  customCron: '0 9 * * 1-5',
  timezone: browserTimeZone(),
});

/** A schedule to start from: what the kind that is chosen does not need has a value all the same. */
export function scheduleOf(notification: NotificationDto | undefined): NotificationSchedule {
  const fresh = newSchedule();
  if (!notification) return fresh;
  const { scheduleType, minute, hour, dayOfWeek, dayOfMonth, customCron, timezone } = notification;
  return {
    scheduleType,
    timezone,
    minute: minute ?? 0,
    hour: hour ?? fresh.hour,
    dayOfWeek: dayOfWeek ?? fresh.dayOfWeek,
    dayOfMonth: dayOfMonth ?? fresh.dayOfMonth,
    customCron: customCron ?? fresh.customCron,
  };
}
