import { refuse, type RestoreDashboardVersionInput } from '@oriel/contract';
import { withDistinctIds } from '@oriel/dashboard/widgets';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { accessLevels } from '../../access/access-level.ts';
import type { Db } from '../../db/database.ts';
import type { ReportTab } from '../workspace-tables.ts';
import { createItemStore } from '../items/item-store.ts';
import { createReportStore } from '../reports/report-store.ts';
import { tabOfSnapshot, toTab } from '../reports/report-tab.ts';
import { deleteWithin } from '../trash/delete-store.ts';
import { checkVersion } from '../items/version-check.ts';
import { changeWorkspace, type WorkspaceChange } from '../batches/workspace-change.ts';
import type { WithAccess, WorkbookRow } from '../items/workspace-rows.ts';
import type { UserScope } from '../workspace-scope.ts';
import { repoint } from './dashboards/config-reports.ts';
import { createVersionStore, type StoredVersion } from './dashboards/version-store.ts';
import { createWorkbookStore } from './workbook-store.ts';

/** Which version of which workbook's dashboard is restored, and how. */
export interface RestoreRequest extends RestoreDashboardVersionInput {
  workbookId: number;
  versionNumber: number;
}

/**
 * Makes the draft and the reports of a workbook those of a version of its dashboard. Charts of reports that were
 * deleted since show the reports that are made in their place.
 *
 * @throws `dashboard_version_not_found`, `version_conflict`; 404 and 403, also for the reports that the version does
 * not have
 */
export function restoreVersion(
  db: Db,
  scope: UserScope,
  { workbookId, versionNumber, keepOtherReports, expectedVersion }: RestoreRequest,
): Promise<WithAccess<WorkbookRow>> {
  return changeWorkspace(db, scope, { lock: 'exclusive' }, async (tx) => {
    const workbooks = createWorkbookStore(tx.db);
    await workbooks.hold(scope, workbookId);
    const workbook = await tx.access.get('WORKBOOK', workbookId, accessLevels.edit);
    checkVersion('workbook', workbook, expectedVersion);
    const version = await createVersionStore(tx.db).find(scope, { workbookId, versionNumber });
    if (!version) throw refuse('dashboard_version_not_found', { id: versionNumber });
    const reportIds = await restoreTabs(tx, scope, { workbookId, version });
    if (version.tabs && !keepOtherReports)
      await removeOthers(tx, scope, { workbookId, kept: new Set(reportIds.values()) });
    return createItemStore(tx.db).update(scope, 'WORKBOOK', workbook, {
      meta: workbooks.withDraft(withDistinctIds(repoint(version.config, reportIds))),
      restoredVersion: versionNumber,
    });
  });
}

/** Puts the reports of a version back. @returns the ids that they have now by those that they had */
async function restoreTabs(
  { db }: WorkspaceChange,
  { actor, deploymentId }: UserScope,
  { workbookId, version }: { workbookId: number; version: StoredVersion },
): Promise<Map<number, number>> {
  const store = createReportStore(db);
  const present = new Map(
    (await store.holdByWorkbook(deploymentId, workbookId)).map((report) => [report.id, toTab(report)]),
  );
  const wanted = version.tabs ?? version.reportSnapshots.map(tabOfSnapshot);
  const gone = wanted.filter(({ reportId }) => !present.has(reportId));
  const ids = await store.insertTabs({ deploymentId, workbookId, userId: actor.userId }, gone);
  for (const tab of wanted) {
    const now = present.get(tab.reportId);
    if (!now) continue;
    ids.set(tab.reportId, tab.reportId);
    const then: ReportTab = version.tabs ? tab : { ...tab, pivotItems: now.pivotItems };
    if (!isDeepStrictEqual(now, then)) await store.setTab(deploymentId, then);
  }
  return ids;
}

async function removeOthers(
  { db, access }: WorkspaceChange,
  scope: UserScope,
  { workbookId, kept }: { workbookId: number; kept: ReadonlySet<number> },
): Promise<void> {
  const reports = await createReportStore(db).listByWorkbook(scope.deploymentId, workbookId);
  const undoId = randomUUID();
  for (const { id } of reports.filter((report) => !kept.has(report.id))) {
    await access.get('REPORT', id, accessLevels.manage);
    await deleteWithin(db, { ...scope, undoId }, { type: 'REPORT', id });
  }
}
