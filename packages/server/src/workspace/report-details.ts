import type { ResourceOwner, WorkspaceFolderPathEntry } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { accessLevels, type AccessLevel } from '../access/access-level.ts';
import { fromItems, levelOf } from '../access/item-level.ts';
import { resourceKinds } from '../access/resource-kinds.ts';
import type { Accessor } from '../access/subjects.ts';
import type { Db } from '../db/database.ts';
import { rowsOf, type ReportRow, type WithAccess } from './workspace-rows.ts';

/** What a report is shown with beyond its own row. */
export interface ReportDetails {
  /** The folders from the root down to its own; null for the root. */
  folderPath: WorkspaceFolderPathEntry[] | null;
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

/** Everybody in the account: nobody's own items, and what was given to all. */
const organization: Accessor = {
  userId: null,
  subjects: [{ type: 'ORGANIZATION', ids: null }],
  leastLevel: accessLevels.none,
  highestLevel: accessLevels.manage,
};

/** Under another alias than the reports that the details are of. */
const sharedKinds = { ...resourceKinds, REPORT: { ...resourceKinds.REPORT, alias: 'shared' } };

/**
 * The columns of {@link ReportDetails} for reports of a deployment under the alias `r`, of which `id`, `folder_id`, `user_id`
 * and `refreshed_by` are read. Subqueries and not joins: a page has few rows, and each is found by its key.
 */
export function selectDetails(deploymentId: number): RawBuilder<unknown> {
  const userBy = (column: string) =>
    sql`(select json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name, 'picture', u.picture)
      from users u where u.id = ${sql.ref(`r.${column}`)})`;
  const sharedLevel = levelOf(organization, deploymentId, 'REPORT', sharedKinds);
  return sql`
    (select json_agg(json_build_object('id', above.id, 'name', above.name) order by step.depth)
      from folders f cross join lateral unnest(f.path) with ordinality as step(id, depth)
      join folders above on above.id = step.id where f.id = r.folder_id) as folder_path,
    ${userBy('user_id')} as "user",
    ${userBy('refreshed_by')} as refreshed_by_user,
    -- Most deployments share nothing with everybody, which costs one look.
    case when exists (select from grants where deployment_id = ${deploymentId} and subject_type = 'ORGANIZATION')
      then coalesce((select ${sharedLevel} ${fromItems(deploymentId, 'REPORT', sharedKinds)} and shared.id = r.id), 0)
      else 0 end as shared_level,
    exists (select from report_placements p where p.report_id = r.id) as is_placed`;
}

/** Adds its details to a report. */
export async function withDetails(db: Db, report: WithAccess<ReportRow>): Promise<DetailedReport> {
  const { id, deploymentId, folderId, userId, refreshedBy } = report;
  const [details] = await rowsOf(
    db,
    sql<ReportDetails>`select ${selectDetails(deploymentId)}
      from (select ${id}::integer as id, ${folderId}::integer as folder_id, ${userId}::integer as user_id,
        ${refreshedBy}::integer as refreshed_by) r`,
  );
  if (!details) throw new Error(`The details of the report ${id} were not answered`);
  return { ...report, ...details };
}
