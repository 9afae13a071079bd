import { limits, type ResourceOwner, type TrashedItem } from '@oriel/contract';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { toStorableId } from '../../db/values/storable-id.ts';
import type { Tables } from '../../db/tables.ts';
import { seesEverything, userIdOf, viewerIdOf } from '../../access/principal.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import { resourceKinds } from '../../access/resource-kinds.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import type { RestoredEntries } from './restore-rows.ts';

/** An entry of the trash. */
export type TrashRow = Omit<Selectable<Tables['trash']>, 'content'>;

/** An entry that is to be restored. */
export type HeldRow = TrashRow &
  Omit<RestoredEntries, 'ids'> & {
    /** What others may have taken since, as far as the item had it. */
    taken: { slug: string | null; publicId: string | null; workbookId: number | null };
  };

type ListedRow = TrashRow & { deletedByUser: ResourceOwner | null; expiresAt: string };

/** The order of the trash: what was deleted last comes first. */
export const byDeletion = columnOrder<ListedRow>({
  list: 'trash',
  alias: 't',
  by: { id: 'integer' },
  direction: 'desc',
});

const lifetime = sql`make_interval(secs => ${sql.lit(limits.UNDO_TTL_SECONDS)})`;

/** Makes the store of the trash. */
export function createTrashStore(db: Db) {
  return bindFirst(db, { list, hold, listByUndo, remove, findMove });
}

async function list(
  db: Db,
  scope: WorkspaceScope,
  { limit, after }: PageRange<CursorKey>,
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select t.id, t.item_type, t.item_id, t.name, t.folder_id, t.deleted_at, t.undo_id, t.deleted_at + ${lifetime} as expires_at,
      (select json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name, 'picture', u.picture)
       from users u where u.id = t.deleted_by) as deleted_by_user
    from trash t where ${isShown(scope)} and ${byDeletion.isBehind(after)}
    order by ${byDeletion.orderBy} limit ${limit}`.execute(db);
  return rows;
}

/** Entries by their ids, locked until the transaction ends, the last first; what is not there is left out. */
async function hold(db: Db, scope: WorkspaceScope, ids: readonly number[]): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select t.id, t.item_type, t.item_id, t.name, t.folder_id, t.owner_id, t.viewer_owner_id, t.deleted_by, t.deleted_by_viewer, t.deleted_at, t.undo_id,
      (select jsonb_object_agg(key, array(select jsonb_object_keys(value -> 0))) from jsonb_each(t.content -> 'rows')
       where jsonb_typeof(value) = 'array') as columns,
      array(select key from jsonb_each(t.content -> 'links') where jsonb_typeof(value) = 'array') as links,
      (select jsonb_build_object('slug', item ->> 'slug', 'publicId', item ->> 'public_id', 'workbookId', (item ->> 'workbook_id')::integer)
       from (select t.content -> 'rows' -> (case t.item_type ${tablesByType} end) -> 0 as item) i) as taken
    from trash t where ${isShown(scope)} and t.id = any(${ids.map(toStorableId)}::integer[])
    order by t.id desc for update`.execute(db);
  return rows;
}

/** What one request of the caller has deleted and is still there, the last first. */
async function listByUndo(
  db: Db,
  scope: WorkspaceScope,
  undoId: string,
): Promise<Pick<TrashRow, 'id' | 'itemType' | 'itemId'>[]> {
  const { rows } = await sql<TrashRow>`
    select t.id, t.item_type, t.item_id from trash t
    where ${isShown(scope)} and t.undo_id = ${undoId}::uuid and ${isDoneBy(scope, { user: sql`t.deleted_by`, viewer: sql`t.deleted_by_viewer` })} order by t.id desc`.execute(
    db,
  );
  return rows;
}

async function remove(db: Db, { deploymentId }: WorkspaceScope, ids: readonly number[]): Promise<void> {
  await sql`delete from trash where deployment_id = ${deploymentId} and id = any(${ids}::integer[])`.execute(
    db,
  );
}

/** The bulk move of the caller that an id undoes. */
async function findMove(
  db: Db,
  scope: WorkspaceScope,
  undoId: string,
): Promise<Selectable<Tables['bulkMoves']> | undefined> {
  const { rows } = await sql<Selectable<Tables['bulkMoves']>>`
    select * from bulk_moves where id = ${undoId}::uuid and deployment_id = ${scope.deploymentId}
      and ${isDoneBy(scope, { user: sql`user_id`, viewer: sql`embed_user_id` })} and moved_at > now() - ${lifetime}`.execute(
    db,
  );
  return rows[0];
}

const tablesByType = sql.join(
  Object.entries(resourceKinds).map(([type, { table }]) => sql`when ${sql.lit(type)} then ${sql.lit(table)}`),
  sql` `,
);

/** Whether one of two columns has the caller: users and viewers are numbered each by themselves. */
function isDoneBy(
  { actor }: WorkspaceScope,
  by: Record<'user' | 'viewer', RawBuilder<unknown>>,
): RawBuilder<boolean> {
  return sql<boolean>`(${by.user} = ${userIdOf(actor)}::integer or ${by.viewer} = ${viewerIdOf(actor)}::integer) is true`;
}

/** What its owner, who deleted it, and those who see everything are shown of the trash: what is not over yet. */
function isShown(scope: WorkspaceScope): RawBuilder<boolean> {
  const { deploymentId, actor } = scope;
  const own = sql`(${isDoneBy(scope, { user: sql`t.deleted_by`, viewer: sql`t.deleted_by_viewer` })}
    or ${isDoneBy(scope, { user: sql`t.owner_id`, viewer: sql`t.viewer_owner_id` })})`;
  return sql<boolean>`t.deployment_id = ${deploymentId} and t.deleted_at > now() - ${lifetime} and ${seesEverything(actor) ? sql`true` : own}`;
}

/** An entry as the API shows it. */
export function toTrashedItem({ itemType, deletedByUser, ...row }: ListedRow): TrashedItem {
  return { ...row, type: itemType, deletedBy: deletedByUser };
}
