import { sql, type RawBuilder } from 'kysely';
import type { UserPrincipal } from '../http/principal.ts';

/**
 * Whether a user can see a report `r`, as SQL for lists over many rows.
 *
 * It says exactly when the level of `accessLevelOf` is above nothing. No grant takes access away, so seeing asks only
 * whether any reaches the row, never which one wins; what is granted is therefore found once, not for each row.
 */
export function isReportVisible(actor: UserPrincipal, deploymentId: number): RawBuilder<boolean> {
  if (actor.role === 'Admin') return sql<boolean>`true`;
  const granted = (type: 'FOLDER' | 'WORKBOOK' | 'REPORT') => sql`
    select g.resource_id from grants g
    where g.deployment_id = ${deploymentId} and g.resource_type = ${sql.lit(type)} and (
      (g.subject_type = 'USER' and g.subject_id = ${actor.userId})
      or (g.subject_type = 'GROUP' and g.subject_id = any(${[...actor.groupIds]}::integer[]))
      or g.subject_type = 'ORGANIZATION'
    )`;
  const owned = (table: 'folders' | 'workbooks') =>
    sql`select id from ${sql.table(table)} where deployment_id = ${deploymentId} and user_id = ${actor.userId}`;
  const folders = sql`
    select id from folders
    where deployment_id = ${deploymentId} and path && array(${granted('FOLDER')} union ${owned('folders')})`;
  const workbooks = sql`${granted('WORKBOOK')} union ${owned('workbooks')}`;
  return sql<boolean>`(
    r.user_id = ${actor.userId}
    or r.folder_id in (${folders})
    or r.id in (${granted('REPORT')})
    or r.workbook_id in (${workbooks})
    or (r.folder_id is null and r.workbook_id in (
      select id from workbooks where deployment_id = ${deploymentId} and folder_id in (${folders})
    ))
  )`;
}
