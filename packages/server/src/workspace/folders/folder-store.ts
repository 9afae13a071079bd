import { limits } from '@oriel/contract';
import { sql, type Updateable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import type { CursorKey } from '../../paging/cursor.ts';
import { columnOrder } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import { rowsOf, visibilityFor, type FolderRow } from '../workspace-rows.ts';
import type { WorkspaceLevel } from '../workspace-scope.ts';

/** The order of the folders of one level. */
export const byPosition = columnOrder<FolderRow>({
  list: 'folders',
  alias: 'f',
  by: { position: 'integer', id: 'integer' },
});

/** The values of a new folder; a position of null is the last. */
type NewFolder = Pick<FolderRow, 'parentId' | 'name' | 'userId'> & { position: number | null };

/** Makes the store of folders: their SQL. */
export function createFolderStore(db: Db) {
  const count = async (rows: ReturnType<typeof sql>): Promise<number> =>
    (await rowsOf(db, sql<{ count: number }>`select count(*) from ${rows}`))[0]?.count ?? 0;
  return {
    listLevel: (level: WorkspaceLevel, { limit, after }: PageRange<CursorKey>) =>
      rowsOf(
        db,
        sql<FolderRow>`select f.* from ${shownIn(level)} and ${byPosition.isBehind(after)} order by ${byPosition.orderBy} limit ${sql.lit(limit)}`,
      ),
    countLevel: (level: WorkspaceLevel) => count(shownIn(level)),
    countSubfolders: (deploymentId: number, id: number) =>
      count(sql`folders where deployment_id = ${deploymentId} and parent_id = ${id}`),
    /** The folders of a path, root first. */
    listPath: (deploymentId: number, path: readonly number[]) =>
      rowsOf(
        db,
        sql<FolderRow>`select * from folders where deployment_id = ${deploymentId} and id = any(${[...path]}::integer[]) order by cardinality(path)`,
      ),
    async insert(deploymentId: number, folder: NewFolder): Promise<FolderRow> {
      const [row] = await rowsOf(db, insertStatement(deploymentId, folder));
      if (!row) throw new Error('The new folder was not answered');
      return row;
    },
    update: (deploymentId: number, id: number, values: Updateable<Tables['folders']>) =>
      db
        .updateTable('folders')
        .set({ ...values, updatedAt: sql`now()` })
        .where('deploymentId', '=', deploymentId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),
  };
}

/** The sub-folders of a level that the caller is shown. */
function shownIn({ folderId, isSeen, ...scope }: WorkspaceLevel) {
  const parent = folderId === null ? sql`f.parent_id is null` : sql`f.parent_id = ${folderId}`;
  const shown = isSeen ? sql`true` : sql`f.id in (${visibilityFor(scope).directIds('FOLDER')})`;
  return sql`folders f where f.deployment_id = ${scope.deploymentId} and ${parent} and ${shown}`;
}

/** The new folder's id is part of its path, so it is taken first. */
function insertStatement(deploymentId: number, { parentId, name, position, userId }: NewFolder) {
  const last = sql`(select coalesce(least(max(position)::bigint + 1, ${limits.MAX_ID}), 0)::integer from folders where deployment_id = ${deploymentId} and parent_id is not distinct from ${parentId}::integer)`;
  const parentPath = sql`(select path from folders where deployment_id = ${deploymentId} and id = ${parentId}::integer)`;
  return sql<FolderRow>`
    with fresh as (select nextval(pg_get_serial_sequence('folders', 'id'))::integer as id)
    insert into folders (id, deployment_id, parent_id, name, position, path, user_id, created_by, updated_by)
    overriding system value
    select fresh.id, ${deploymentId}, ${parentId}::integer, ${name}, coalesce(${position}::integer, ${last}),
      coalesce(${parentPath}, '{}') || fresh.id, ${userId}, ${userId}, ${userId}
    from fresh returning *`;
}
