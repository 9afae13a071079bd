import { sql, type RawBuilder } from 'kysely';
import type { UserPrincipal } from '../http/principal.ts';

/**
 * The ways in which a user comes to see a report `r`, as SQL; any one of them is enough. They hold exactly when the level
 * of `accessLevelOf` is above nothing: no grant takes access away, so seeing asks only whether any reaches the row, never
 * which one wins.
 */
function waysToSee(actor: UserPrincipal, deploymentId: number): RawBuilder<boolean>[] {
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
  return [
    sql<boolean>`r.user_id = ${actor.userId}`,
    sql<boolean>`r.folder_id in (${folders})`,
    sql<boolean>`r.id in (${granted('REPORT')})`,
    sql<boolean>`r.workbook_id in (${granted('WORKBOOK')} union ${owned('workbooks')})`,
    sql<boolean>`(r.folder_id is null and r.workbook_id in (
      select id from workbooks where deployment_id = ${deploymentId} and folder_id in (${folders})
    ))`,
  ];
}

/** Whether a user can see a report `r`: what is granted is found once for a list, not for each row. */
export function isReportVisible(actor: UserPrincipal, deploymentId: number): RawBuilder<boolean> {
  if (actor.role === 'Admin') return sql<boolean>`true`;
  return sql<boolean>`(${sql.join(waysToSee(actor, deploymentId), sql` or `)})`;
}

/**
 * Counts the reports `r` that a user can see and that meet a condition. Each way to see goes through an index of its own,
 * so the cost follows what is visible, not what there is.
 */
export function countVisibleReports(
  actor: UserPrincipal,
  deploymentId: number,
  condition: RawBuilder<unknown>,
): RawBuilder<{ count: number }> {
  const ways = actor.role === 'Admin' ? [sql<boolean>`true`] : waysToSee(actor, deploymentId);
  const ids = ways.map(
    (way) =>
      sql`select r.id from reports r where r.deployment_id = ${deploymentId} and ${condition} and ${way}`,
  );
  return sql<{ count: number }>`select count(*) from (${sql.join(ids, sql` union `)}) visible`;
}
