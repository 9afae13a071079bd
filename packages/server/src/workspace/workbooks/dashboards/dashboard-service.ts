import {
  refuse,
  type Dashboard,
  type DashboardVersionsResponse,
  type OperationTypes,
  type UpdateDashboardStateInput,
  type UpdatePublishedAiWidgetThreadInput,
} from '@oriel/contract';
import { accessLevels } from '../../../access/access-level.ts';
import type { Db } from '../../../db/database.ts';
import { readPage } from '../../../paging/page.ts';
import { createWorkspaceAccess } from '../../workspace-access.ts';
import { changeWorkspace } from '../../batches/workspace-change.ts';
import type { WorkspaceScope } from '../../workspace-scope.ts';
import { listWidgets, mapWidgets } from './config-reports.ts';
import { createVersionStore, latestFirst } from './version-store.ts';

/** Makes the service of dashboards after their publication: versions, state, threads of AI widgets. */
export function createDashboardService(db: Db) {
  const store = createVersionStore(db);
  const checkMayEdit = (scope: WorkspaceScope, workbookId: number) =>
    createWorkspaceAccess(db, scope).get('WORKBOOK', workbookId, accessLevels.edit);
  return {
    /** Newest first. @throws `invalid_cursor`; 404 and 403 */
    async listVersions(
      scope: WorkspaceScope,
      workbookId: number,
      request: OperationTypes['listDashboardVersions']['query'],
    ): Promise<DashboardVersionsResponse> {
      await checkMayEdit(scope, workbookId);
      const page = await readPage(request, latestFirst, (range) => store.list(scope, workbookId, range));
      return { items: page.rows, pageInfo: page.pageInfo };
    },
    /** @throws `dashboard_version_not_found`; 404 and 403 */
    async getVersion(scope: WorkspaceScope, workbookId: number, versionNumber: number): Promise<Dashboard> {
      await checkMayEdit(scope, workbookId);
      const version = await store.findDashboard(scope, { workbookId, versionNumber });
      if (!version) throw refuse('dashboard_version_not_found', { id: versionNumber });
      return version;
    },
    /** @throws `workbook_dashboard_not_found`; 404 and 403 */
    setState: (
      scope: WorkspaceScope,
      workbookId: number,
      { status, useBoardDashboards, restrictDataDownload }: UpdateDashboardStateInput,
    ): Promise<Dashboard> =>
      changeWorkspace(db, scope, {}, async (tx) => {
        const dashboards = createVersionStore(tx.db);
        const least = restrictDataDownload == null ? accessLevels.edit : accessLevels.manage;
        await tx.access.get('WORKBOOK', workbookId, least);
        const held = await dashboards.holdNewest(scope, workbookId);
        if (!held) throw refuse('workbook_dashboard_not_found', { workbookId });
        const state = {
          ...(status != null && { status }),
          ...(useBoardDashboards != null && { useBoardDashboards }),
          ...(restrictDataDownload != null && { restrictDataDownload }),
        };
        if (Object.keys(state).length > 0) await dashboards.setState(held.id, state);
        return (await dashboards.findNewest(scope, workbookId)) ?? held;
      }),
    /** In the newest version alone. @throws `workbook_dashboard_not_found`, `widget_not_found`; 404 and 403 */
    setThread: (
      scope: WorkspaceScope,
      workbookId: number,
      { widgetId, threadId, checksum = null }: UpdatePublishedAiWidgetThreadInput,
    ): Promise<Dashboard> =>
      changeWorkspace(db, scope, {}, async (tx) => {
        const dashboards = createVersionStore(tx.db);
        await tx.access.get('WORKBOOK', workbookId, accessLevels.edit);
        const held = await dashboards.holdNewest(scope, workbookId);
        if (held?.status !== 'published') throw refuse('workbook_dashboard_not_found', { workbookId });
        const isMeant = ({ id, type }: { id: string; type: string }) => type === 'AI' && id === widgetId;
        if (!listWidgets(held.config.widgets).some(isMeant))
          throw refuse('widget_not_found', { id: widgetId });
        const config = mapWidgets(held.config, (widget) =>
          widget.type === 'AI' && isMeant(widget)
            ? { ...widget, config: { ...widget.config, threadId, checksum } }
            : widget,
        );
        await dashboards.setConfig(held.versionId, config);
        return { ...held, config };
      }),
  };
}
