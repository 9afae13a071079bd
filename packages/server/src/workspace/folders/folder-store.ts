import { limits } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import { itemsFor, rowsOf, visibilityFor, type FolderRow, type WithAccess } from '../items/workspace-rows.ts';
import type { WorkspaceLevel, WorkspaceScope } from '../workspace-scope.ts';

/** The order of the folders of one level. */
export const byPosition = columnOrder<WithAccess<FolderRow>>({
  list: 'folders',
  alias: 'f',
  by: { position: 'integer', id: 'integer' },
});

/** The values of a new folder; a position of null is the last. */
type NewFolder = Pick<FolderRow, 'parentId' | 'name' | 'userId' | 'embedUserId'> & {
  position: number | null;
};

/** Makes the store of folders: their SQL. */
export function createFolderStore(db: Db) {
  const count = async (rows: ReturnType<typeof sql>): Promise<number> =>
    (await rowsOf(db, sql<{ count: number }>`select count(*) from ${rows}`))[0]?.count ?? 0;
  return {
    listLevel: (level: WorkspaceLevel, { limit, after }: PageRange<CursorKey>) =>
      rowsOf(
        db,
        sql<
          WithAccess<FolderRow>
        >`${itemsFor(level, 'FOLDER')} and ${shownIn(level)} and ${byPosition.isBehind(after)} order by ${byPosition.orderBy} limit ${sql.lit(limit)}`,
      ),
    countLevel: (level: WorkspaceLevel) =>
      count(sql`folders f where f.deployment_id = ${level.deploymentId} and ${shownIn(level)}`),
    /** The folders of a path, root first. */
    listPath: (scope: WorkspaceScope, path: readonly number[]) =>
      rowsOf(
        db,
        sql<
          WithAccess<FolderRow>
        >`${itemsFor(scope, 'FOLDER')} and f.id = any(${[...path]}::integer[]) order by cardinality(f.path)`,
      ),
    async insert(deploymentId: number, folder: NewFolder): Promise<FolderRow> {
      const [row] = await rowsOf(db, insertStatement(deploymentId, folder));
      if (!row) throw new Error('The new folder was not answered');
      return row;
    },
  };
}

/** The condition of the sub-folders of a level that the caller is shown. */
function shownIn({ folderId, isSeen, ...scope }: WorkspaceLevel) {
  const parent = folderId === null ? sql`f.parent_id is null` : sql`f.parent_id = ${folderId}`;
  const shown = isSeen ? sql`true` : sql`f.id in (${visibilityFor(scope).directIds('FOLDER')})`;
  return sql`${parent} and ${shown}`;
}

/** The new folder's id is part of its path, so it is taken first. */
function insertStatement(deploymentId: number, { parentId, name, position, userId, embedUserId }: NewFolder) {
  const last = sql`(select least(coalesce(max(position)::bigint + 1, 0), ${limits.MAX_ID})::integer from folders where deployment_id = ${deploymentId} and parent_id is not distinct from ${parentId}::integer)`;
  const parentPath = sql`(select path from folders where deployment_id = ${deploymentId} and id = ${parentId}::integer)`;
  return sql<FolderRow>`
    with fresh as (select nextval(pg_get_serial_sequence('folders', 'id'))::integer as id)
    insert into folders (id, deployment_id, parent_id, name, position, path, user_id, embed_user_id, created_by, updated_by)
    overriding system value
    select fresh.id, ${deploymentId}, ${parentId}::integer, ${name}, coalesce(${position}::integer, ${last}),
      coalesce(${parentPath}, '{}') || fresh.id, ${userId}, ${embedUserId}::integer, ${userId}, ${userId}
    from fresh returning *`;
}
