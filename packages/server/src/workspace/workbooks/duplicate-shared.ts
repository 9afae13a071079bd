import { refuse, type Workbook } from '@oriel/contract';
import { sql } from 'kysely';
import { accessLevels } from '../../access/access-level.ts';
import type { EmbedPrincipal } from '../../access/principal.ts';
import { sharedWithViewers } from '../../access/subjects.ts';
import type { Db } from '../../db/database.ts';
import { loadDashboards } from '../items/item-details.ts';
import { createReportStore } from '../reports/report-store.ts';
import { tabOfSnapshot } from '../reports/report-tab.ts';
import { giveToMaker, ownerOf } from '../items/item-maker.ts';
import { serializeOne, toWorkbooks } from '../items/serialize-items.ts';
import { createWorkspaceAccess } from '../workspace-access.ts';
import { holdWorkspace } from '../batches/workspace-change.ts';
import { copyConfig } from './dashboards/config-reports.ts';
import { copyDashboard, nameOfCopy } from './dashboards/copy-dashboard.ts';
import { createWorkbookStore } from './workbook-store.ts';

/**
 * Copies a workbook of the shared workspace for a viewer in creator mode, who owns the copy: its published dashboard
 * with a report of each snapshot, and the same as its draft. Reports and drafts that were not published stay where they
 * are.
 *
 * @throws `workbook_not_found` for what is not shared with the viewers of the tenant; `no_published_dashboard`
 */
export function duplicateShared(db: Db, viewer: EmbedPrincipal, workbookId: number): Promise<Workbook> {
  const { deploymentId, embedTenantId } = viewer;
  return db.transaction().execute(async (tx) => {
    await sql`select ${holdWorkspace(deploymentId)}`.execute(tx);
    const shared = { actor: sharedWithViewers(embedTenantId), deploymentId };
    const source = await createWorkspaceAccess(tx, shared).get('WORKBOOK', workbookId, accessLevels.read);
    const dashboard = (await loadDashboards(tx, viewer, [workbookId]))(workbookId);
    if (dashboard?.status !== 'published') throw refuse('no_published_dashboard');
    const workbooks = createWorkbookStore(tx);
    const copy = await workbooks.insert({ deploymentId, ...ownerOf(viewer), name: nameOfCopy(source.name) });
    const owner = { deploymentId, ...ownerOf(viewer), workbookId: copy.id };
    const tabs = dashboard.reportSnapshots.map(tabOfSnapshot);
    const reportIds = await createReportStore(tx).insertTabs(owner, tabs);
    const config = copyConfig(dashboard.config, reportIds);
    const row = await workbooks.setMeta(copy, { dashboardDraft: config });
    await copyDashboard(
      tx,
      { actor: viewer, deploymentId },
      { published: dashboard, workbookId: copy.id, reportIds },
    );
    await giveToMaker(tx, { actor: viewer, deploymentId }, 'WORKBOOK', copy);
    const made = { ...row, level: accessLevels.manage };
    return serializeOne(made, (rows) =>
      toWorkbooks(
        tx,
        { actor: viewer, deploymentId },
        rows.map((each) => ({ type: 'WORKBOOK', row: each })),
      ),
    );
  });
}
