import {
  boolean,
  describe,
  id,
  integer,
  list,
  nullish,
  object,
  oneOf,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { PageInfo } from './common.ts';
import { NotificationRecipientType } from './notification-recipients.ts';

export const NotificationRunCause = oneOf('What started a run.', ['schedule', 'manual']);
export type NotificationRunCause = Static<typeof NotificationRunCause>;

export const NotificationRunStatus = oneOf(
  '`retrying`: something failed and is tried again. `partial`: some recipients have it and others do not. `not_delivered`: the ' +
    'server has no mail server. `skipped`: there was nothing to send, such as a dashboard that is not published.',
  ['pending', 'running', 'retrying', 'succeeded', 'partial', 'failed', 'not_delivered', 'skipped'],
);
export type NotificationRunStatus = Static<typeof NotificationRunStatus>;

export const NotificationRun = object('One run of a notification.', {
  id: id('Id of the run.'),
  notificationId: id('Id of the notification.'),
  cause: describe(NotificationRunCause, 'What started it.'),
  status: describe(NotificationRunStatus, 'What has become of it.'),
  error: nullish(
    text('Why it was skipped, failed or is tried again.', { example: 'The mail server does not answer' }),
  ),
  scheduledFor: timestamp('The time of the schedule, or when it was asked for.'),
  startedAt: nullish(timestamp('When it began.')),
  finishedAt: nullish(timestamp('When everything was sent or given up.')),
  recipientCount: integer('How many recipients it has.', { minimum: 0, example: 3 }),
  sentCount: integer('How many of them have their mail.', { minimum: 0, example: 3 }),
  failedCount: integer('How many of them will not get it.', { minimum: 0, example: 0 }),
});
export type NotificationRun = Static<typeof NotificationRun>;

export const NotificationRunsListResponse = object('A page of runs.', {
  items: list(NotificationRun, 'The runs of the page, the newest first.'),
  pageInfo: describe(PageInfo, 'Where the page lies in the list.'),
});
export type NotificationRunsListResponse = Static<typeof NotificationRunsListResponse>;

export const NotificationDeliveryStatus = oneOf('`retrying`: it failed and is tried again.', [
  'pending',
  'retrying',
  'sent',
  'failed',
  'not_delivered',
]);
export type NotificationDeliveryStatus = Static<typeof NotificationDeliveryStatus>;

export const NotificationDelivery = object('What one recipient got of a run.', {
  id: id('Id of the delivery.'),
  type: describe(NotificationRecipientType, 'Which kind of recipient it was.'),
  email: text('Address that the mail went to.', { example: 'ada@example.com' }),
  userId: nullish(id('Id of the user, of a USER who is still there.')),
  embedUserId: nullish(id('Id of the viewer, of an EMBED_USER who is still there.')),
  status: describe(NotificationDeliveryStatus, 'What has become of it.'),
  attempts: integer('How often it was tried.', { minimum: 0, example: 1 }),
  error: nullish(text('Why the last try failed.', { example: '550 No such user' })),
  isWithoutData: boolean(
    'Whether the mail has the link alone, because the recipient may not download the data.',
  ),
  sentAt: nullish(timestamp('When the mail server took it.')),
});
export type NotificationDelivery = Static<typeof NotificationDelivery>;

export const NotificationDeliveriesListResponse = object('A page of deliveries.', {
  items: list(NotificationDelivery, 'The deliveries of the page, in the order in which they are sent.'),
  pageInfo: describe(PageInfo, 'Where the page lies in the list.'),
});
export type NotificationDeliveriesListResponse = Static<typeof NotificationDeliveriesListResponse>;
