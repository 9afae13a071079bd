import { sql, type RawBuilder } from 'kysely';
import { isAdmin, type UserPrincipal } from './principal.ts';

/**
 * What a user sees, as SQL for lists. It holds exactly when the level of `accessLevelOf` is above nothing: no grant takes
 * access away, so seeing asks only whether any reaches the row, never which one wins. What is granted is found once for a
 * statement and not for each row, so a list costs what is seen and not what there is.
 *
 * A thing is seen either _by itself_, by being owned or granted, or by lying below a folder that is. So below a folder
 * that is seen everything is, and in any other folder only what is seen by itself.
 */
export interface Visibility {
  /** A report `r` is seen. */
  isReportSeen: RawBuilder<boolean>;
  /** A workbook `w` is seen. */
  isWorkbookSeen: RawBuilder<boolean>;
  /** A folder `f` is seen, or holds something that is: then it is shown for navigation. */
  isFolderShown: RawBuilder<boolean>;
  /** The ids of the workbooks seen by themselves. */
  ownWorkbooks: RawBuilder<{ id: number }>;
  /** The ids of the reports seen by themselves, a workbook's reports being seen with it. */
  ownReports: RawBuilder<{ id: number }>;
  /**
   * The ids of the folders from the root down to each that hands down access or holds something seen by itself, with
   * repeats: in a folder that is not seen they are all of the sub-folders to show.
   */
  foldersOnTheWay: RawBuilder<{ id: number }>;
  /** Counts the reports `r` that are seen and meet a condition, each way of seeing by an index of its own. */
  countReports(condition: RawBuilder<unknown>): RawBuilder<{ count: number }>;
  /** The same for workbooks `w`. */
  countWorkbooks(condition: RawBuilder<unknown>): RawBuilder<{ count: number }>;
}

export function visibilityOf(actor: UserPrincipal, deploymentId: number): Visibility {
  const ways = waysToSee(actor, deploymentId);
  const everything = isAdmin(actor);
  const anyOf = (conditions: RawBuilder<boolean>[]) =>
    everything ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
  const count = (rows: RawBuilder<unknown>, conditions: RawBuilder<boolean>[]) => {
    const parts = everything ? [sql<boolean>`true`] : conditions;
    const ids = parts.map((part) => sql`${rows} and ${part}`);
    return sql<{ count: number }>`select count(*) from (${sql.join(ids, sql` union `)}) seen`;
  };
  return {
    isReportSeen: anyOf(ways.report),
    isWorkbookSeen: anyOf(ways.workbook),
    isFolderShown: anyOf(ways.folder),
    ownWorkbooks: ways.ownWorkbooks(sql`id`),
    ownReports: ways.ownReports(sql`id`),
    foldersOnTheWay: ways.foldersOnTheWay,
    countReports: (condition) =>
      count(
        sql`select r.id from reports r where r.deployment_id = ${deploymentId} and ${condition}`,
        ways.report,
      ),
    countWorkbooks: (condition) =>
      count(
        sql`select w.id from workbooks w where w.deployment_id = ${deploymentId} and ${condition}`,
        ways.workbook,
      ),
  };
}

/** The ways in which each kind of thing comes to be seen; any one of them is enough. */
function waysToSee(actor: UserPrincipal, deploymentId: number) {
  const inDeployment = sql`deployment_id = ${deploymentId}`;
  const granted = (type: 'FOLDER' | 'WORKBOOK' | 'REPORT') => sql`
    select g.resource_id from grants g
    where g.deployment_id = ${deploymentId} and g.resource_type = ${sql.lit(type)} and (
      (g.subject_type = 'USER' and g.subject_id = ${actor.userId})
      or (g.subject_type = 'GROUP' and g.subject_id = any(${[...actor.groupIds]}::integer[]))
      or g.subject_type = 'ORGANIZATION'
    )`;
  const owned = sql`${inDeployment} and user_id = ${actor.userId}`;

  const foldersWithAccess = sql`${granted('FOLDER')} union select id from folders where ${owned}`;
  const isBelow = (path: RawBuilder<unknown>) => sql<boolean>`${path} && array(${foldersWithAccess})`;
  const foldersBelow = sql`select id from folders where ${inDeployment} and ${isBelow(sql`path`)}`;
  const workbooksWithAccess = sql`${granted('WORKBOOK')} union select id from workbooks where ${owned}`;

  const ownWorkbooks = (column: RawBuilder<unknown>) => sql<{ id: number }>`
    select ${column} from workbooks where ${owned}
    union all select ${column} from workbooks where ${inDeployment} and id in (${granted('WORKBOOK')})`;
  const ownReports = (column: RawBuilder<unknown>) => sql<{ id: number }>`
    select ${column} from reports where ${owned}
    union all select ${column} from reports where ${inDeployment} and id in (${granted('REPORT')})
    union all select ${column} from reports where ${inDeployment} and workbook_id in (${workbooksWithAccess})`;
  const foldersOnTheWay = sql<{ id: number }>`
    select unnest(path) as id from folders where ${inDeployment} and id in (
      ${foldersWithAccess} union ${ownWorkbooks(sql`folder_id`)} union ${ownReports(sql`folder_id`)}
    )`;

  return {
    folder: [isBelow(sql`f.path`), sql<boolean>`f.id in (${foldersOnTheWay})`],
    workbook: [
      sql<boolean>`w.user_id = ${actor.userId}`,
      sql<boolean>`w.id in (${granted('WORKBOOK')})`,
      sql<boolean>`w.folder_id in (${foldersBelow})`,
    ],
    report: [
      sql<boolean>`r.user_id = ${actor.userId}`,
      sql<boolean>`r.id in (${granted('REPORT')})`,
      sql<boolean>`r.workbook_id in (${workbooksWithAccess})`,
      sql<boolean>`r.folder_id in (${foldersBelow})`,
      sql<boolean>`(r.folder_id is null and r.workbook_id in (
        select id from workbooks where ${inDeployment} and folder_id in (${foldersBelow})
      ))`,
    ],
    ownWorkbooks,
    ownReports,
    foldersOnTheWay,
  };
}
