import type { WorkspaceItemRefInput } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { accessLevels } from '../../access/access-level.ts';
import { userIdOf, viewerIdOf } from '../../access/principal.ts';
import { resourceKinds, type ResourceType } from '../../access/resource-kinds.ts';
import type { Database } from '../../db/database.ts';
import { toPrepared, type PreparedStatement } from '../../db/statements/prepared.ts';
import { runTogether, type BatchStep } from '../batches/item-batch-together.ts';
import { itemsFor } from '../items/workspace-rows.ts';
import type { DeleteRequest, DeleteRow } from './delete-row.ts';
import { contentOf, type ItemGraph } from './item-graph.ts';

/** What the statement of many items answers of each that is there. */
interface DeletedTogether extends DeleteRow {
  readonly id: number;
}

/** Kinds of which no item goes with another of its kind, or changes what may be done with it. */
type PlacedType = Exclude<ResourceType, 'FOLDER'>;

/** The statements of deletes. */
interface DeleteStatements {
  /** What belongs to an item. */
  readonly graphs: (type: ResourceType) => Promise<ItemGraph>;
  /** Deletes one folder. */
  readonly folderStatement: () => Promise<(id: number) => PreparedStatement>;
}

/**
 * Deletes distinct items as if one after the other, in one transaction that is sent at once. Reports or workbooks that
 * follow each other share a statement. A folder has its own: it is kept by its sub-folders, and what may be done with
 * what lay in it changes with it. A workbook takes its tabs along, so the order of kinds stays.
 *
 * @returns a row for each item, undefined for one that is not there; undefined where nothing was deleted, because the
 * database failed a statement, another transaction holds one of the rows, or some items have been deleted by the
 * request before: single deletes find out
 */
export async function deleteTogether(
  database: Database,
  request: DeleteRequest,
  statements: DeleteStatements,
  items: readonly WorkspaceItemRefInput[],
): Promise<(DeleteRow | undefined)[] | undefined> {
  const steps = await Promise.all(divide(items).map((run) => stepOf(database, request, statements, run)));
  const rows = await runTogether(database, { scope: request, lock: 'exclusive' }, steps);
  // The statements of deletes say what their rows are.
  return rows && items.map((item) => rows.get(item) as DeleteRow | undefined);
}

/** Consecutive items of one kind; a folder is alone. */
function divide(items: readonly WorkspaceItemRefInput[]): WorkspaceItemRefInput[][] {
  const runs: WorkspaceItemRefInput[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last?.[0]?.type === item.type && item.type !== 'FOLDER') last.push(item);
    else runs.push([item]);
  }
  return runs;
}

async function stepOf(
  database: Database,
  request: DeleteRequest,
  { graphs, folderStatement }: DeleteStatements,
  items: readonly WorkspaceItemRefInput[],
): Promise<BatchStep> {
  const [first] = items;
  if (!first || first.type === 'FOLDER') {
    const statement = (await folderStatement())(first?.id ?? 0);
    return { items, statement };
  }
  const ids = items.map(({ id }) => id);
  const removed = deleteOfType(request, first.type, await graphs(first.type), ids);
  return { items, statement: toPrepared(database.db, removed) };
}

function deleteOfType(
  request: DeleteRequest,
  type: PlacedType,
  graph: ItemGraph,
  ids: readonly number[],
): RawBuilder<DeletedTogether> {
  const { actor, deploymentId, undoId } = request;
  const { table, alias } = resourceKinds[type];
  return sql<DeletedTogether>`with item as materialized (
      select s.id, s.name, s.folder_id, s.user_id, s.embed_user_id, s.level
      from (${itemsFor(request, type)} and ${sql.ref(`${alias}.id`)} = any(${ids}::integer[])) s
    ), kept as (
      insert into trash (deployment_id, item_type, item_id, name, folder_id, owner_id, viewer_owner_id,
        deleted_by, deleted_by_viewer, undo_id, content)
      select ${deploymentId}, ${sql.lit(type)}, item.id, item.name, item.folder_id, item.user_id, item.embed_user_id,
        ${userIdOf(actor)}::integer, ${viewerIdOf(actor)}::integer, ${undoId}::uuid, ${contentOf(graph, sql`item.id`)}
      from item where item.level >= ${accessLevels.manage} order by array_position(${ids}::integer[], item.id)
      returning item_id
    ), removed as (
      delete from ${sql.table(table)} 
      where id in (select item_id from kept) and deployment_id = ${deploymentId} returning id
    )
    select item.id, 0 as subfolders, case
      when item.level <= 0 then 'not_found'
      when item.level < ${accessLevels.manage} then 'not_allowed'
      when removed.id is not null then 'deleted' else 'not_found'
    end as outcome
    from item left join removed on removed.id = item.id`;
}
