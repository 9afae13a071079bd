import { accessLevels } from '../../access/access-level.ts';
import type { Author } from '../../access/principal.ts';
import type { Db } from '../../db/database.ts';
import { giveToMaker, levelOfMaker, ownerOf } from '../items/item-maker.ts';
import { createItemStore } from '../items/item-store.ts';
import { loadDashboards } from '../items/item-details.ts';
import { createReportStore } from '../reports/report-store.ts';
import { tabOfSnapshot, toTab } from '../reports/report-tab.ts';
import { draftOf } from '../items/serialize-items.ts';
import { changeWorkspace } from '../batches/workspace-change.ts';
import type { WithAccess, WorkbookRow } from '../items/workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { copyConfig } from './dashboards/config-reports.ts';
import { copyDashboard, nameOfCopy } from './dashboards/copy-dashboard.ts';
import { createWorkbookStore } from './workbook-store.ts';

/**
 * Copies a workbook with its reports, its draft and its published dashboard. What the copy shows is its own; shares,
 * the slug, the history and the threads of AI widgets stay with the original.
 *
 * @throws 404 and 403
 */
export function duplicateWorkbook(
  db: Db,
  scope: WorkspaceScope,
  id: number,
): Promise<WithAccess<WorkbookRow>> {
  const { actor, deploymentId } = scope;
  return changeWorkspace(db, scope, {}, async (tx) => {
    const workbooks = createWorkbookStore(tx.db);
    await workbooks.hold(scope, id);
    const source = await tx.access.get('WORKBOOK', id, leastToCopy(actor));
    const dashboard = (await loadDashboards(tx.db, actor, [id]))(id);
    const published = dashboard?.status === 'published' ? dashboard : undefined;
    const copy = await workbooks.insert({
      deploymentId,
      ...ownerOf(actor),
      name: nameOfCopy(source.name),
      folderId: await folderOfCopy(tx.db, scope, source),
      meta: JSON.stringify(source.meta),
      calculatedFields: JSON.stringify(source.calculatedFields),
    });
    await giveToMaker(tx.db, scope, 'WORKBOOK', copy);
    const reports = createReportStore(tx.db);
    const tabs = (await reports.listByWorkbook(deploymentId, id)).map(toTab);
    // A published chart may show a report that was deleted since; the copy gets it back.
    const known = new Set(tabs.map(({ reportId }) => reportId));
    const gone = (published?.reportSnapshots ?? []).filter(({ reportId }) => !known.has(reportId));
    const owner = { deploymentId, ...ownerOf(actor), workbookId: copy.id };
    const reportIds = await reports.insertTabs(owner, [...tabs, ...gone.map(tabOfSnapshot)]);
    if (published) await copyDashboard(tx.db, scope, { published, workbookId: copy.id, reportIds });
    const draft = draftOf(source);
    const meta = draft ? { ...source.meta, dashboardDraft: copyConfig(draft, reportIds) } : source.meta;
    return { ...(await workbooks.setMeta(copy, meta)), level: levelOfMaker(actor) };
  });
}

/** What is not published is for those who may edit it, of the viewers of an embed tenant. */
const leastToCopy = ({ kind }: Author) => (kind === 'user' ? accessLevels.read : accessLevels.edit);

/** Beside the original where the caller may put something there, else the root. */
async function folderOfCopy(
  db: Db,
  scope: WorkspaceScope,
  { folderId }: WorkbookRow,
): Promise<number | null> {
  if (folderId === null) return null;
  const folder = await createItemStore(db).find(scope, 'FOLDER', folderId);
  return folder && folder.level >= accessLevels.edit ? folderId : null;
}
