import type { ResourceOwner, WorkspaceFolderPathEntry } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { fromItems, levelOf } from '../../access/item-level.ts';
import { resourceKinds, type ResourceType } from '../../access/resource-kinds.ts';
import type { Accessor } from '../../access/subjects.ts';
import type { Bindable } from '../../db/parameter.ts';
import { hidden } from '../../db/statements/prepared.ts';
import { MAX_BATCH_BYTES } from '../../paging/batched-answer.ts';
import { favoritesOf, type Marker } from '../items/favorite-marks.ts';
import type { WorkspaceRow } from '../items/serialize-items.ts';

/** A row with its details; what a kind does not have is absent. */
export type MovedRow = Omit<WorkspaceRow['row'], 'meta'> & {
  /** The text of a document; absent of a folder. */
  meta?: string | null;
  folderPath: WorkspaceFolderPathEntry[] | null;
  user: ResourceOwner | null;
  isFavorite: boolean;
  /** Of a workbook. */
  isPublished?: boolean;
};

/** Not the whole rows: a report's query and drawing may be large, and moves do not show them. */
const ownColumns: Record<ResourceType, RawBuilder<unknown>> = {
  FOLDER: sql`f.parent_id`,
  WORKBOOK: sql`w.folder_id, w.meta::text as meta, w.calculated_fields, w.slug,
    exists (select from dashboards d where d.workbook_id = w.id) as is_published`,
  REPORT: sql`r.folder_id, r.meta::text as meta`,
};

/** The folders from the root down to one, itself last; null for none. */
function folderPathOf(folder: RawBuilder<unknown>): RawBuilder<WorkspaceFolderPathEntry[] | null> {
  return sql`(select json_agg(json_build_object('id', above.id, 'name', above.name) order by step.depth)
    from folders holder cross join lateral unnest(holder.path) with ordinality as step(id, depth)
    join folders above on above.id = step.id where holder.id = ${folder})`;
}

/** The user in a column as an owner is shown; null for nobody and for one who is no longer there. */
function userBy(column: string): RawBuilder<ResourceOwner | null> {
  return sql`(select json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name, 'picture', u.picture)
    from users u where u.id = ${sql.ref(column)})`;
}

/** Who has moved, in the workspace of which deployment: values, or parameters for them. */
export interface MovedScope {
  readonly accessor: Accessor;
  readonly author: Marker;
  readonly deploymentId: Bindable<number>;
}

/** Selects items of one kind as moves answer them, in one statement. */
export function selectMoved(
  { accessor, author, deploymentId }: MovedScope,
  type: ResourceType,
  ids: Bindable<readonly number[]>,
): RawBuilder<MovedRow> {
  const { alias } = resourceKinds[type];
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const shared = ['id', 'deployment_id', 'name', 'created_at', 'updated_at', 'user_id', 'created_by'];
  return sql`select ${sql.join(shared.map(column))}, ${ownColumns[type]},
      ${folderPathOf(column(type === 'FOLDER' ? 'parent_id' : 'folder_id'))} as folder_path, ${marksOf(author, type)},
      ${levelOf(accessor, deploymentId, type)} as level
    ${fromItems(deploymentId, type)} and ${column('id')} = any(${hidden(ids, 'integer[]')}::integer[])`;
}

function marksOf(author: Marker, type: ResourceType): RawBuilder<unknown> {
  const { alias } = resourceKinds[type];
  return sql`${userBy(`${alias}.user_id`)} as "user",
      exists (select from ${favoritesOf(author)} v where v.resource_type = ${sql.lit(type)} and v.resource_id = ${sql.ref(`${alias}.id`)}) as is_favorite`;
}

/** The columns of a kind that {@link selectShown} reads of the items of its statement, by the alias `s`. */
export const shownColumns: Record<Exclude<ResourceType, 'FOLDER'>, RawBuilder<unknown>> = {
  REPORT: sql`s.deployment_id, s.meta`,
  WORKBOOK: sql`s.deployment_id, s.meta, s.calculated_fields, s.slug`,
};

/**
 * {@link selectMoved} within the statement that moves, of the rows `item`, which have the folder that they go to. Where
 * the documents of all of them are more than is read at once, none is read.
 */
export function selectShown(
  { accessor, author, deploymentId }: MovedScope,
  type: Exclude<ResourceType, 'FOLDER'>,
  folderId: Bindable<number> | null,
): RawBuilder<unknown> {
  const { alias } = resourceKinds[type];
  const [id, deployment] = ['id', 'deployment_id'].map((name) => sql.ref(`${alias}.${name}`));
  const kinds = { ...resourceKinds, [type]: { ...resourceKinds[type], table: 'item' } };
  return sql`select ${id}, ${deployment}, ${ownColumns[type]}, true as is_read,
      ${folderPathOf(sql`${folderId}::integer`)} as folder_path, ${marksOf(author, type)},
      ${levelOf(accessor, deploymentId, type, kinds)} as level
    ${fromItems(deploymentId, type, kinds)} and (select sum(content_bytes) from item) <= ${MAX_BATCH_BYTES}::integer`;
}
