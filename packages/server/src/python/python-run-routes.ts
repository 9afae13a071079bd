import type { pythonRunOperations } from '@oriel/contract';
import { userOf } from '../access/principal.ts';
import { createEmbedDashboardService } from '../embedding/embed-dashboards/embed-dashboard-service.ts';
import { findBranch } from '../exports/reports/asked-branch.ts';
import type { Handlers } from '../http/handler.ts';
import { createPythonRunService, type PythonRunOptions } from './python-run-service.ts';

/** Makes the handler of Python runs. */
export function createPythonRunRoutes(options: PythonRunOptions): Handlers<typeof pythonRunOperations> {
  const service = createPythonRunService(options);
  const dashboards = createEmbedDashboardService(options.database);
  return {
    async postDashboardPythonRun({ principal, params, body, signal }) {
      const viewer = principal.kind === 'embed' ? principal : userOf(principal);
      const dashboard = await dashboards.find(viewer, params.publicId);
      const { deploymentId } = dashboard;
      const branch = await findBranch(options.database.db, principal, deploymentId);
      return service.run({ viewer, target: { deploymentId, branch }, signal }, dashboard, body);
    },
  };
}
