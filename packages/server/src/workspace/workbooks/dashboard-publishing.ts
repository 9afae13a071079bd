import { refuse, type Dashboard, type DashboardConfig, type PublishDashboardInput } from '@oriel/contract';
import { accessLevels } from '../../access/access-level.ts';
import type { Db } from '../../db/database.ts';
import { constraintsChecked } from '../constraint-refusals.ts';
import { makePublicId } from '../public-id.ts';
import { createReportStore } from '../reports/report-store.ts';
import { draftOf } from '../serialize-items.ts';
import { createWorkspaceAccess } from '../workspace-access.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { createDashboardStore } from './dashboard-store.ts';
import { snapshotsOf } from './report-snapshots.ts';
import { createWorkbookStore } from './workbook-store.ts';

export interface DashboardPublishing {
  /**
   * Makes a new version of a workbook's dashboard, with its reports as they are now. Two publishers at once make two
   * versions, one after the other; the public id stays.
   *
   * @throws `no_draft_to_publish`, `report_not_in_workbook`, `invalid_request`; 404 and 403
   */
  publish(scope: WorkspaceScope, workbookId: number, input: PublishDashboardInput): Promise<Dashboard>;
}

export function createDashboardPublishing(db: Db): DashboardPublishing {
  return {
    async publish(scope, workbookId, input) {
      await createWorkspaceAccess(db, scope).getWorkbook(workbookId, accessLevels.edit);
      if (input.workbookId !== workbookId)
        throw refuse('invalid_request', {
          reason: `workbookId ${input.workbookId} is not the workbook of the address, ${workbookId}`,
        });
      const { actor, deploymentId } = scope;
      const job = { deploymentId, workbookId, userId: actor.userId, input };
      return constraintsChecked({ workbookId }, () =>
        db.transaction().execute((tx) => publishVersion(tx, job)),
      );
    },
  };
}

interface PublishingJob {
  deploymentId: number;
  workbookId: number;
  userId: number;
  input: PublishDashboardInput;
}

async function publishVersion(
  tx: Db,
  { deploymentId, workbookId, userId, input }: PublishingJob,
): Promise<Dashboard> {
  const dashboards = createDashboardStore(tx);
  const dashboardId = await dashboards.hold({
    deploymentId,
    workbookId,
    publicId: makePublicId(),
    allowEmbed: input.allowEmbed ?? undefined,
    userId,
  });
  if (input.dashboardId != null && input.dashboardId !== dashboardId)
    throw refuse('invalid_request', {
      reason: `dashboardId ${input.dashboardId} is not the dashboard of this workbook`,
    });
  // Only now that the dashboard is held: what there is to publish may have changed while another published.
  const workbook = await createWorkbookStore(tx).find(deploymentId, workbookId);
  if (!workbook) throw refuse('workbook_not_found', { id: workbookId });
  const config = (input.config as DashboardConfig | null | undefined) ?? draftOf(workbook);
  if (!config) throw refuse('no_draft_to_publish');
  const reports = await createReportStore(tx).listByWorkbook(deploymentId, workbookId);
  return dashboards.insertVersion({
    dashboardId,
    title: input.title ?? config.title ?? workbook.name,
    description: input.description ?? config.description ?? null,
    config: JSON.stringify(config),
    reportSnapshots: JSON.stringify(snapshotsOf(config, reports)),
    createdBy: userId,
  });
}
