import type { Database } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { scopeOf } from '../workspace-scope.ts';
import { createReportService } from './report-service.ts';

type ReportOperation =
  | 'getReports'
  | 'createReport'
  | 'getReport'
  | 'updateReport'
  | 'deleteReport'
  | 'refreshReport';

export function createReportRoutes(database: Database): Handlers<ReportOperation> {
  const service = createReportService(database);
  return {
    async getReports(call) {
      const { items, count, pageInfo } = await service.list(scopeOf(call), call.query);
      return { items, data: items, count, pageInfo };
    },
    createReport: (call) => service.create(scopeOf(call), call.body),
    getReport: (call) => service.get(scopeOf(call), call.params.reportId),
    updateReport: (call) => service.update(scopeOf(call), call.params.reportId, call.body),
    deleteReport: (call) => service.remove(scopeOf(call), call.params.reportId),
    refreshReport: (call) => service.refresh(scopeOf(call), call.params.reportId, call.body),
  };
}
