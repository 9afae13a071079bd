import type { ResourceOwner, WorkspaceFolderPathEntry } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { accessLevels, type AccessLevel } from '../access/access-level.ts';
import { fromItems, levelOf } from '../access/item-level.ts';
import { resourceKinds } from '../access/resource-kinds.ts';
import type { Accessor } from '../access/subjects.ts';
import type { Db } from '../db/database.ts';
import { hidden } from '../db/prepared.ts';
import { rowsOf, type ReportRow, type WithAccess } from './workspace-rows.ts';

/** What a report is shown with beyond its own row. */
export interface ReportDetails {
  /** The folders from the root down to its own; none for the root. */
  folderPath: WorkspaceFolderPathEntry[];
  /** Its owner; null for nobody and for a user who is no longer there. */
  user: ResourceOwner | null;
  /** Who read its data last; null as for the owner. */
  refreshedByUser: ResourceOwner | null;
  /** What everybody in the account has by a share. */
  sharedLevel: AccessLevel;
  /** Whether it stands in spreadsheets. */
  isPlaced: boolean;
}

/** A report as it is shown. */
export type DetailedReport = WithAccess<ReportRow> & ReportDetails;

/**
 * What the reports of a page are shown with, found once for all of them: reports of a page have few folders and owners, and
 * what each had of its own would be most of the statement.
 */
export interface PageDetails {
  /** The folders of the reports and those above them; null for none. */
  folders: [id: number, name: string, parentId: number | null][] | null;
  /** Owners, and who read data last. */
  users: ResourceOwner[] | null;
  /** What everybody has by a share, by report; null where nothing is shared with everybody. */
  shared: [reportId: number, level: AccessLevel][] | null;
  /** Reports that stand in spreadsheets. */
  placed: number[] | null;
}

/** Everybody in the account: nobody's own items, and what was given to all. */
const organization: Accessor = {
  userId: null,
  subjects: [{ type: 'ORGANIZATION', ids: null }],
  leastLevel: accessLevels.none,
  highestLevel: accessLevels.manage,
};

/** Under another alias than the reports that the details are of. */
const sharedKinds = { ...resourceKinds, REPORT: { ...resourceKinds.REPORT, alias: 'shared' } };

/** The columns of {@link PageDetails}, for a common table expression `page` of reports of a deployment. */
export function selectPageDetails(deploymentId: number): RawBuilder<unknown> {
  const sharedLevel = levelOf(organization, deploymentId, 'REPORT', sharedKinds);
  return sql`
    (select json_agg(json_build_array(f.id, f.name, f.parent_id)) from folders f where f.id = any(array(
      select unnest(own.path) from folders own where own.id = any(array(select distinct folder_id from page))))) as folders,
    (select json_agg(json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name, 'picture', u.picture))
      from users u where u.id = any(array(select user_id from page union select refreshed_by from page))) as users,
    -- Most deployments share nothing with everybody, which costs one look.
    case when exists (select from grants where deployment_id = ${hidden(deploymentId, 'integer')} and subject_type = 'ORGANIZATION') then (
      select json_agg(json_build_array(shared.id, ${sharedLevel}))
      ${fromItems(deploymentId, 'REPORT', sharedKinds)} and shared.id = any(array(select id from page))) end as shared,
    (select json_agg(distinct p.report_id) from report_placements p where p.report_id = any(array(select id from page))) as placed`;
}

/** Adds the details of a page to its reports. */
export function addDetails(
  reports: readonly WithAccess<ReportRow>[],
  { folders, users, shared, placed }: PageDetails,
): DetailedReport[] {
  const pathOf = createPaths(folders ?? []);
  const usersById = new Map(users?.map((user) => [user.id, user]));
  const levels = new Map(shared);
  const isPlaced = new Set(placed);
  const userBy = (id: number | null) => (id === null ? null : (usersById.get(id) ?? null));
  return reports.map((report) => ({
    ...report,
    folderPath: pathOf(report.folderId),
    user: userBy(report.userId),
    refreshedByUser: userBy(report.refreshedBy),
    sharedLevel: levels.get(report.id) ?? accessLevels.none,
    isPlaced: isPlaced.has(report.id),
  }));
}

/** Adds its details to a report. */
export async function withDetails(db: Db, report: WithAccess<ReportRow>): Promise<DetailedReport> {
  const { id, deploymentId, folderId, userId, refreshedBy } = report;
  const [details] = await rowsOf(
    db,
    sql<PageDetails>`with page as (select ${id}::integer as id, ${folderId}::integer as folder_id, ${userId}::integer as user_id,
      ${refreshedBy}::integer as refreshed_by) select ${selectPageDetails(deploymentId)}`,
  );
  const [detailed] = details ? addDetails([report], details) : [];
  if (!detailed) throw new Error(`The details of the report ${id} were not answered`);
  return detailed;
}

/** The paths of folders of which all that are above are given, each worked out once. */
function createPaths(
  folders: readonly (readonly [id: number, name: string, parentId: number | null])[],
): (folderId: number | null) => WorkspaceFolderPathEntry[] {
  const byId = new Map(folders.map(([id, name, parentId]) => [id, { name, parentId }]));
  const paths = new Map<number, WorkspaceFolderPathEntry[]>();
  const pathOf = (id: number | null): WorkspaceFolderPathEntry[] => {
    const folder = id === null ? undefined : byId.get(id);
    if (id === null || folder === undefined) return [];
    const known = paths.get(id);
    if (known) return known;
    const path = [...pathOf(folder.parentId), { id, name: folder.name }];
    paths.set(id, path);
    return path;
  };
  return pathOf;
}
