import type { reportExportOperations } from '@oriel/contract';
import { userOrViewerOf } from '../../access/principal.ts';
import type { Handlers } from '../../http/handler.ts';
import { findBranch } from '../../query/asked-branch.ts';
import { dispositionOf } from '../content-disposition.ts';
import {
  createReportExportService,
  type ReportExportOptions,
  type ReportFile,
} from './report-export-service.ts';

/** Makes the handlers of exports of reports and of charts. */
export function createReportExportRoutes(
  options: ReportExportOptions,
): Handlers<typeof reportExportOperations> {
  const service = createReportExportService(options);
  return {
    async exportReport({ principal, deployment, params, body, signal }) {
      const target = { deploymentId: deployment.id, branch: deployment.deployBranch };
      const call = { viewer: userOrViewerOf(principal), target, signal };
      return replyWith(await service.exportReport(call, params.reportId, body));
    },
    async exportEmbeddedDashboard({ principal, params, body, signal }) {
      const viewer = userOrViewerOf(principal);
      const dashboard = await service.findDashboard(viewer, params.publicId);
      const { deploymentId } = dashboard;
      const branch = await findBranch(options.database.db, principal, deploymentId);
      const call = { viewer, target: { deploymentId, branch }, signal };
      return replyWith(await service.exportDashboard(call, dashboard, body));
    },
  };
}

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  png: 'image/png',
  pdf: 'application/pdf',
} as const;

function replyWith(file: ReportFile) {
  const { title, format } = file;
  const headers = {
    'content-type': contentTypes[format],
    'content-disposition': dispositionOf(`${title.replaceAll(/[\\/\p{Cc}]/gu, ' ')}.${format}`),
    'cache-control': 'no-store',
  };
  if ('picture' in file) return { status: 200, body: file.picture, headers } as const;
  const { rows, totalRows, cutCells, firstRows, bytes, content } = file.table;
  return {
    status: 200,
    body: content,
    headers: {
      ...headers,
      'content-length': bytes,
      'oriel-rows': `${rows}/${totalRows}`,
      'oriel-python-rows': firstRows,
      'oriel-cut-cells': format === 'xlsx' ? cutCells : undefined,
    },
  } as const;
}
