import { refuse, refuseFields, type CreateNotificationInput, type FieldIssue } from '@oriel/contract';
import type { NotificationStore } from './notification-store.ts';

/**
 * Finds a published dashboard by exactly one of its two ids.
 *
 * @throws `validation_failed`, `dashboard_not_found`
 */
export async function findNamedDashboard(
  store: Pick<NotificationStore, 'findDashboard'>,
  deploymentId: number,
  { dashboardId, dashboardPublicId }: Pick<CreateNotificationInput, 'dashboardId' | 'dashboardPublicId'>,
): Promise<{ id: number; publicId: string; workbookId: number }> {
  if ((dashboardId == null) === (dashboardPublicId == null)) throw refuseFields([oneId]);
  const by = dashboardId == null ? { publicId: dashboardPublicId ?? '' } : { id: dashboardId };
  const dashboard = await store.findDashboard(deploymentId, by);
  if (!dashboard) throw refuse('dashboard_not_found', { publicId: dashboardPublicId ?? String(dashboardId) });
  return dashboard;
}

const oneId: FieldIssue = {
  path: 'dashboardId',
  message: 'give exactly one of dashboardId and dashboardPublicId',
};
