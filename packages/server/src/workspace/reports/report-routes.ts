import type { ServerBrand, reportOperations } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import type { Database } from '../../db/database.ts';
import type { CallContext, Handlers } from '../../http/handler.ts';
import { createSecurityContextReader } from '../../query/security-context.ts';
import { scopeOf } from '../workspace-scope.ts';
import { createReportQueryCheck } from './report-query-check.ts';
import { createReportService, type ReportScope } from './report-service.ts';

export function createReportRoutes({
  database,
  engine,
  brand,
}: {
  database: Database;
  engine: Pick<Engine, 'checkQuery'>;
  brand: ServerBrand;
}): Handlers<Omit<typeof reportOperations, 'deleteReport'>> {
  const checkQuery = createReportQueryCheck(engine, createSecurityContextReader(database, brand));
  const service = createReportService(database, checkQuery);
  return {
    getReports: (call) => service.list(scopeOf(call), call.query),
    createReport: (call) => service.create(reportScopeOf(call), call.body),
    getReport: (call) => service.get(scopeOf(call), call.params.reportId),
    updateReport: (call) => service.update(reportScopeOf(call), call.params.reportId, call.body),
    refreshReport: (call) => service.refresh(scopeOf(call), call.params.reportId, call.body),
  };
}

function reportScopeOf(call: CallContext): ReportScope {
  return { ...scopeOf(call), branch: call.deployment.deployBranch };
}
