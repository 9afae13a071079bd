import {
  refuse,
  withCalculatedFields,
  type Dashboard,
  type DashboardConfig,
  type PublishDashboardInput,
} from '@oriel/contract';
import { MAX_DOCUMENT_LENGTH } from '@oriel/contract/limits';
import { accessLevels } from '../../../access/access-level.ts';
import { userIdOf } from '../../../access/principal.ts';
import type { Db } from '../../../db/database.ts';
import { makePublicId } from '../../items/public-id.ts';
import { createReportStore } from '../../reports/report-store.ts';
import { toTab } from '../../reports/report-tab.ts';
import { draftOf } from '../../items/serialize-items.ts';
import { checkVersion } from '../../items/version-check.ts';
import { createWorkspaceAccess } from '../../workspace-access.ts';
import { changeWorkspace, type WorkspaceChange } from '../../batches/workspace-change.ts';
import type { ReportRow, WorkbookRow } from '../../items/workspace-rows.ts';
import type { WorkspaceScope } from '../../workspace-scope.ts';
import { readConfig } from './dashboard-draft.ts';
import { createDashboardStore } from './dashboard-store.ts';
import { withNamedTheme } from './named-theme.ts';
import { snapshotsOf, type NewSnapshot } from './report-snapshots.ts';

/**
 * Makes a new version of a workbook's dashboard, with its reports as they are now. Two publishers at once make two
 * versions, one after the other; the public id stays.
 *
 * @throws `version_conflict`, `no_draft_to_publish`, `report_not_in_workbook`, `invalid_request`; `validation_failed`
 * for a draft or a report that an older version stored in a form that no answer can have; 404 and 403, which without
 * manage access is the answer to `allowEmbed`
 */
export async function publishDashboard(
  db: Db,
  scope: WorkspaceScope,
  workbookId: number,
  input: PublishDashboardInput,
): Promise<Dashboard> {
  if (input.workbookId !== workbookId)
    throw refuse('invalid_request', {
      reason: `workbookId ${input.workbookId} is not the workbook of the address, ${workbookId}`,
    });
  return changeWorkspace(db, scope, { conflict: { workbookId } }, (tx) => publishVersion(tx, scope, input));
}

async function publishVersion(
  { db, access }: WorkspaceChange,
  { actor, deploymentId }: WorkspaceScope,
  input: PublishDashboardInput,
): Promise<Dashboard> {
  const { workbookId } = input;
  const dashboards = createDashboardStore(db);
  await access.get(
    'WORKBOOK',
    workbookId,
    input.allowEmbed == null ? accessLevels.edit : accessLevels.manage,
  );
  const dashboardId = await dashboards.hold(
    { deploymentId, workbookId, publicId: makePublicId(), createdBy: userIdOf(actor) },
    input.allowEmbed,
  );
  if (input.dashboardId != null && input.dashboardId !== dashboardId)
    throw refuse('invalid_request', {
      reason: `dashboardId ${input.dashboardId} is not the dashboard of this workbook`,
    });
  // Only now that the dashboard is held: what there is to publish may have changed while another published.
  const workbook = await access.get('WORKBOOK', workbookId, accessLevels.edit);
  checkVersion('workbook', workbook, input.expectedVersion);
  const config = await withNamedTheme(db, actor.tenantId, configOf(input, draftOf(workbook)));
  const reports = await reportsToFreeze(db, deploymentId, workbook);
  return dashboards.insertVersion(actor, {
    dashboardId,
    title: input.title ?? config.title ?? workbook.name,
    description: input.description ?? config.description ?? null,
    config,
    snapshots: snapshotsOf(config, reports),
    tabs: reports.map(toTab),
    restoredFrom: workbook.restoredVersion,
  });
}

/**
 * The reports of a workbook as they would be frozen.
 * @throws `invalid_request` for a query that is too long with calculated fields
 */
async function reportsToFreeze(db: Db, deploymentId: number, workbook: WorkbookRow): Promise<ReportRow[]> {
  const stored = await createReportStore(db).listByWorkbook(deploymentId, workbook.id);
  return stored.map((report) => withFields(report, workbook));
}

/**
 * The reports that an app would have if it were published now. Nothing is written.
 *
 * @throws `invalid_request`, `validation_failed` as {@link publishDashboard}; 404 and 403
 */
export async function previewSnapshots(
  db: Db,
  scope: WorkspaceScope,
  workbookId: number,
): Promise<NewSnapshot[]> {
  const workbook = await createWorkspaceAccess(db, scope).get('WORKBOOK', workbookId, accessLevels.edit);
  return snapshotsOf({ kind: 'APP' }, await reportsToFreeze(db, scope.deploymentId, workbook));
}

/**
 * A report with the fields of its workbook in its query: what is published stays as it is when they change.
 *
 * @throws `invalid_request` for a query that is too long with them
 */
function withFields(
  report: ReportRow,
  { calculatedFields }: Pick<WorkbookRow, 'calculatedFields'>,
): ReportRow {
  const jsonQuery = withCalculatedFields(report.jsonQuery, calculatedFields);
  if ((jsonQuery?.length ?? 0) > MAX_DOCUMENT_LENGTH)
    throw refuse('invalid_request', {
      reason: `the query of the report ${report.id} has more than ${MAX_DOCUMENT_LENGTH} characters with the calculated fields that it names`,
    });
  return { ...report, jsonQuery };
}

/** @throws `no_draft_to_publish`, `validation_failed` */
function configOf(input: PublishDashboardInput, draft: unknown): DashboardConfig {
  if (input.config) return readConfig(input.config, 'config');
  if (draft === null) throw refuse('no_draft_to_publish');
  return readConfig(draft, 'dashboardDraft');
}
