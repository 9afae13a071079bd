import { parameter } from './define-parameter.ts';
import { id } from '../schema.ts';

/** Path parameters of notifications. */
export const notificationParameters = {
  notificationId: parameter(id('Id of the notification.'), 'notification_not_found'),
  notificationRunId: parameter(id('Id of the run of a notification.'), 'notification_run_not_found'),
};
