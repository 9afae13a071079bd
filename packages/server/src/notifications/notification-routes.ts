import type { notificationOperations, ServerBrand } from '@oriel/contract';
import type { Db } from '../db/database.ts';
import type { ViewerLimit } from '../embedding/embed-users/viewer-limit.ts';
import type { Handlers } from '../http/handler.ts';
import { logSecurityEvent } from '../http/caller/security-log.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { scopeOf } from '../workspace/workspace-scope.ts';
import { createNotificationService } from './notification-service.ts';
import { createRecipientService } from './recipients/recipient-service.ts';
import type { RecipientRights } from './recipients/recipients-who-view.ts';
import { createRunService } from './runs/run-service.ts';
import { getSubscription, resubscribe, unsubscribe } from './unsubscribe.ts';

/** What notifications need. */
interface NotificationRouteOptions {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly brand: ServerBrand;
  readonly jobs: Pick<Jobs, 'send'>;
  /** Whether there is a mail server. */
  readonly canSendMail: boolean;
  readonly viewerLimit: ViewerLimit;
  readonly rights: RecipientRights;
}

/** Makes the handlers of notifications, their recipients and runs. */
export function createNotificationRoutes(
  options: NotificationRouteOptions,
): Handlers<typeof notificationOperations> {
  const { db, brand, viewerLimit } = options;
  const notifications = createNotificationService(db, options);
  const recipients = createRecipientService(db, { brand, viewerLimit, rights: options.rights });
  const runs = createRunService(db, options);
  return {
    getNotifications: ({ deployment, query }) => notifications.list(deployment.id, query),
    createNotification: async (call) => notifications.create(scopeOf(call), call.body, await call.linkUrl()),
    previewNotificationSchedule: ({ query }) => notifications.preview(query),
    getNotification: ({ deployment, params }) => notifications.get(deployment.id, params.notificationId),
    updateNotification: async ({ deployment, params, body, linkUrl }) =>
      notifications.update(deployment.id, params.notificationId, body, await linkUrl()),
    deleteNotification: ({ deployment, params }) =>
      notifications.remove(deployment.id, params.notificationId),
    getRecipients: ({ deployment, params, query }) =>
      recipients.list(deployment, params.notificationId, query),
    addRecipients: ({ deployment, params, body }) =>
      recipients.add(deployment, params.notificationId, body.recipients),
    removeRecipients: ({ deployment, params, body }) =>
      recipients.remove(deployment, params.notificationId, body.recipients),
    runNotification: ({ deployment, params }) => runs.start(deployment.id, params.notificationId),
    getNotificationRuns: ({ deployment, params, query }) =>
      runs.list(deployment.id, params.notificationId, query),
    getNotificationDeliveries: ({ deployment, params, query }) =>
      runs.listDeliveries(deployment.id, params, query),
    async unsubscribe(call) {
      const ended = await unsubscribe(options, call.principal.tenantId, call.query.token);
      logSecurityEvent(
        call,
        'notification_unsubscribed',
        'notificationId' in ended
          ? { notificationId: ended.notificationId, recipient: ended.userId ?? ended.embedUserId }
          : { mentionsOnDashboardId: ended.mentionsOnDashboardId, recipient: ended.embedUserId },
      );
    },
    getSubscription: ({ principal, query }) => getSubscription(options, principal.tenantId, query.token),
    async resubscribe(call) {
      const { mentionsOnDashboardId, embedUserId } = await resubscribe(
        options,
        call.principal.tenantId,
        call.query.token,
      );
      logSecurityEvent(call, 'notification_resubscribed', { mentionsOnDashboardId, recipient: embedUserId });
    },
  };
}
