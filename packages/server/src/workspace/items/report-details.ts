import type { ResourceOwner, WorkspaceFolderPathEntry } from '@oriel/contract';
import { sql } from 'kysely';
import { accessLevels, type AccessLevel } from '../../access/access-level.ts';
import { selectPageAccess } from '../../access/page-access.ts';
import type { FolderFact, PageAccess } from '../../access/page-facts.ts';
import { pageLevels } from '../../access/page-levels.ts';
import { everybody, type Accessor } from '../../access/subjects.ts';
import type { Db } from '../../db/database.ts';
import { rowsOf, type ReportRow } from './workspace-rows.ts';

/** What of a report decides what it is shown with. */
type ReportRefs = Pick<ReportRow, 'id' | 'folderId' | 'workbookId' | 'userId' | 'refreshedBy'>;

/** What reports are shown with beyond their own rows. What several have in common is one object. */
export interface ReportDetails {
  /** The folders from the root down to its own; none for the root. */
  pathOf(report: ReportRefs): WorkspaceFolderPathEntry[];
  /** Its owner; null for nobody and for a user who is no longer there. */
  ownerOf(report: ReportRefs): ResourceOwner | null;
  /** Who read its data last; null as for the owner. */
  refreshedByOf(report: ReportRefs): ResourceOwner | null;
  /** What everybody in the account has by a share. */
  sharedLevelOf(report: ReportRefs): AccessLevel;
  /** Whether it stands in spreadsheets. */
  isPlaced(report: ReportRefs): boolean;
}

/**
 * What the reports of a page are shown with beyond what their access rests on, found once for all of them: reports of a
 * page have few owners, and what each had of its own would be most of the statement.
 */
export interface ReportFacts {
  /** Owners, and who read data last; null for none. */
  users: [id: number, email: string, firstName: string | null, picture: string | null][] | null;
  /** Reports that stand in spreadsheets; null for none. */
  placed: number[] | null;
}

/** The columns of {@link ReportFacts}, for a common table expression `page` of reports. */
export const selectReportFacts = sql<ReportFacts>`
  (select json_agg(json_build_array(u.id, u.email, u.first_name, u.picture)) from users u
    where u.id = any((select array_agg(user_id) || array_agg(refreshed_by) from page)::integer[])) as users,
  (select array_agg(distinct p.report_id) from report_placements p where p.report_id = any(array(select id from page))) as placed`;

/** Everybody in the account: nobody's own items, and what was given to all. */
const organization: Accessor = {
  userId: null,
  subjects: [everybody],
  leastLevel: accessLevels.none,
  highestLevel: accessLevels.manage,
};

/** The details of the reports of a page. */
export function detailsOf({ folders, users, placed, ...facts }: ReportFacts & PageAccess): ReportDetails {
  const pathOf = createPaths(folders ?? []);
  const usersById = new Map(
    users?.map(([id, email, firstName, picture]) => [id, { id, email, firstName, picture }]),
  );
  const userBy = (id: number | null) => (id === null ? null : (usersById.get(id) ?? null));
  const isPlaced = new Set(placed);
  return {
    pathOf: ({ folderId }) => pathOf(folderId),
    ownerOf: ({ userId }) => userBy(userId),
    refreshedByOf: ({ refreshedBy }) => userBy(refreshedBy),
    sharedLevelOf: pageLevels({ accessor: organization, type: 'REPORT' }, { ...facts, folders }),
    isPlaced: ({ id }) => isPlaced.has(id),
  };
}

/** Loads the details of one report. */
export async function loadDetails(
  db: Db,
  { id, deploymentId }: Pick<ReportRow, 'id' | 'deploymentId'>,
): Promise<ReportDetails> {
  const access = selectPageAccess({ accessor: organization, deploymentId, type: 'REPORT' });
  const [facts] = await rowsOf(
    db,
    sql<ReportFacts & PageAccess>`with page as (select * from reports where id = ${id}) ${access.expressions}
      select ${access.columns}, ${selectReportFacts}`,
  );
  if (!facts) throw new Error(`The details of the report ${id} were not answered`);
  return detailsOf(facts);
}

const root: WorkspaceFolderPathEntry[] = [];

/** The paths of folders of which all that are above are given, each worked out once. */
function createPaths(
  folders: readonly FolderFact[],
): (folderId: number | null) => WorkspaceFolderPathEntry[] {
  const byId = new Map(folders.map(([id, name, parentId]) => [id, { name, parentId }]));
  const paths = new Map<number, WorkspaceFolderPathEntry[]>();
  const pathOf = (id: number | null): WorkspaceFolderPathEntry[] => {
    const folder = id === null ? undefined : byId.get(id);
    if (id === null || folder === undefined) return root;
    const known = paths.get(id);
    if (known) return known;
    const path = [...pathOf(folder.parentId), { id, name: folder.name }];
    paths.set(id, path);
    return path;
  };
  return pathOf;
}
