import type {
  Dashboard,
  DashboardConfig,
  ReportSnapshot,
  ResourceOwner,
  WorkspaceFolderPathEntry,
} from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** What things of the workspace are shown with beyond their own row, loaded for a whole page at once. */
export interface ItemDetails {
  /** The folders from the root down to the one that holds the thing. */
  pathOf(folderId: number | null): WorkspaceFolderPathEntry[];
  ownerOf(userId: number | null): ResourceOwner | null;
  /** The published dashboard of a workbook. */
  dashboardOf(workbookId: number): Dashboard | null;
}

export interface DetailsNeeded {
  folderIds: readonly (number | null)[];
  userIds: readonly (number | null)[];
  workbookIds?: readonly number[];
}

/** Loads the details of a page: one query for each kind, whatever the size of the page. */
export async function loadDetails(db: Db, needed: DetailsNeeded): Promise<ItemDetails> {
  const workbookIds = needed.workbookIds ?? [];
  const [paths, owners, dashboards] = await Promise.all([
    loadPaths(db, distinct(needed.folderIds)),
    loadOwners(db, distinct(needed.userIds)),
    loadDashboards(db, workbookIds),
  ]);
  return {
    pathOf: (folderId) => (folderId === null ? [] : (paths.get(folderId) ?? [])),
    ownerOf: (userId) => (userId === null ? null : (owners.get(userId) ?? null)),
    dashboardOf: (workbookId) => dashboards.get(workbookId) ?? null,
  };
}

function distinct(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids.filter((id) => id !== null))];
}

async function loadPaths(
  db: Db,
  folderIds: readonly number[],
): Promise<Map<number, WorkspaceFolderPathEntry[]>> {
  if (folderIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; path: WorkspaceFolderPathEntry[] }>`
    select f.id, json_agg(json_build_object('id', above.id, 'name', above.name) order by step.depth) as path
    from folders f
    cross join lateral unnest(f.path) with ordinality as step(id, depth)
    join folders above on above.id = step.id
    where f.id = any(${[...folderIds]}::integer[])
    group by f.id`.execute(db);
  return new Map(rows.map(({ id, path }) => [id, path]));
}

async function loadOwners(db: Db, userIds: readonly number[]): Promise<Map<number, ResourceOwner>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'picture'])
    .where('id', 'in', [...userIds])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { id: row.id, email: row.email, firstName: row.firstName, picture: row.picture },
    ]),
  );
}

async function loadDashboards(db: Db, workbookIds: readonly number[]): Promise<Map<number, Dashboard>> {
  if (workbookIds.length === 0) return new Map();
  const rows = await dashboardQuery(db)
    .where('dashboards.workbookId', 'in', [...workbookIds])
    .execute();
  return new Map(rows.map((row) => [row.workbookId, toDashboard(row)]));
}

/** The newest version of each published dashboard. */
export function dashboardQuery(db: Db) {
  return db
    .selectFrom('dashboards')
    .innerJoin('dashboardVersions', 'dashboardVersions.dashboardId', 'dashboards.id')
    .where(
      sql<boolean>`dashboard_versions.version_number = (select max(v.version_number) from dashboard_versions v where v.dashboard_id = dashboards.id)`,
    )
    .select([
      'dashboards.id',
      'dashboards.deploymentId',
      'dashboards.workbookId',
      'dashboards.publicId',
      'dashboards.status',
      'dashboards.allowEmbed',
      'dashboardVersions.id as versionId',
      'dashboardVersions.versionNumber',
      'dashboardVersions.title',
      'dashboardVersions.description',
      'dashboardVersions.config',
      'dashboardVersions.reportSnapshots',
      'dashboardVersions.createdBy',
    ]);
}

export type DashboardRow = Awaited<ReturnType<ReturnType<typeof dashboardQuery>['executeTakeFirstOrThrow']>>;

export function toDashboard(row: DashboardRow): Dashboard {
  return {
    id: row.id,
    publicId: row.publicId,
    deploymentId: row.deploymentId,
    workbookId: row.workbookId,
    allowEmbed: row.allowEmbed,
    status: row.status,
    title: row.title,
    description: row.description,
    // Publishing has checked both against these very schemas.
    config: row.config as DashboardConfig,
    reportSnapshots: row.reportSnapshots as ReportSnapshot[],
    versionId: row.versionId,
    versionNumber: row.versionNumber,
    createdBy: row.createdBy,
    restrictDataDownload: false,
    useBoardDashboards: false,
    fromSharedWorkspace: false,
  };
}
