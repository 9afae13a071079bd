import {
  Refusal,
  refuse,
  type DashboardExportJobResponse,
  type DashboardExportStatusResponse,
  type StartDashboardExportInput,
} from '@oriel/contract';
import { accessLevels } from '../access/access-level.ts';
import type { Database } from '../db/database.ts';
import type { EmbedDashboardService } from '../embedding/embed-dashboards/embed-dashboard-service.ts';
import { makeSecret } from '../identity/credentials/secrets.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { findNamedDashboard } from '../notifications/named-dashboard.ts';
import { createNotificationStore } from '../notifications/notification-store.ts';
import type { Subject } from '../db/values/stored-renderings.ts';
import type { SubjectPrincipals } from '../embedding/subjects/subject-principals.ts';
import { DownloadPermit } from '../workspace/download-permit.ts';
import { createWorkspaceAccess } from '../workspace/workspace-access.ts';
import type { UserScope } from '../workspace/workspace-scope.ts';
import { checkLayout } from './check-layout.ts';
import { drawExport } from './draw-export.ts';
import { createExportStore, type ExportRow } from './export-store.ts';
import { findExportSubject, type SubjectOptions } from './export-subject.ts';

/** What exports are made with. */
export interface ExportOptions extends SubjectOptions {
  readonly database: Pick<Database, 'db' | 'pool'>;
  readonly embedDashboards: EmbedDashboardService;
  /** Absent in an application without background work. */
  readonly jobs: Pick<Jobs, 'send'>;
  readonly subjects: SubjectPrincipals;
}

/** Exports under way under the rights of one person. */
const MAX_UNDER_WAY = 5;
/** About how long one takes. */
const RETRY_SECONDS = 10;

const contentTypes = { png: 'image/png', pdf: 'application/pdf' } as const;

/** A file that was drawn. */
interface ExportFile {
  readonly contentType: string;
  readonly extension: string;
  readonly content: Buffer;
}

/** Makes the service of exports. */
export function createExportService({
  database,
  embedDashboards: dashboards,
  jobs,
  subjects,
  ...options
}: ExportOptions) {
  const { db } = database;
  const store = createExportStore(db);

  /** @throws `export_not_found` */
  const get = async ({ actor, deploymentId }: UserScope, id: string): Promise<ExportRow> => {
    const row = await store.find(deploymentId, actor.userId, id);
    if (!row) throw refuse('export_not_found');
    return row;
  };

  /** A caller who does not see the workbook is told of no dashboard. @throws `dashboard_not_found`, `forbidden` */
  const checkManaged = async (
    scope: UserScope,
    workbookId: number,
    { dashboardId, dashboardPublicId }: StartDashboardExportInput,
  ): Promise<void> => {
    try {
      await createWorkspaceAccess(db, scope).get('WORKBOOK', workbookId, accessLevels.manage);
    } catch (cause) {
      if (!(cause instanceof Refusal) || cause.code !== 'workbook_not_found') throw cause;
      throw refuse('dashboard_not_found', { publicId: dashboardPublicId ?? String(dashboardId) }, { cause });
    }
  };

  /** @throws `forbidden` where the subject of another is not shown the dashboard */
  const checkShown = async ({ actor, deploymentId }: UserScope, subject: Subject, publicId: string) => {
    const viewer = await subjects.find({ tenantId: actor.tenantId, deploymentId }, subject);
    if (!viewer) throw refuse('user_not_found', { id: subject.type === 'USER' ? subject.userId : 0 });
    try {
      await dashboards.find(viewer, publicId);
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
      throw refuse(
        'forbidden',
        { reason: 'The dashboard is not shown to the viewer of renderAs' },
        { cause },
      );
    }
    await DownloadPermit.of(db, viewer, publicId);
  };

  return {
    /**
     * @throws `dashboard_not_found`, `forbidden`, `admin_only`, `user_not_found`, `too_many_requests`,
     * `validation_failed`, and what finding a viewer throws
     */
    async start(scope: UserScope, input: StartDashboardExportInput): Promise<DashboardExportJobResponse> {
      const { actor, deploymentId } = scope;
      const { format, layout, filters, timeGrains, memberSwitchers, openTabs, renderAs } = input;
      checkLayout(input);
      const dashboard = await findNamedDashboard(createNotificationStore(db), deploymentId, input);
      await checkManaged(scope, dashboard.workbookId, input);
      await DownloadPermit.of(db, actor, dashboard.publicId);
      const jobId = makeSecret();
      const subject = await db.transaction().execute((tx) => findExportSubject(tx, actor, renderAs, options));
      if (renderAs != null) await checkShown(scope, subject, dashboard.publicId);
      return db.transaction().execute(async (tx) => {
        const locked = createExportStore(tx);
        const key = subject.type === 'USER' ? `user ${subject.userId}` : `embed-user ${subject.embedUserId}`;
        await locked.lockSubject(deploymentId, key);
        if ((await locked.countUnderWay(deploymentId, key)) >= MAX_UNDER_WAY)
          throw refuse('too_many_requests', { retryAfterSeconds: RETRY_SECONDS });
        const { expiresAt } = await locked.insert({
          id: jobId,
          deploymentId,
          dashboardId: dashboard.id,
          userId: actor.userId,
          subject: key,
          format,
          request: { controls: { filters, timeGrains, memberSwitchers }, subject, layout, openTabs },
        });
        await jobs.send(tx, drawExport, { exportId: jobId });
        return { jobId, expiresAt };
      });
    },
    /** @throws `export_not_found` */
    async getStatus(scope: UserScope, id: string): Promise<DashboardExportStatusResponse> {
      const { status, error, format } = await get(scope, id);
      const isDone = status === 'completed';
      return {
        status,
        error,
        progress: isDone ? 100 : null,
        contentType: isDone ? contentTypes[format] : null,
      };
    },
    /**
     * @throws `export_not_found`, `export_not_ready`, `export_failed`; `forbidden` where downloads are restricted by
     * now
     */
    async download(scope: UserScope, id: string): Promise<ExportFile> {
      const { status, error, format, publicId } = await get(scope, id);
      if (status === 'failed') throw refuse('export_failed', { reason: error ?? 'no reason is known' });
      if (status !== 'completed') throw refuse('export_not_ready');
      await DownloadPermit.of(db, scope.actor, publicId);
      const content = await store.findContent(scope.deploymentId, scope.actor.userId, id);
      if (!content) throw refuse('export_not_found');
      return { contentType: contentTypes[format], extension: format, content };
    },
  };
}
