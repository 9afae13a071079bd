import type { Dashboard } from '@oriel/contract';
import type { ShippedLocale } from '@oriel/contract/locale';
import { hostDashboardUrl } from '../../settings/host-dashboard-url.ts';
import { unsubscribeLinks } from '../../mail-subscriptions/unsubscribe-links.ts';
import { makeUnsubscribeToken } from '../../mail-subscriptions/unsubscribe-token.ts';
import type { ClaimedDelivery, RunContext } from './delivery-store.ts';

/** The same for every try, so that a mail server which has the message knows it. */
export function messageIdOf({ runId, tenantId }: RunContext, { id }: ClaimedDelivery): string {
  return `<notification-${tenantId}-${runId}-${id}@oriel.invalid>`;
}

/** Where links lead. */
interface LinkSettings {
  /** Undefined: where the notification was made. */
  readonly baseUrl: string | undefined;
  /** The language of the page on which a reader unsubscribes; undefined for that of the browser. */
  readonly locale: ShippedLocale | undefined;
}

/** Where a message leads: to the dashboard, and to its end. */
export function linksOf(
  delivery: ClaimedDelivery,
  run: RunContext,
  dashboard: Pick<Dashboard, 'publicId' | 'workbookId' | 'deploymentId'>,
  { baseUrl = run.baseUrl, locale }: LinkSettings,
) {
  const { userId, embedUserId } = delivery;
  const { notificationId, embedSecret } = run;
  const token = makeUnsubscribeToken({ notificationId, userId, embedUserId }, embedSecret);
  return {
    dashboardUrl:
      userId === null
        ? hostUrlOf(delivery, run, dashboard)
        : `${baseUrl}/dashboards/${dashboard.workbookId}?deployment=${dashboard.deploymentId}`,
    unsubscribe: unsubscribeLinks(baseUrl, token, locale),
  };
}

/** A viewer opens the dashboard in the product of their host, where the account says how. */
function hostUrlOf(
  { embedTenantName, externalId }: ClaimedDelivery,
  { hostDashboardUrl: template }: RunContext,
  { publicId }: Pick<Dashboard, 'publicId'>,
): string | undefined {
  if (template === null || embedTenantName === null || externalId === null) return undefined;
  return hostDashboardUrl(template, { dashboardPublicId: publicId, embedTenantName, externalId });
}
