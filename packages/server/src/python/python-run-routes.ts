import type { pythonRunOperations } from '@oriel/contract';
import { userOf, type Principal } from '../access/principal.ts';
import { createEmbedDashboardService } from '../embedding/embed-dashboards/embed-dashboard-service.ts';
import { findBranch } from '../exports/reports/asked-branch.ts';
import type { DeploymentRef, Handlers } from '../http/handler.ts';
import { createPythonRunner } from './python-runner.ts';
import { createReportPythonService } from './report-python-service.ts';
import { createPythonRunService, type PythonRunOptions } from './python-run-service.ts';

/** Makes the handler of Python runs. */
export function createPythonRunRoutes(options: PythonRunOptions): Handlers<typeof pythonRunOperations> {
  const runner = createPythonRunner(options);
  const service = createPythonRunService(options, runner);
  const reports = createReportPythonService(options, runner);
  const dashboards = createEmbedDashboardService(options.database);
  const callOf = ({
    principal,
    deployment,
    signal,
  }: {
    principal: Principal;
    deployment: DeploymentRef;
    signal: AbortSignal;
  }) => ({
    viewer: userOf(principal),
    target: { deploymentId: deployment.id, branch: deployment.deployBranch },
    signal,
  });
  return {
    getReportPython: (call) => reports.get(callOf(call), call.params.reportId),
    runReportPython: (call) => reports.run(callOf(call), call.params.reportId),
    async postDashboardPythonRun({ principal, params, body, signal }) {
      const viewer = principal.kind === 'embed' ? principal : userOf(principal);
      const dashboard = await dashboards.find(viewer, params.publicId);
      const { deploymentId } = dashboard;
      const branch = await findBranch(options.database.db, principal, deploymentId);
      return service.run({ viewer, target: { deploymentId, branch }, signal }, dashboard, body);
    },
  };
}
