import { adminOnly, anyone } from '../access.ts';
import { MAX_CRON_LENGTH, MAX_NAME_LENGTH, MAX_TOKEN_LENGTH, SCHEDULE_PREVIEW_RUNS } from '../limits.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import {
  boolean,
  describe,
  id,
  input,
  integer,
  list,
  nullish,
  object,
  oneOf,
  pick,
  pickNullish,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { PageInfo } from './common.ts';
import { storedControlFields } from './rendering-controls.ts';
import { paging, pagingOrNull } from '../lists.ts';
import {
  AddNotificationRecipientsInput,
  NotificationRecipientsListResponse,
  NotificationRecipientsMutationResponse,
  RemoveNotificationRecipientsInput,
} from './notification-recipients.ts';
import {
  NotificationDeliveriesListResponse,
  NotificationRun,
  NotificationRunsListResponse,
} from './notification-runs.ts';

export const NotificationScheduleType = oneOf(
  'How often a notification runs; `CUSTOM` by a cron expression.',
  ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'CUSTOM'],
);
export type NotificationScheduleType = Static<typeof NotificationScheduleType>;

export const NotificationFormat = oneOf('What the picture in the mail is.', ['png', 'pdf']);
export type NotificationFormat = Static<typeof NotificationFormat>;

export const NotificationSchedule = input('When a notification runs.', {
  scheduleType: describe(
    NotificationScheduleType,
    'How often it is sent, by which the other fields of the schedule are read.',
  ),
  minute: nullish(integer('Minute of the hour; default 0.', { minimum: 0, maximum: 59, example: 30 })),
  hour: nullish(
    integer('Hour of the day; needed for DAILY, WEEKLY and MONTHLY.', {
      minimum: 0,
      maximum: 23,
      example: 9,
    }),
  ),
  dayOfWeek: nullish(integer('Needed for WEEKLY; 0 is Sunday.', { minimum: 0, maximum: 6, example: 1 })),
  dayOfMonth: nullish(
    integer('Needed for MONTHLY; a month without that day is left out.', {
      minimum: 1,
      maximum: 31,
      example: 1,
    }),
  ),
  customCron: nullish(
    text('Cron expression of five fields; needed for CUSTOM.', {
      maxLength: MAX_CRON_LENGTH,
      example: '30 9 * * 1-5',
    }),
  ),
  timezone: nullish(
    text(
      'IANA time zone of the schedule; default UTC. A time that the clocks skip comes right after the gap, one that they repeat once.',
      { maxLength: MAX_NAME_LENGTH, example: 'Europe/Berlin' },
    ),
  ),
});
export type NotificationSchedule = Static<typeof NotificationSchedule>;

const runs = {
  cronExpression: text('The schedule as a cron expression.', { example: '30 9 * * 1' }),
  humanReadableSchedule: text('The schedule in words.', { example: 'At 09:30, only on Monday' }),
};

export const NotificationDto = object('A schedule on which a dashboard is sent to its recipients.', {
  id: id('Id of the notification.'),
  deploymentId: id('Id of the deployment.'),
  dashboardId: id('Id of the dashboard.'),
  dashboardPublicId: text('Public id of the dashboard.', { example: 'Zk3pQ9rT1xWb' }),
  dashboardTitle: text('Title of the dashboard, or the name of its workbook.', { example: 'Sales' }),
  workbookId: id('Id of the workbook of the dashboard.'),
  ...runs,
  ...pick(NotificationSchedule, 'scheduleType', 'minute', 'hour', 'dayOfWeek', 'dayOfMonth', 'customCron'),
  timezone: text('Time zone of the schedule.', { example: 'Europe/Berlin' }),
  isEnabled: boolean('Whether it runs by its schedule.'),
  nextRunAt: nullish(timestamp('When it runs next; null while it is not enabled.')),
  notificationEnabled: boolean('Whether it sends mail; else a run only refreshes what the dashboard asks.'),
  notificationFormat: describe(NotificationFormat, 'What the picture in the mail is.'),
  notificationAiSummary: boolean('Kept for other clients: no summary is written yet.'),
  ...storedControlFields,
  recipientCount: integer('How many recipients it has.', { minimum: 0, example: 3 }),
  canSendMail: boolean(
    'Whether the server has a mail server; without one, runs are recorded as not delivered.',
  ),
  lastRun: nullish(describe(NotificationRun, 'Its newest run; null before the first.')),
});
export type NotificationDto = Static<typeof NotificationDto>;

const settings = {
  ...pickNullish(NotificationDto, 'notificationEnabled', 'notificationFormat', 'notificationAiSummary'),
  ...storedControlFields,
};

/** A dashboard by exactly one of its two ids. */
export const dashboardIdFields = {
  dashboardId: nullish(id('Id of the dashboard; give exactly one of the two ids.')),
  dashboardPublicId: nullish(
    text('Public id of the dashboard; give exactly one of the two ids.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'Zk3pQ9rT1xWb',
    }),
  ),
};

export const CreateNotificationInput = input('What is sent, and when.', {
  ...dashboardIdFields,
  ...NotificationSchedule.properties,
  ...settings,
});
export type CreateNotificationInput = Static<typeof CreateNotificationInput>;

export const UpdateNotificationInput = input('What changes; what is left out stays.', {
  ...pickNullish(NotificationSchedule, 'scheduleType'),
  ...pick(NotificationSchedule, 'minute', 'hour', 'dayOfWeek', 'dayOfMonth', 'customCron', 'timezone'),
  ...pickNullish(NotificationDto, 'isEnabled'),
  ...settings,
});
export type UpdateNotificationInput = Static<typeof UpdateNotificationInput>;

export const NotificationsListResponse = object('A page of notifications.', {
  items: list(NotificationDto, 'The notifications of the page, those that were made last first.'),
  pageInfo: nullish(describe(PageInfo, 'Where the page lies in the list.')),
});
export type NotificationsListResponse = Static<typeof NotificationsListResponse>;

export const NotificationSchedulePreview = object('What a schedule comes to.', {
  ...runs,
  nextRuns: list(timestamp('A run.'), 'The next runs, soonest first.', { maxItems: SCHEDULE_PREVIEW_RUNS }),
});
export type NotificationSchedulePreview = Static<typeof NotificationSchedulePreview>;

const notifications = '/api/v1/deployments/{deploymentId}/notifications';
const one = `${notifications}/{notificationId}`;
const operation = operationsTagged('Notifications');
const access = adminOnly;
const ofRecipient = (what: string) => text(what, { maxLength: MAX_NAME_LENGTH, example: 'ada@example.com' });

export const Subscription = object('Whether the reader of a mail gets more such mail.', {
  isSubscribed: boolean('Whether more such mail is sent; false also where what it is about is gone.'),
  canResubscribe: boolean('Whether `resubscribe` takes an unsubscription back: of mail about mentions.'),
});
export type Subscription = Static<typeof Subscription>;

const tokenOfMail = {
  token: text('What the mail says.', {
    maxLength: MAX_TOKEN_LENGTH,
    example: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
  }),
};

export const notificationOperations = {
  getNotifications: operation(`GET ${notifications}`, {
    summary: 'List the notifications of a deployment',
    description:
      'Those that were made last first. They are filtered by one dashboard, by one recipient, or by both: a dashboard by one of ' +
      'its two ids, a user by id or address, a viewer by embed tenant and external id together.',
    access,
    query: {
      dashboardId: nullish(integer('Only those of this dashboard.', { minimum: 1, example: 7 })),
      dashboardPublicId: nullish(
        text('Only those of this dashboard.', { maxLength: MAX_NAME_LENGTH, example: 'Zk3pQ9rT1xWb' }),
      ),
      recipientUserId: nullish(integer('Only those that go to this user.', { minimum: 1, example: 7 })),
      recipientEmail: nullish(ofRecipient('Only those that go to the user with this address.')),
      recipientEmbedTenantName: nullish(ofRecipient('Only those that go to a viewer of this embed tenant.')),
      recipientExternalId: nullish(ofRecipient('Only those that go to this viewer of the embed tenant.')),
      ...paging,
    },
    answer: NotificationsListResponse,
    refusals: ['invalid_cursor'],
  }),
  createNotification: operation(`POST ${notifications}`, {
    summary: 'Create a notification',
    description:
      'Sends a published dashboard on a schedule. It begins without recipients, enabled, with mail and a picture in PNG. Each ' +
      'recipient gets what they may see: queries run under their own security context.',
    access,
    body: CreateNotificationInput,
    answer: NotificationDto,
    refusals: ['dashboard_not_found', 'unknown_host'],
  }),
  previewNotificationSchedule: operation('GET /api/v1/deployments/{deploymentId}/notification-schedule', {
    summary: 'Preview a schedule',
    description: `The next ${SCHEDULE_PREVIEW_RUNS} runs of a schedule, and the schedule in words. Nothing is stored.`,
    access,
    query: NotificationSchedule.properties,
    answer: NotificationSchedulePreview,
  }),
  getNotification: operation(`GET ${one}`, {
    summary: 'Get a notification',
    description: 'A notification with its schedule, the next run and the newest one.',
    access,
    answer: NotificationDto,
  }),
  updateNotification: operation(`PUT ${one}`, {
    summary: 'Change a notification',
    description:
      'Fields that are left out or null stay; lists replace those that are stored. Recipients stay as they are.',
    access,
    body: optionalJson(UpdateNotificationInput),
    answer: NotificationDto,
    refusals: ['unknown_host'],
  }),
  deleteNotification: operation(`DELETE ${one}`, {
    summary: 'Delete a notification',
    description: 'With its recipients and its history. A run that has begun ends without sending more.',
    access,
  }),
  getRecipients: operation(`GET ${one}/recipients`, {
    summary: 'List the recipients of a notification',
    description: 'Those that were added last first.',
    access,
    query: pagingOrNull,
    answer: NotificationRecipientsListResponse,
    refusals: ['invalid_cursor'],
  }),
  addRecipients: operation(`POST ${one}/recipients`, {
    summary: 'Add recipients to a notification',
    description:
      'All of them or, where one cannot be added, none. Every recipient needs an e-mail address: that of the user, or that of the ' +
      'viewer, or an external id that is one. A viewer who is not there is made. Sending the same again changes nothing; what is ' +
      'sent for the rendering of a viewer replaces what was stored, what is left out stays.',
    access,
    body: AddNotificationRecipientsInput,
    answer: NotificationRecipientsMutationResponse,
    refusals: [
      'embed_user_limit',
      'groups_not_found',
      'attributes_not_found',
      'attribute_type_mismatch',
      'duplicate_name',
    ],
  }),
  removeRecipients: operation(`DELETE ${one}/recipients`, {
    summary: 'Remove recipients from a notification',
    description: 'Those who are no recipients are ignored.',
    access,
    body: RemoveNotificationRecipientsInput,
  }),
  runNotification: operation(`POST ${one}/run`, {
    summary: 'Run a notification now',
    description:
      'Starts a run beside the schedule and answers at once; `getNotificationRuns` tells what becomes of it. Without a mail server ' +
      'the run is `not_delivered`, which this answer says already.',
    access,
    status: 202,
    answer: NotificationRun,
  }),
  getNotificationRuns: operation(`GET ${one}/runs`, {
    summary: 'List the runs of a notification',
    description: 'The newest first. Runs are kept for 90 days.',
    access,
    query: paging,
    answer: NotificationRunsListResponse,
    refusals: ['invalid_cursor'],
  }),
  getNotificationDeliveries: operation(`GET ${one}/runs/{notificationRunId}/deliveries`, {
    summary: 'List what the recipients of a run got',
    description: 'One entry for each recipient that the run has reached or will.',
    access,
    query: paging,
    answer: NotificationDeliveriesListResponse,
    refusals: ['invalid_cursor'],
  }),
  unsubscribe: operation('POST /api/v1/notifications/unsubscribe', {
    summary: 'Unsubscribe from a notification',
    description:
      'Removes the recipient that a mail was sent to, or stops mail about mentions on a dashboard for its reader. The token of the mail is the credential; the header `List-Unsubscribe` ' +
      'of the mail has this address, which mail programs call by themselves (RFC 8058). Doing it twice changes nothing.',
    access: anyone,
    query: tokenOfMail,
    refusals: ['unauthenticated', 'credential_expired'],
  }),
  getSubscription: operation('GET /api/v1/notifications/subscription', {
    summary: 'Get whether the reader of a mail gets more of it',
    description: 'For the reader of the mail, by its token.',
    access: anyone,
    query: tokenOfMail,
    answer: Subscription,
    refusals: ['unauthenticated', 'credential_expired'],
  }),
  resubscribe: operation('POST /api/v1/notifications/resubscribe', {
    summary: 'Get mail about mentions again',
    description:
      'Takes back what `unsubscribe` has done with the token of a mail about mentions. Doing it twice changes nothing. A token of a ' +
      'notification is refused: who is a recipient of it is decided by administrators.',
    access: anyone,
    query: tokenOfMail,
    refusals: ['unauthenticated', 'credential_expired', 'forbidden'],
  }),
};
