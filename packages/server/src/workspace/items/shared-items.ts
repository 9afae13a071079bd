import type { Dashboard, Workbook } from '@oriel/contract';
import type { EmbedPrincipal, UserPrincipal } from '../../access/principal.ts';
import type { Db } from '../../db/database.ts';
import { loadDashboards, loadPaths } from './item-details.ts';
import type { WorkspaceRow } from './workspace-row.ts';

/**
 * Items as the viewers of embed sessions see them in lists, every kind in the shape of a workbook: who owns them, what
 * is not published and the metadata of clients are left out. A dashboard is there where the caller could open it by any
 * share.
 */
export async function toSharedWorkbooks(
  db: Db,
  caller: UserPrincipal | EmbedPrincipal,
  items: readonly WorkspaceRow[],
): Promise<Workbook[]> {
  const workbooks = items.filter(({ type }) => type === 'WORKBOOK');
  const [pathOf, dashboardOf] = await Promise.all([
    loadPaths(db, items.map(folderOf)),
    loadDashboards(
      db,
      caller,
      workbooks.map(({ row }) => row.id),
    ),
  ]);
  const seesWithoutEmbedding = caller.kind === 'user' || caller.creatorMode;
  const isShown = ({ status, allowEmbed }: Dashboard) =>
    status === 'published' && (allowEmbed || seesWithoutEmbedding);
  return items.map((item) => {
    const { id, deploymentId, name, createdAt, updatedAt } = item.row;
    const dashboard = item.type === 'WORKBOOK' ? dashboardOf(id) : null;
    const publishedDashboard = dashboard && isShown(dashboard) ? dashboard : null;
    return {
      id,
      deploymentId,
      type: item.type,
      name,
      createdAt,
      updatedAt,
      folderId: folderOf(item),
      folderPath: pathOf(folderOf(item)),
      meta: {},
      calculatedFields: {},
      user: null,
      userId: null,
      isFavorite: null,
      canEdit: false,
      canManage: false,
      ...(item.type === 'WORKBOOK' && {
        slug: item.row.slug,
        dashboardDraft: null,
        dashboardPublished: publishedDashboard?.config ?? null,
        publishedDashboard: publishedDashboard && { ...publishedDashboard, createdBy: null },
      }),
    };
  });
}

function folderOf(item: WorkspaceRow): number | null {
  return item.type === 'FOLDER' ? item.row.parentId : item.row.folderId;
}
