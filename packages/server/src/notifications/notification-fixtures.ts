import type { FeatureFixtures } from '../test/feature-fixtures.ts';
import { rowsOf, runIn, type CreateListRows, type TableCopyRules } from '../test/feature-list-rows.ts';
import { makePublished } from '../workspace/workbooks/workbook-fixtures.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  notificationId: {
    missing: 900_014,
    make: async ({ calls }) => {
      const body = { dashboardPublicId: await makePublished(calls), scheduleType: 'HOURLY' };
      return (await calls.ok('POST', '/notifications', { body })).id;
    },
  },
  // Of the notification that was made before it.
  notificationRunId: {
    missing: 900_015,
    make: async ({ calls }) => {
      const { items } = await calls.ok<{ items: { id: number }[] }>('GET', '/notifications?first=1');
      return (await calls.ok('POST', `/notifications/${items[0]?.id}/run`)).id;
    },
  },
} satisfies FeatureFixtures;

/** Rows of the lists. */
export const createListRows: CreateListRows = (context) => {
  const run = runIn(context);
  return {
    getNotifications: rowsOf('notifications'),
    getRecipients: {
      ...rowsOf('notification_recipients', { field: 'userId', column: 'user_id' }),
      start: ({ notificationId }) =>
        run(
          'insert into notification_recipients (notification_id, user_id) values ($1, $2)',
          notificationId,
          context().app.adminId,
        ),
    },
    getNotificationRuns: {
      ...rowsOf('notification_runs'),
      start: ({ notificationId }) =>
        run(
          "insert into notification_runs (notification_id, cause, scheduled_for) values ($1, 'manual', now())",
          notificationId,
        ),
    },
    getNotificationDeliveries: {
      ...rowsOf('notification_deliveries'),
      start: ({ notificationRunId }) =>
        run(
          "insert into notification_deliveries (run_id, user_id, type, email) values ($1, $2, 'USER', 'a@example.com')",
          notificationRunId,
          context().app.adminId,
        ),
    },
  };
};

/** What the database does not know of the tables. */
export const listTableRules: TableCopyRules = {
  notification_runs: { differsBy: 'scheduled_for' },
};
