import { defineError } from './define-error.ts';

/** Refusals of requests about notifications. */
export const notificationErrors = {
  notification_not_found: defineError<{ id: number }>(
    404,
    ({ id }) => `There is no notification ${id} in this deployment`,
  ),
  notification_run_not_found: defineError<{ id: number }>(
    404,
    ({ id }) => `The notification has no run ${id}`,
  ),
};
