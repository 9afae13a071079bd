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
    folderIds: rows.map((row) => row.parentId),
    userIds: rows.map((row) => row.userId),
  });
  return rows.map((row) => ({
    id: row.id,
    deploymentId: row.deploymentId,
    name: row.name,
    parentId: row.parentId,
    position: row.position,
    type: 'FOLDER',
    folderPath: details.pathOf(row.parentId),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    ...(row.createdBy !== null && { createdBy: row.createdBy }),
    updatedBy: row.updatedBy,
    user: details.ownerOf(row.userId),
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
    userIds: items.map(({ row }) => row.userId),
    workbookIds,
  });
  return items.map((item) => toWorkbook(item, details));
}

function parentOf(item: WorkspaceRow): number | null {
  return item.type === 'FOLDER' ? item.row.parentId : item.row.folderId;
}

function toWorkbook(item: WorkspaceRow, details: ItemDetails): Workbook {
  const { row, type } = item;
  const shared = {
    id: row.id,
    type,
    name: row.name,
    deploymentId: row.deploymentId,
    folderId: parentOf(item),
    folderPath: details.pathOf(parentOf(item)),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    ...(row.createdBy !== null && { createdBy: row.createdBy }),
    userId: row.userId,
    user: details.ownerOf(row.userId),
    calculatedFields: {},
    meta: {},
  };
  if (item.type !== 'WORKBOOK')
    return { ...shared, ...(item.type === 'REPORT' && { meta: item.row.meta ?? {} }) };
  const published = details.dashboardOf(item.row.id);
  return {
    ...shared,
    meta: item.row.meta,
    calculatedFields: item.row.calculatedFields,
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
    folderIds: rows.map((row) => row.folderId),
    userIds: rows.flatMap((row) => [row.userId, row.refreshedBy]),
  });
  return rows.map((row) => toReport(row, details));
}

/** Stands for a person who is no longer there. */
const nobody = { id: 0, email: '', firstName: null, picture: null };

function toReport(row: WithAccess<ReportRow>, details: ItemDetails): Report {
  const owner = details.ownerOf(row.userId) ?? nobody;
  return {
    id: row.id,
    publicId: row.publicId,
    deploymentId: row.deploymentId,
    type: 'REPORT',
    name: row.name,
    title: row.title,
    description: row.description,
    workbookId: row.workbookId,
    folderId: row.folderId,
    folderPath: details.pathOf(row.folderId),
    sqlQuery: row.sqlQuery,
    jsonQuery: row.jsonQuery,
    // Writing it has checked its form.
    pivotItems: row.pivotItems as Report['pivotItems'],
    meta: row.meta,
    version: row.version,
    source: row.source as Report['source'],
    externalWorkbookId: row.externalWorkbookId,
    externalWorkbookPlacements: row.placements as ReportPlacement[],
    resultLocation: row.resultLocation,
    endResultCell: row.endResultCell,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    ...(row.createdBy !== null && { createdBy: row.createdBy }),
    userId: row.userId ?? 0,
    user: owner,
    refreshedBy: row.refreshedBy,
    refreshedByUser: details.ownerOf(row.refreshedBy) ?? owner,
    rolesWithAccess: [],
    canEdit: row.level >= accessLevels.edit,
    canManage: row.level >= accessLevels.manage,
  };
}
