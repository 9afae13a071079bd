import { defineTables } from '../db/schema/table-rules.ts';
import type { DashboardExportStatus, NotificationFormat } from '@oriel/contract';
import type { Generated, JSONColumnType } from 'kysely';
import type { ExportRequest } from '../db/values/stored-renderings.ts';

declare module '../db/tables.ts' {
  interface Tables extends ExportTables {}
}

/** Exports of dashboards. */
interface ExportTables {
  dashboardExports: {
    id: string;
    deploymentId: number;
    dashboardId: number;
    userId: number;
    subject: string;
    format: NotificationFormat;
    request: JSONColumnType<ExportRequest>;
    status: Generated<DashboardExportStatus>;
    error: string | null;
    content: Buffer | null;
    createdAt: Generated<string>;
    expiresAt: string;
  };
}

/** What becomes of their rows. */
export const exportTables = defineTables<ExportTables>({
  dashboardExports: {
    audited: { resource: 'dashboardExport', secret: ['request', 'content'] },
    expires: { key: 'id', when: 'expires_at < now()' },
  },
});
