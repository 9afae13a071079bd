import type {
  Dashboard,
  ResourceOwner,
  WorkspaceFolderPathEntry,
  WorkspaceItemRefInput,
} from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { userIdOf, type Author, type EmbedPrincipal, type UserPrincipal } from '../../access/principal.ts';
import { markedBy, markerOf } from './favorite-marks.ts';
import { publishedDashboards, storedDashboards, toDashboard } from './published-dashboards.ts';
import { createPlacementStore, type PlacementRow } from '../placements/placement-store.ts';

/*
 * What items of the workspace are shown with beyond their own row: one statement for each kind of detail, whatever the size
 * of the page, and none where no item of the page has it.
 */

/** Loads the folders from the root down to each of some folders, itself last; nothing for null, the root. */
export async function loadPaths(
  db: Db,
  folderIds: readonly (number | null)[],
): Promise<(folderId: number | null) => WorkspaceFolderPathEntry[]> {
  const ids = distinct(folderIds);
  if (ids.length === 0) return () => [];
  const { rows } = await sql<{ id: number; path: WorkspaceFolderPathEntry[] }>`
    select f.id, json_agg(json_build_object('id', above.id, 'name', above.name) order by step.depth) as path
    from folders f
    cross join lateral unnest(f.path) with ordinality as step(id, depth)
    join folders above on above.id = step.id
    where f.id = any(${ids}::integer[])
    group by f.id`.execute(db);
  const paths = new Map(rows.map(({ id, path }) => [id, path]));
  return (folderId) => (folderId === null ? [] : (paths.get(folderId) ?? []));
}

/** Loads users as owners; null for nobody and for a user who is no longer there. */
export async function loadOwners(
  db: Db,
  userIds: readonly (number | null)[],
): Promise<(userId: number | null) => ResourceOwner | null> {
  const ids = distinct(userIds);
  if (ids.length === 0) return () => null;
  const users = await db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'picture'])
    .where('id', 'in', ids)
    .execute();
  const owners = new Map(users.map((user) => [user.id, user]));
  return (userId) => (userId === null ? null : (owners.get(userId) ?? null));
}

/** Loads the published dashboards of some workbooks as a viewer sees them; null for a workbook that has none. */
export async function loadDashboards(
  db: Db,
  viewer: UserPrincipal | EmbedPrincipal,
  workbookIds: readonly number[],
): Promise<(workbookId: number) => Dashboard | null> {
  if (workbookIds.length === 0) return () => null;
  const rows = await publishedDashboards(db, viewer)
    .where('dashboards.workbookId', 'in', workbookIds)
    .execute();
  return byWorkbook(rows);
}

/** The same for answers that are not looked at any more: the files of a large app are written as they are stored. */
export async function loadStoredDashboards(
  db: Db,
  viewer: UserPrincipal | EmbedPrincipal,
  workbookIds: readonly number[],
): Promise<(workbookId: number) => Dashboard | null> {
  if (workbookIds.length === 0) return () => null;
  const rows = await storedDashboards(db, viewer).where('dashboards.workbookId', 'in', workbookIds).execute();
  return byWorkbook(rows.map(toDashboard));
}

function byWorkbook(published: readonly Dashboard[]): (workbookId: number) => Dashboard | null {
  const dashboards = new Map(published.map((dashboard) => [dashboard.workbookId, dashboard]));
  return (workbookId) => dashboards.get(workbookId) ?? null;
}

/** What items are to one user or viewer. */
interface ItemMarks {
  isFavorite: boolean;
  /** Null for never. */
  viewerLastViewedAt: string | null;
}

const unmarked: ItemMarks = { isFavorite: false, viewerLastViewedAt: null };

/** Loads which of some items a user or a viewer has marked, and when it last opened each. */
export async function loadMarks(
  db: Db,
  author: Author,
  items: readonly WorkspaceItemRefInput[],
): Promise<(item: WorkspaceItemRefInput) => ItemMarks> {
  if (items.length === 0) return () => unmarked;
  const ids = distinct(items.map(({ id }) => id));
  const { rows } = await sql<{ type: string; id: number } & ItemMarks>`
    select coalesce(f.resource_type, v.resource_type) as type, coalesce(f.resource_id, v.resource_id) as id,
      f.resource_id is not null as is_favorite, v.viewed_at as viewer_last_viewed_at
    from (select resource_type, resource_id from ${markedBy(markerOf(author))} and resource_id = any(${ids}::integer[])) f
    full join (select * from workspace_views where user_id = ${userIdOf(author)}::integer and resource_id = any(${ids}::integer[])) v
      on v.resource_type = f.resource_type and v.resource_id = f.resource_id`.execute(db);
  // Kinds have ids of their own, so the id alone is no key.
  const marks = new Map(rows.map(({ type, id, ...mark }) => [`${type} ${id}`, mark]));
  return ({ type, id }) => marks.get(`${type} ${id}`) ?? unmarked;
}

/** Loads where some reports stand in spreadsheets. */
export async function loadPlacements(
  db: Db,
  reportIds: readonly number[],
): Promise<(reportId: number) => PlacementRow[]> {
  if (reportIds.length === 0) return () => [];
  const placements = Map.groupBy(
    await createPlacementStore(db).listByReports(reportIds),
    ({ reportId }) => reportId,
  );
  return (reportId) => placements.get(reportId) ?? [];
}

function distinct(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
