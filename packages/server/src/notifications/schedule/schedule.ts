import { isNamedTimeZone, refuseFields, type FieldIssue, type NotificationSchedule } from '@oriel/contract';
import { faultOf, fieldsOf, firstAfter } from './cron.ts';

/** The fields of a schedule as they are stored. */
export interface Schedule {
  readonly scheduleType: NotificationSchedule['scheduleType'];
  readonly minute: number | null;
  readonly hour: number | null;
  readonly dayOfWeek: number | null;
  readonly dayOfMonth: number | null;
  readonly customCron: string | null;
  readonly timezone: string;
}

type TimeField = 'hour' | 'dayOfWeek' | 'dayOfMonth' | 'customCron';

/** What each kind of schedule cannot do without. */
const needs: Readonly<Record<Schedule['scheduleType'], readonly TimeField[]>> = {
  HOURLY: [],
  DAILY: ['hour'],
  WEEKLY: ['hour', 'dayOfWeek'],
  MONTHLY: ['hour', 'dayOfMonth'],
  CUSTOM: ['customCron'],
};

/** A schedule as a request says it, with the defaults of what it leaves out. */
export function toSchedule(input: NotificationSchedule): Schedule {
  const { scheduleType, minute, hour, dayOfWeek, dayOfMonth, customCron, timezone } = input;
  return {
    scheduleType,
    minute: minute ?? null,
    hour: hour ?? null,
    dayOfWeek: dayOfWeek ?? null,
    dayOfMonth: dayOfMonth ?? null,
    customCron: customCron ?? null,
    timezone: timezone ?? 'UTC',
  };
}

/**
 * The cron expression of a schedule.
 *
 * @throws `validation_failed` for a field that is missing, an expression or a time zone that there is not, and a
 * schedule that never comes
 */
export function toCron(schedule: Schedule): string {
  const issues = issuesOf(schedule);
  if (issues.length > 0) throw refuseFields(issues);
  const cron = cronOf(schedule);
  if (firstAfter(cron, schedule.timezone, new Date()) === undefined)
    throw refuseFields([{ path: 'customCron', message: 'names a time that never comes' }]);
  return cron;
}

function issuesOf(schedule: Schedule): FieldIssue[] {
  const { scheduleType, customCron, timezone } = schedule;
  const issues = needs[scheduleType]
    .filter((field) => schedule[field] === null)
    .map((path): FieldIssue => ({ path, message: `is needed for ${scheduleType}` }));
  if (scheduleType === 'CUSTOM' && customCron !== null) {
    const fault = faultOf(customCron);
    if (fault !== undefined) issues.push({ path: 'customCron', message: fault });
  }
  if (!isNamedTimeZone(timezone))
    issues.push({ path: 'timezone', message: 'must be the IANA name of a time zone' });
  return issues;
}

function cronOf({ scheduleType, minute, hour, dayOfWeek, dayOfMonth, customCron }: Schedule): string {
  const at = `${minute ?? 0} ${hour ?? 0}`;
  switch (scheduleType) {
    case 'HOURLY':
      return `${minute ?? 0} * * * *`;
    case 'DAILY':
      return `${at} * * *`;
    case 'WEEKLY':
      return `${at} * * ${dayOfWeek ?? 0}`;
    case 'MONTHLY':
      return `${at} ${dayOfMonth ?? 1} * *`;
    case 'CUSTOM':
      return fieldsOf(customCron ?? '').join(' ');
  }
}
