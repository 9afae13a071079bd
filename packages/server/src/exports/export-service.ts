import {
  Refusal,
  refuse,
  type DashboardExportJobResponse,
  type DashboardExportStatusResponse,
  type StartDashboardExportInput,
} from '@oriel/contract';
import { accessLevels } from '../access/access-level.ts';
import { bindFirst } from '../db/bind-first.ts';
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

/** What the parts of the service work with. */
interface ExportNeeds extends ExportOptions {
  readonly db: Database['db'];
  readonly store: ReturnType<typeof createExportStore>;
}

/** Makes the service of exports. */
export function createExportService(options: ExportOptions) {
  const { db } = options.database;
  const store = createExportStore(db);
  return bindFirst({ ...options, db, store }, { start, getStatus, download });
}

/**
 * @throws `dashboard_not_found`, `forbidden`, `admin_only`, `user_not_found`, `too_many_requests`,
 * `validation_failed`, and what finding a viewer throws
 */
async function start(
  needs: ExportNeeds,
  scope: UserScope,
  input: StartDashboardExportInput,
): Promise<DashboardExportJobResponse> {
  const { actor, deploymentId } = scope;
  const { format, layout, filters, timeGrains, memberSwitchers, openTabs, renderAs } = input;
  checkLayout(input);
  const dashboard = await findNamedDashboard(createNotificationStore(needs.db), deploymentId, input);
  await checkManaged(needs, scope, dashboard.workbookId, input);
  await DownloadPermit.of(needs.db, actor, dashboard.publicId);
  const jobId = makeSecret();
  const subject = await needs.db.transaction().execute((tx) => findExportSubject(tx, actor, renderAs, needs));
  if (renderAs != null) await checkShown(needs, scope, subject, dashboard.publicId);
  return needs.db.transaction().execute(async (tx) => {
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
    await needs.jobs.send(tx, drawExport, { exportId: jobId });
    return { jobId, expiresAt };
  });
}

/** @throws `export_not_found` */
async function getStatus(
  needs: Pick<ExportNeeds, 'store'>,
  scope: UserScope,
  id: string,
): Promise<DashboardExportStatusResponse> {
  const { status, error, format } = await get(needs, scope, id);
  const isDone = status === 'completed';
  return {
    status,
    error,
    progress: isDone ? 100 : null,
    contentType: isDone ? contentTypes[format] : null,
  };
}

/**
 * @throws `export_not_found`, `export_not_ready`, `export_failed`; `forbidden` where downloads are restricted by
 * now
 */
async function download(
  needs: Pick<ExportNeeds, 'db' | 'store'>,
  scope: UserScope,
  id: string,
): Promise<ExportFile> {
  const { status, error, format, publicId } = await get(needs, scope, id);
  if (status === 'failed') throw refuse('export_failed', { reason: error ?? 'no reason is known' });
  if (status !== 'completed') throw refuse('export_not_ready');
  await DownloadPermit.of(needs.db, scope.actor, publicId);
  const content = await needs.store.findContent(scope.deploymentId, scope.actor.userId, id);
  if (!content) throw refuse('export_not_found');
  return { contentType: contentTypes[format], extension: format, content };
}

/** @throws `export_not_found` */
async function get(
  { store }: Pick<ExportNeeds, 'store'>,
  { actor, deploymentId }: UserScope,
  id: string,
): Promise<ExportRow> {
  const row = await store.find(deploymentId, actor.userId, id);
  if (!row) throw refuse('export_not_found');
  return row;
}

/** A caller who does not see the workbook is told of no dashboard. @throws `dashboard_not_found`, `forbidden` */
async function checkManaged(
  { db }: Pick<ExportNeeds, 'db'>,
  scope: UserScope,
  workbookId: number,
  { dashboardId, dashboardPublicId }: StartDashboardExportInput,
): Promise<void> {
  try {
    await createWorkspaceAccess(db, scope).get('WORKBOOK', workbookId, accessLevels.manage);
  } catch (cause) {
    if (!(cause instanceof Refusal) || cause.code !== 'workbook_not_found') throw cause;
    throw refuse('dashboard_not_found', { publicId: dashboardPublicId ?? String(dashboardId) }, { cause });
  }
}

/** @throws `forbidden` where the subject of another is not shown the dashboard */
async function checkShown(
  { db, subjects, embedDashboards }: Pick<ExportNeeds, 'db' | 'subjects' | 'embedDashboards'>,
  { actor, deploymentId }: UserScope,
  subject: Subject,
  publicId: string,
) {
  const viewer = await subjects.find({ tenantId: actor.tenantId, deploymentId }, subject);
  if (!viewer) throw refuse('user_not_found', { id: subject.type === 'USER' ? subject.userId : 0 });
  try {
    await embedDashboards.find(viewer, publicId);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    throw refuse('forbidden', { reason: 'The dashboard is not shown to the viewer of renderAs' }, { cause });
  }
  await DownloadPermit.of(db, viewer, publicId);
}
