import { limits, type Dashboard } from '@oriel/contract';
import type { EmbedPrincipal, UserPrincipal } from '../../../access/principal.ts';
import type { Db } from '../../../db/database.ts';
import { makePublicId } from '../../items/public-id.ts';
import { createReportStore } from '../../reports/report-store.ts';
import { toTab } from '../../reports/report-tab.ts';
import { copyConfig } from './config-reports.ts';
import { createDashboardStore } from './dashboard-store.ts';

/** The name of a copy, cut where it is too long. */
export function nameOfCopy(name: string): string {
  return `Copy of ${name}`.slice(0, limits.MAX_NAME_LENGTH);
}

/** Publishes a copy of a dashboard, with the snapshots and no earlier versions. Embedding is off. */
export async function copyDashboard(
  db: Db,
  { actor, deploymentId }: { actor: UserPrincipal | EmbedPrincipal; deploymentId: number },
  {
    published,
    workbookId,
    reportIds,
  }: {
    published: Dashboard;
    workbookId: number;
    reportIds: ReadonlyMap<number, number>;
  },
): Promise<void> {
  const dashboards = createDashboardStore(db);
  const dashboard = {
    deploymentId,
    workbookId,
    publicId: makePublicId(),
    createdBy: actor.kind === 'user' ? actor.userId : null,
  };
  const dashboardId = await dashboards.hold(dashboard, false);
  const { title = null, description = null, config, reportSnapshots } = published;
  const tabs = (await createReportStore(db).listByWorkbook(deploymentId, workbookId)).map(toTab);
  await dashboards.insertVersion(actor, {
    dashboardId,
    title,
    description,
    config: copyConfig(config, reportIds),
    snapshots: reportSnapshots.flatMap((source) => {
      const { id: _id, ...snapshot } = source;
      const reportId = reportIds.get(snapshot.reportId);
      return reportId === undefined ? [] : [{ ...snapshot, reportId, versionNumber: 1 }];
    }),
    tabs,
    restoredFrom: null,
  });
  await dashboards.copySettings(published.id, dashboardId);
}
