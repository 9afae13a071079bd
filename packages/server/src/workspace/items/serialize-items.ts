import type {
  Dashboard,
  DashboardConfig,
  Folder,
  ResourceOwner,
  Workbook,
  WorkspaceFolderPathEntry,
} from '@oriel/contract';
import { accessLevels, type AccessLevel } from '../../access/access-level.ts';
import type { Db } from '../../db/database.ts';
import { toSharedWorkbooks } from './shared-items.ts';
import { withToldUsers } from './told-users.ts';
import { loadDashboards, loadMarks, loadOwners, loadPaths } from './item-details.ts';
import type { FolderRow, WithAccess, WorkbookRow } from './workspace-rows.ts';
import type { WorkspaceRow } from './workspace-row.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';

export type { WorkspaceRow };

/*
 * Rows have the fields of their answers; what is added here is computed or lies in other tables. What an answer does not
 * declare is not written.
 */

/** What an item is shown with beyond its row. */
interface WorkspaceItemDetails {
  folderPath: WorkspaceFolderPathEntry[];
  user: ResourceOwner | null;
  isFavorite: boolean;
  /** When the caller last opened it; null for never, undefined where it is not read. */
  viewerLastViewedAt?: string | null;
  /** Of a workbook that has one. */
  publishedDashboard: Dashboard | null;
}

/** Serialises one row as lists of its kind do. */
export async function serializeOne<Row extends { id: number }, Item>(
  row: Row,
  serialize: (rows: readonly Row[]) => Promise<Item[]>,
): Promise<Item> {
  const [item] = await serialize([row]);
  if (!item) throw new Error(`${row.id} was not serialised`);
  return item;
}

/** Folders as the API shows them, in the order given. */
export async function toFolders(
  db: Db,
  { actor }: Pick<WorkspaceScope, 'actor'>,
  stored: readonly WithAccess<FolderRow>[],
): Promise<Folder[]> {
  const rows = stored.map((row) => withToldUsers(actor, row));
  const [pathOf, ownerOf] = await Promise.all([
    loadPaths(
      db,
      rows.map(({ parentId }) => parentId),
    ),
    loadOwners(
      db,
      rows.map(({ userId }) => userId),
    ),
  ]);
  return rows.map(({ createdBy, level, ...row }) => ({
    ...row,
    ...creatorOf(createdBy),
    ...rightsAt(level),
    type: 'FOLDER',
    folderPath: pathOf(row.parentId),
    user: ownerOf(row.userId),
  }));
}

/** Every kind in the shape of a workbook, as the feed and the moves answer; `type` says what each is. */
export async function toWorkbooks(
  db: Db,
  { actor }: WorkspaceScope,
  stored: readonly WorkspaceRow[],
): Promise<Workbook[]> {
  // The row stays one of its type, which the compiler cannot follow through the union.
  const items = stored.map(({ type, row }) => ({ type, row: withToldUsers(actor, row) }) as WorkspaceRow);
  const refs = items.map(({ type, row }) => ({ type, id: row.id }));
  const [pathOf, ownerOf, dashboardOf, marksOf] = await Promise.all([
    loadPaths(db, items.map(parentOf)),
    loadOwners(
      db,
      items.map(({ row }) => row.userId),
    ),
    loadDashboards(
      db,
      actor,
      refs.filter(({ type }) => type === 'WORKBOOK').map(({ id }) => id),
    ),
    loadMarks(db, actor, refs),
  ]);
  const whole = items.map((item) => {
    const { type, row } = item;
    return toWorkbook(item, {
      folderPath: pathOf(parentOf(item)),
      user: ownerOf(row.userId),
      ...marksOf({ type, id: row.id }),
      publishedDashboard: dashboardOf(row.id),
    });
  });
  if (actor.kind === 'user') return whole;
  // What a viewer may not edit it sees as it is published.
  const shared = await toSharedWorkbooks(db, actor, items);
  return whole.map((item, index) => {
    const published = shared[index];
    return item.canEdit || !published ? item : { ...published, isFavorite: item.isFavorite ?? false };
  });
}

/** An item of any kind in the shape of a workbook. */
export function toWorkbook(item: WorkspaceRow, details: WorkspaceItemDetails): Workbook {
  const { type, row } = item;
  const { id, deploymentId, name, createdAt, updatedAt, userId } = row;
  const { publishedDashboard, ...shown } = details;
  const shared = {
    id,
    type,
    deploymentId,
    name,
    createdAt,
    updatedAt,
    userId,
    folderId: parentOf(item),
    ...creatorOf(row.createdBy),
    ...rightsAt(row.level),
    ...shown,
    calculatedFields: {},
    meta: {},
  };
  if (item.type === 'FOLDER') return shared;
  if (item.type === 'REPORT') return { ...shared, meta: item.row.meta ?? {} };
  return {
    ...shared,
    meta: item.row.meta,
    calculatedFields: item.row.calculatedFields,
    slug: item.row.slug,
    dashboardDraft: draftOf(item.row),
    version: item.row.version,
    ...dashboardShown(item.row, publishedDashboard),
  };
}

/**
 * An item as lists and moves show it: each document once. The draft stands in `meta`, what is published in
 * `publishedDashboard`; a workbook that is shown by itself has both a second time.
 */
export function withoutCopies(workbook: Workbook): Workbook {
  const { dashboardDraft: _draft, dashboardPublished: _published, ...item } = workbook;
  return item;
}

/** Who may not edit a workbook sees its dashboard only while it is published. */
function dashboardShown({ level }: { level: AccessLevel }, dashboard: Dashboard | null) {
  const isPublished = dashboard?.status === 'published';
  return {
    dashboardPublished: isPublished ? dashboard.config : null,
    publishedDashboard: isPublished || level >= accessLevels.edit ? dashboard : null,
  };
}

function parentOf(item: WorkspaceRow): number | null {
  return item.type === 'FOLDER' ? item.row.parentId : item.row.folderId;
}

/** What a level permits, as items show it. */
export function rightsAt(level: AccessLevel) {
  return { canEdit: level >= accessLevels.edit, canManage: level >= accessLevels.manage };
}

/** An answer without a creator leaves the field out. */
function creatorOf(createdBy: number | null): { createdBy?: number } {
  return createdBy === null ? {} : { createdBy };
}

/** The dashboard draft of a workbook, which lies in its metadata as it was stored. */
export function draftOf({ meta }: Pick<WorkbookRow, 'meta'>): DashboardConfig | null {
  // Storing checks it; the answer's check finds one that an older version stored.
  // One that was changed by hand may hold any JSON, null included.
  const { dashboardDraft } = (meta as { dashboardDraft?: DashboardConfig | null } | null) ?? {};
  return dashboardDraft ?? null;
}
