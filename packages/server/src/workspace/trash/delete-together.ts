import type { WorkspaceItemRefInput } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { accessLevels } from '../../access/access-level.ts';
import { userIdOf, viewerIdOf } from '../../access/principal.ts';
import type { Database } from '../../db/database.ts';
import { currentOutcomes } from '../../db/item-outcomes.ts';
import { toPrepared } from '../../db/statements/prepared.ts';
import { runTogether } from '../batches/item-batch-together.ts';
import { itemsFor } from '../items/workspace-rows.ts';
import type { DeleteRequest, DeleteRow } from './delete-row.ts';
import { contentOf, type ItemGraph } from './item-graph.ts';

/** What the statement of many reports answers of each that is there. */
interface DeletedTogether extends DeleteRow {
  readonly id: number;
}

/**
 * Deletes distinct reports as if one after the other, in one transaction and by one statement: no report goes with
 * another, or changes what may be done with it. Folders and workbooks do, and are deleted one by one.
 *
 * @param graphs what belongs to a report
 * @returns a row for each item, undefined for one that is not there; undefined where nothing was deleted, because there
 * are other items, the database failed the statement, or another transaction holds one of the rows: single deletes find
 * out which
 */
export async function deleteTogether(
  database: Database,
  request: DeleteRequest,
  graphs: (type: 'REPORT') => Promise<ItemGraph>,
  items: readonly WorkspaceItemRefInput[],
): Promise<(DeleteRow | undefined)[] | undefined> {
  // What became of each item of a request with a key is stored beside its change.
  if (currentOutcomes() || items.some(({ type }) => type !== 'REPORT')) return undefined;
  const ids = items.map(({ id }) => id);
  const statement = toPrepared(database.db, deleteReports(request, await graphs('REPORT'), ids));
  const results = await runTogether(database, { scope: request, lock: 'exclusive' }, [statement]);
  if (!results) return undefined;
  // The only statement says what its rows are.
  const rows = (results[0] ?? []) as readonly DeletedTogether[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

function deleteReports(
  request: DeleteRequest,
  graph: ItemGraph,
  ids: readonly number[],
): RawBuilder<DeletedTogether> {
  const { actor, deploymentId, undoId } = request;
  return sql<DeletedTogether>`with item as materialized (
      select s.id, s.name, s.folder_id, s.user_id, s.embed_user_id, s.level
      from (${itemsFor(request, 'REPORT')} and r.id = any(${ids}::integer[])) s
    ), kept as (
      insert into trash (deployment_id, item_type, item_id, name, folder_id, owner_id, viewer_owner_id,
        deleted_by, deleted_by_viewer, undo_id, content)
      select ${deploymentId}, 'REPORT', item.id, item.name, item.folder_id, item.user_id, item.embed_user_id,
        ${userIdOf(actor)}::integer, ${viewerIdOf(actor)}::integer, ${undoId}::uuid, ${contentOf(graph, sql`item.id`)}
      from item where item.level >= ${accessLevels.manage} order by array_position(${ids}::integer[], item.id)
      returning item_id
    ), removed as (
      delete from reports where id in (select item_id from kept) and deployment_id = ${deploymentId} returning id
    )
    select item.id, 0 as subfolders, case
      when item.level <= 0 then 'not_found'
      when item.level < ${accessLevels.manage} then 'not_allowed'
      when removed.id is not null then 'deleted' else 'not_found'
    end as outcome
    from item left join removed on removed.id = item.id`;
}
