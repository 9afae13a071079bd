import { sql, type RawBuilder, type Selectable } from 'kysely';
import { accessLevelOf, type AccessLevel } from '../access/access-level.ts';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { UserPrincipal } from '../access/principal.ts';

/** A row of the workspace together with what the caller may do with it. */
export type WithAccess<Row> = Row & { level: AccessLevel };

export type FolderRow = Selectable<Tables['folders']>;
export type WorkbookRow = Selectable<Tables['workbooks']>;
export type ReportRow = Selectable<Tables['reports']>;

/** The rows of one kind in a deployment, with the access of a user; a `where` may follow. */
export function foldersFor(actor: UserPrincipal, deploymentId: number): RawBuilder<WithAccess<FolderRow>> {
  const level = accessLevelOf(actor, {
    deploymentId: sql`${deploymentId}`,
    ownerId: sql`f.user_id`,
    resourceType: 'FOLDER',
    resourceId: sql`f.id`,
    folderPath: sql`f.path`,
  });
  return sql`select f.*, ${level} as level from folders f where f.deployment_id = ${deploymentId}`;
}

export function workbooksFor(
  actor: UserPrincipal,
  deploymentId: number,
): RawBuilder<WithAccess<WorkbookRow>> {
  const level = accessLevelOf(actor, {
    deploymentId: sql`${deploymentId}`,
    ownerId: sql`w.user_id`,
    resourceType: 'WORKBOOK',
    resourceId: sql`w.id`,
    folderPath: sql`wf.path`,
  });
  return sql`select w.*, ${level} as level from workbooks w left join folders wf on wf.id = w.folder_id where w.deployment_id = ${deploymentId}`;
}

export function reportsFor(actor: UserPrincipal, deploymentId: number): RawBuilder<WithAccess<ReportRow>> {
  const level = accessLevelOf(actor, {
    deploymentId: sql`${deploymentId}`,
    ownerId: sql`r.user_id`,
    resourceType: 'REPORT',
    resourceId: sql`r.id`,
    folderPath: sql`coalesce(rf.path, (select bf.path from workbooks b join folders bf on bf.id = b.folder_id where b.id = r.workbook_id))`,
    workbookId: sql`r.workbook_id`,
  });
  return sql`select r.*, ${level} as level from reports r left join folders rf on rf.id = r.folder_id where r.deployment_id = ${deploymentId}`;
}

/** Runs a query for rows; timestamps and JSON come out as `Tables` says. */
export async function rowsOf<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows;
}
