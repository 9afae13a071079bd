import {
  refuse,
  type NotificationDeliveriesListResponse,
  type NotificationRun,
  type NotificationRunsListResponse,
} from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import { readPage, type PageRequest } from '../../paging/page.ts';
import { checkNotification, createNotificationStore, getNotification } from '../notification-store.ts';
import { beginRun, type BeginRunOptions } from './begin-run.ts';
import { createRunStore, deliveriesInOrder, runsNewestFirst } from './run-store.ts';

/** Makes the service of runs. */
export function createRunService(db: Db, options: BeginRunOptions) {
  const store = createRunStore(db);
  const notifications = createNotificationStore(db);
  /** @throws `notification_run_not_found` */
  const get = async (notificationId: number, id: number): Promise<NotificationRun> => {
    const run = await store.find(notificationId, id);
    if (!run) throw refuse('notification_run_not_found', { id });
    return run;
  };
  return {
    /** @throws `notification_not_found` */
    async start(deploymentId: number, notificationId: number): Promise<NotificationRun> {
      const { notificationEnabled: sendsMail } = await getNotification(
        notifications,
        deploymentId,
        notificationId,
      );
      const id = await db.transaction().execute(async (tx) => {
        const locked = createNotificationStore(tx);
        if (!(await locked.lock(deploymentId, notificationId)))
          throw refuse('notification_not_found', { id: notificationId });
        const run = { notificationId, cause: 'manual', scheduledFor: await locked.now(), sendsMail } as const;
        return beginRun(tx, run, options);
      });
      if (id === undefined) throw new Error('A run by hand is no time of the schedule');
      return get(notificationId, id);
    },
    /** @throws `notification_not_found`, `invalid_cursor` */
    async list(
      deploymentId: number,
      notificationId: number,
      request: PageRequest,
    ): Promise<NotificationRunsListResponse> {
      await checkNotification(notifications, deploymentId, notificationId);
      const { rows, pageInfo } = await readPage(request, runsNewestFirst, (range) =>
        store.list(notificationId, range),
      );
      return { items: rows, pageInfo };
    },
    /** @throws `notification_not_found`, `notification_run_not_found`, `invalid_cursor` */
    async listDeliveries(
      deploymentId: number,
      { notificationId, notificationRunId }: { notificationId: number; notificationRunId: number },
      request: PageRequest,
    ): Promise<NotificationDeliveriesListResponse> {
      await checkNotification(notifications, deploymentId, notificationId);
      if (!(await store.has(notificationId, notificationRunId)))
        throw refuse('notification_run_not_found', { id: notificationRunId });
      const { rows, pageInfo } = await readPage(request, deliveriesInOrder, (range) =>
        store.listDeliveries(notificationRunId, range),
      );
      return { items: rows, pageInfo };
    },
  };
}
