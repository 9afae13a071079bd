import type { DashboardConfig, Folder, Report, ReportPlacement, Workbook } from '@oriel/contract';
import { accessLevels } from '../access/access-level.ts';
import type { Db } from '../db/database.ts';
import { loadDetails, type ItemDetails } from './item-details.ts';
import type { FolderRow, ReportRow, WithAccess, WorkbookRow } from './workspace-rows.ts';

/** One thing of the workspace, of whichever kind. */
export type WorkspaceRow =
  | { type: 'FOLDER'; row: FolderRow }
  | { type: 'WORKBOOK'; row: WorkbookRow }
  | { type: 'REPORT'; row: ReportRow };

export async function toFolders(db: Db, rows: readonly FolderRow[]): Promise<Folder[]> {
  const details = await loadDetails(db, {
    folderIds: rows.map((row) => row.parent_id),
    userIds: rows.map((row) => row.user_id),
  });
  return rows.map((row) => ({
    id: row.id,
    deploymentId: row.deployment_id,
    name: row.name,
    parentId: row.parent_id,
    position: row.position,
    type: 'FOLDER',
    folderPath: details.pathOf(row.parent_id),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.created_by !== null && { createdBy: row.created_by }),
    updatedBy: row.updated_by,
    user: details.ownerOf(row.user_id),
  }));
}

/** One thing, in the form that its kind has in lists. */
export async function serializeOne<Row extends { id: number }, Item>(
  row: Row,
  serialize: (rows: readonly Row[]) => Promise<Item[]>,
): Promise<Item> {
  const [item] = await serialize([row]);
  if (!item) throw new Error(`${row.id} was not serialised`);
  return item;
}

/** Every kind in the shape of a workbook, as the feed and the moves answer; `type` says what each is. */
export async function toWorkbooks(db: Db, items: readonly WorkspaceRow[]): Promise<Workbook[]> {
  const workbookIds = items.filter(({ type }) => type === 'WORKBOOK').map(({ row }) => row.id);
  const details = await loadDetails(db, {
    folderIds: items.map(parentOf),
    userIds: items.map(({ row }) => row.user_id),
    workbookIds,
  });
  return items.map((item) => toWorkbook(item, details));
}

function parentOf(item: WorkspaceRow): number | null {
  return item.type === 'FOLDER' ? item.row.parent_id : item.row.folder_id;
}

function toWorkbook(item: WorkspaceRow, details: ItemDetails): Workbook {
  const { row, type } = item;
  const shared = {
    id: row.id,
    type,
    name: row.name,
    deploymentId: row.deployment_id,
    folderId: parentOf(item),
    folderPath: details.pathOf(parentOf(item)),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.created_by !== null && { createdBy: row.created_by }),
    userId: row.user_id,
    user: details.ownerOf(row.user_id),
    calculatedFields: {},
    meta: {},
  };
  if (item.type !== 'WORKBOOK')
    return { ...shared, ...(item.type === 'REPORT' && { meta: item.row.meta ?? {} }) };
  const published = details.dashboardOf(item.row.id);
  return {
    ...shared,
    meta: item.row.meta,
    calculatedFields: item.row.calculated_fields,
    slug: item.row.slug,
    // No operation makes a favourite.
    isFavorite: false,
    dashboardDraft: draftOf(item.row),
    dashboardPublished: published?.config ?? null,
    publishedDashboard: published,
  };
}

/** The draft lies in the metadata; writing it has checked its form. */
export function draftOf({ meta }: WorkbookRow): DashboardConfig | null {
  return (meta['dashboardDraft'] as DashboardConfig | null | undefined) ?? null;
}

export async function toReports(db: Db, rows: readonly WithAccess<ReportRow>[]): Promise<Report[]> {
  const details = await loadDetails(db, {
    folderIds: rows.map((row) => row.folder_id),
    userIds: rows.flatMap((row) => [row.user_id, row.refreshed_by]),
  });
  return rows.map((row) => toReport(row, details));
}

/** Stands for a person who is no longer there. */
const nobody = { id: 0, email: '', firstName: null, picture: null };

function toReport(row: WithAccess<ReportRow>, details: ItemDetails): Report {
  const owner = details.ownerOf(row.user_id) ?? nobody;
  return {
    id: row.id,
    publicId: row.public_id,
    deploymentId: row.deployment_id,
    type: 'REPORT',
    name: row.name,
    title: row.title,
    description: row.description,
    workbookId: row.workbook_id,
    folderId: row.folder_id,
    folderPath: details.pathOf(row.folder_id),
    sqlQuery: row.sql_query,
    jsonQuery: row.json_query,
    // Writing it has checked its form.
    pivotItems: row.pivot_items as Report['pivotItems'],
    meta: row.meta,
    version: row.version,
    source: row.source as Report['source'],
    externalWorkbookId: row.external_workbook_id,
    externalWorkbookPlacements: row.placements as ReportPlacement[],
    resultLocation: row.result_location,
    endResultCell: row.end_result_cell,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.created_by !== null && { createdBy: row.created_by }),
    userId: row.user_id ?? 0,
    user: owner,
    refreshedBy: row.refreshed_by,
    refreshedByUser: details.ownerOf(row.refreshed_by) ?? owner,
    rolesWithAccess: [],
    canEdit: row.level >= accessLevels.edit,
    canManage: row.level >= accessLevels.manage,
  };
}
