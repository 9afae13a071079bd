import { limits } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { CursorKey } from '../../paging/cursor.ts';
import type { ColumnOrder } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import { rowsOf, visibilityFor, type FolderRow } from '../workspace-rows.ts';
import type { WorkspaceLevel } from '../workspace-scope.ts';

export interface NewFolder {
  deploymentId: number;
  parentId: number | null;
  /** The ids from the root down to the parent. */
  parentPath: readonly number[];
  name: string;
  /** Null is behind the others. */
  position: number | null;
  userId: number;
}

export interface FolderStore {
  listLevel(
    level: WorkspaceLevel,
    order: ColumnOrder<FolderRow>,
    range: PageRange<CursorKey>,
  ): Promise<FolderRow[]>;
  countLevel(level: WorkspaceLevel): Promise<number>;
  /** Those of a path, in its order. */
  listPath(deploymentId: number, path: readonly number[]): Promise<FolderRow[]>;
  findPath(deploymentId: number, id: number): Promise<number[] | undefined>;
  countSubfolders(deploymentId: number, id: number): Promise<number>;
  insert(folder: NewFolder): Promise<FolderRow>;
  update(
    deploymentId: number,
    id: number,
    values: { name: string; position: number; userId: number },
  ): Promise<FolderRow | undefined>;
  remove(deploymentId: number, id: number): Promise<void>;
  /** Works in a transaction in which nobody else adds, moves or removes a folder of the deployment. */
  changeTree<T>(deploymentId: number, work: (store: FolderStore) => Promise<T>): Promise<T>;
}

/** The number of the lock in `move_folder`, which whatever else changes the tree of folders takes as well. */
const FOLDERS_LOCK = 7_231_005;

export function createFolderStore(db: Db): FolderStore {
  return {
    listLevel: (level, { isBehind, orderBy }, { limit, after }) =>
      rowsOf(
        db,
        sql<FolderRow>`select f.* ${shownIn(level)} and ${isBehind(after)}
          order by ${orderBy} limit ${sql.lit(limit)}`,
      ),
    async countLevel(level) {
      const [row] = await rowsOf(db, sql<{ count: number }>`select count(*) ${shownIn(level)}`);
      return row?.count ?? 0;
    },
    listPath: (deploymentId, path) =>
      rowsOf(
        db,
        sql<FolderRow>`select * from folders where deployment_id = ${deploymentId} and id = any(${[...path]}::integer[]) order by cardinality(path)`,
      ),
    async findPath(deploymentId, id) {
      const row = await db
        .selectFrom('folders')
        .select('path')
        .where('deploymentId', '=', deploymentId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.path;
    },
    async countSubfolders(deploymentId, id) {
      const { count } = await db
        .selectFrom('folders')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('deploymentId', '=', deploymentId)
        .where('parentId', '=', id)
        .executeTakeFirstOrThrow();
      return count;
    },
    insert: (folder) => insertFolder(db, folder),
    update: (deploymentId, id, { name, position, userId }) =>
      db
        .updateTable('folders')
        .set({ name, position, updatedBy: userId, updatedAt: sql`now()` })
        .where('deploymentId', '=', deploymentId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    async remove(deploymentId, id) {
      await db.deleteFrom('folders').where('deploymentId', '=', deploymentId).where('id', '=', id).execute();
    },
    changeTree: (deploymentId, work) =>
      db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${FOLDERS_LOCK}, ${deploymentId})`.execute(tx);
        return work(createFolderStore(tx));
      }),
  };
}

/** The sub-folders of a level that somebody is shown. */
function shownIn({ folderId, isSeen, ...scope }: WorkspaceLevel) {
  const parent = folderId === null ? sql`f.parent_id is null` : sql`f.parent_id = ${folderId}`;
  const shown = isSeen ? sql`true` : sql`f.id in (${visibilityFor(scope).directIds('FOLDER')})`;
  return sql`from folders f where f.deployment_id = ${scope.deploymentId} and ${parent} and ${shown}`;
}

/** The new folder's id is part of its path, so it is taken first. */
async function insertFolder(
  db: Db,
  { deploymentId, parentId, parentPath, name, position, userId }: NewFolder,
): Promise<FolderRow> {
  const [row] = await rowsOf(
    db,
    sql<FolderRow>`
      with fresh as (select nextval(pg_get_serial_sequence('folders', 'id'))::integer as id)
      insert into folders (id, deployment_id, parent_id, name, position, path, user_id, created_by, updated_by)
      overriding system value
      select fresh.id, ${deploymentId}, ${parentId}::integer, ${name},
        coalesce(${position}::integer, (select coalesce(least(max(position)::bigint + 1, ${limits.MAX_ID}), 0)::integer from folders where deployment_id = ${deploymentId} and parent_id is not distinct from ${parentId}::integer)),
        ${[...parentPath]}::integer[] || fresh.id, ${userId}, ${userId}, ${userId}
      from fresh returning *`,
  );
  if (!row) throw new Error('The new folder was not answered');
  return row;
}
