import { isNamedTimeZone, refuse, refuseFields, type pythonRunOperations } from '@oriel/contract';
import { offersField } from '@oriel/dashboard/offered-fields';
import { userOf, userOrViewerOf, type Principal } from '../access/principal.ts';
import type { Db } from '../db/database.ts';
import type { EmbedDashboardService } from '../embedding/embed-dashboards/embed-dashboard-service.ts';
import { findBranch } from '../query/asked-branch.ts';
import type { DeploymentRef, Handlers } from '../http/handler.ts';
import type { ReportOutputs } from './report-outputs.ts';
import { createReportPythonService } from './report-python-service.ts';

interface ReportCall {
  readonly principal: Principal;
  readonly deployment: DeploymentRef;
  readonly signal: AbortSignal;
}

/** Makes the handlers of Python runs. */
export function createPythonRunRoutes(
  db: Db,
  { outputs, dashboards }: { outputs: ReportOutputs; dashboards: EmbedDashboardService },
): Handlers<typeof pythonRunOperations> {
  const reports = createReportPythonService(db, outputs);
  const sharedOf = ({ deployment, signal }: ReportCall) => ({
    target: { deploymentId: deployment.id, branch: deployment.deployBranch },
    signal,
  });
  return {
    getReportPython: (call) =>
      reports.get({ viewer: userOf(call.principal), ...sharedOf(call) }, call.params.reportId),
    runReportPython(call) {
      const timezone = call.body.timezone ?? undefined;
      if (timezone !== undefined && !isNamedTimeZone(timezone))
        throw refuseFields([{ path: 'timezone', message: 'is not the IANA name of a time zone' }]);
      const viewer = userOrViewerOf(call.principal);
      return reports.run({ viewer, ...sharedOf(call) }, call.params.reportId, timezone);
    },
    async postDashboardPythonRun({ principal, params, body, signal }) {
      const viewer = userOrViewerOf(principal);
      const dashboard = await dashboards.find(viewer, params.publicId);
      const { deploymentId } = dashboard;
      const branch = await findBranch(db, principal, deploymentId);
      const { reportId, reportVersionId, sqlQuery, memberSwitchers, cache } = body;
      const snapshot = dashboard.reportSnapshots.find(
        (each) => each.id === reportVersionId && each.reportId === reportId,
      );
      if (!snapshot)
        throw refuse('forbidden', { reason: 'The dashboard has no such snapshot of the report' });
      if (memberSwitchers?.some((each) => !offersField(dashboard.config, reportId, each)))
        throw refuseFields([
          { path: 'memberSwitchers', message: 'are not all offered by field switchers of the dashboard' },
        ]);
      const call = { viewer, target: { deploymentId, branch }, signal };
      return outputs.run(
        call,
        snapshot,
        { query: sqlQuery, memberSwitchers },
        { isFresh: cache === 'must-revalidate' },
      );
    },
  };
}
