import { makeUnsubscribeToken } from '../unsubscribe.ts';
import type { ClaimedDelivery, RunContext } from './delivery-store.ts';

/** The same for every try, so that a mail server which has the message knows it. */
export function messageIdOf({ runId, tenantId }: RunContext, { id }: ClaimedDelivery): string {
  return `<notification-${tenantId}-${runId}-${id}@oriel.invalid>`;
}

/** Where a message leads: to the dashboard, and to its end. `baseUrl` undefined: where the notification was made. */
export function linksOf(
  { userId, embedUserId }: ClaimedDelivery,
  { notificationId, embedSecret, baseUrl: madeAt }: RunContext,
  workbookId: number,
  baseUrl: string = madeAt,
) {
  const token = makeUnsubscribeToken({ notificationId, userId, embedUserId }, embedSecret);
  return {
    dashboardUrl: userId === null ? undefined : `${baseUrl}/dashboards/${workbookId}`,
    unsubscribe: {
      // Behind the #, which no server is sent and no log has.
      pageUrl: `${baseUrl}/unsubscribe#${token}`,
      postUrl: `${baseUrl}/api/v1/notifications/unsubscribe?token=${token}`,
    },
  };
}
