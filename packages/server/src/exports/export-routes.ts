import type { dashboardExportOperations } from '@oriel/contract';
import type { Handlers } from '../http/handler.ts';
import { scopeOf } from '../workspace/workspace-scope.ts';
import { dispositionOf } from './content-disposition.ts';
import { createExportService, type ExportOptions } from './export-service.ts';

/** Makes the handlers of exports of dashboards. */
export function createExportRoutes(options: ExportOptions): Handlers<typeof dashboardExportOperations> {
  const exports = createExportService(options);
  return {
    startExport: (call) => exports.start(scopeOf(call), call.body),
    getExportStatus: (call) => exports.getStatus(scopeOf(call), call.params.jobId),
    async downloadExport(call) {
      const { contentType, extension, content } = await exports.download(scopeOf(call), call.params.jobId);
      const name = `${call.query.filename ?? 'dashboard'}.${extension}`;
      return {
        status: 200,
        body: content,
        headers: {
          'content-type': contentType,
          'content-disposition': dispositionOf(name),
          'cache-control': 'no-store',
        },
      };
    },
  };
}
