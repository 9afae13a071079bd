import { type WorkspaceItemRefInput } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { accessLevels } from '../../access/access-level.ts';
import { userIdOf, viewerIdOf } from '../../access/principal.ts';
import { resourceKinds, type ResourceType } from '../../access/resource-kinds.ts';
import type { Database, Db } from '../../db/database.ts';
import { toPreparedForEach, type PreparedStatement } from '../../db/statements/prepared.ts';
import { isStorableId, toStorableId } from '../../db/values/storable-id.ts';
import { runAlone, runBatch } from '../batches/item-batch.ts';
import { rowOf } from '../batches/settled-statement.ts';
import { rehearse, type Rehearsed } from '../rehearsal.ts';
import { readLevelsOfParts } from '../sharing/access-changes.ts';
import { itemsFor } from '../items/workspace-rows.ts';
import type { DeleteOutcome, DeleteRequest, DeleteRow } from './delete-row.ts';
import { deleteTogether } from './delete-together.ts';
import { contentOf, createItemGraphs, type ItemGraph } from './item-graph.ts';

/** An item of a request, and what became of it. */
export interface DeleteResult {
  item: WorkspaceItemRefInput;
  outcome: DeleteOutcome | Error;
  /** The sub-folders of a folder, which keep it. */
  subfolders: number;
}

/**
 * While items are deleted nothing else changes in the workspace: what is written to the trash is what is deleted, to the row, and
 * one statement does both.
 */
const lock = 'exclusive';

/** Makes the store that deletes items into the trash. */
export function createDeleteStore(database: Database) {
  const { db } = database;
  const graphs = createItemGraphs(db);
  const statementFor = async (request: DeleteRequest, type: ResourceType) => {
    const graph = await graphs(type);
    return toPreparedForEach<number>(db, (id) => deleteStatement(request, type, graph, id));
  };
  return {
    /** Tries what `deleteInOrder` does, and takes it back. */
    async rehearse(
      request: DeleteRequest,
      items: readonly WorkspaceItemRefInput[],
    ): Promise<RehearsedDeletes> {
      const types = [...new Set(items.map(({ type }) => type))];
      const known = new Map(
        await Promise.all(types.map(async (type) => [type, await graphs(type)] as const)),
      );
      const { results, ...rest } = await rehearse<DeleteRow>(db, request, {
        items,
        statementFor: ({ type, id }) => {
          const graph = known.get(type);
          if (!graph) throw new Error(`The references of ${type} were not read`);
          return deleteStatement(request, type, graph, sql`${toStorableId(id)}`);
        },
        isChanged: ({ outcome }) => outcome === 'deleted',
        bytesOf: () => 0,
        readLevels: readLevelsOfParts,
      });
      return { ...rest, results: items.map((item, index) => toResult(item, results[index])) };
    },
    /** Deletes one item, and answers when it is on disk. */
    async deleteOne(request: DeleteRequest, item: WorkspaceItemRefInput): Promise<DeleteResult> {
      const statement = (await statementFor(request, item.type))(toStorableId(item.id));
      const { changed } = await runAlone(database, { scope: request, lock }, statement);
      return toResult(item, rowOf(changed));
    },
    /**
     * Deletes items in order, and answers when all that was deleted is on disk: all in one transaction where nothing
     * fails, or else each in its own. Ids that no row can have are not asked about.
     */
    async deleteInOrder(
      request: DeleteRequest,
      items: readonly WorkspaceItemRefInput[],
    ): Promise<DeleteResult[]> {
      const possible = items.filter(({ id }) => isStorableId(id));
      const rows =
        (await deleteTogether(
          database,
          request,
          { graphs, folderStatement: () => statementFor(request, 'FOLDER') },
          possible,
        )) ?? (await deleteEach(database, { request, items: possible, statementFor }));
      const byItem = new Map(possible.map((item, index) => [item, rows[index]]));
      return items.map((item) => toResult(item, byItem.get(item)));
    },
  };
}

/** Deletes items one by one, each in its own transaction. */
async function deleteEach(
  database: Database,
  {
    request,
    items,
    statementFor,
  }: {
    request: DeleteRequest;
    items: readonly WorkspaceItemRefInput[];
    statementFor: (request: DeleteRequest, type: ResourceType) => Promise<(id: number) => PreparedStatement>;
  },
): Promise<(DeleteRow | Error | undefined)[]> {
  const types = [...new Set(items.map(({ type }) => type))];
  const made = new Map(
    await Promise.all(types.map(async (type) => [type, await statementFor(request, type)] as const)),
  );
  const statements = items.flatMap((item) => {
    const statement = made.get(item.type)?.(item.id);
    return statement ? { item, statement } : [];
  });
  const settled = await runBatch(database, { scope: request, lock }, statements);
  return settled.map((each) => rowOf<DeleteRow>(each));
}

/** Deletes one item as a part of a change that holds the lock of the workspace `exclusive`. */
export async function deleteWithin(
  tx: Db,
  request: DeleteRequest,
  item: WorkspaceItemRefInput,
): Promise<DeleteResult> {
  const graph = await createItemGraphs(tx)(item.type);
  const { rows } = await deleteStatement(request, item.type, graph, sql`${item.id}`).execute(tx);
  return toResult(item, rows[0]);
}

/** What {@link createDeleteStore} would answer, and what would come of it. */
type RehearsedDeletes = { results: DeleteResult[] } & Omit<Rehearsed<unknown>, 'results'>;

function toResult(item: WorkspaceItemRefInput, row: DeleteRow | Error | undefined): DeleteResult {
  if (row instanceof Error) return { item, outcome: row, subfolders: 0 };
  return { item, outcome: row?.outcome ?? 'not_found', subfolders: row?.subfolders ?? 0 };
}

/** Deletes one item with all of its checks, and writes what goes with it to the trash. */
function deleteStatement(
  request: DeleteRequest,
  type: ResourceType,
  graph: ItemGraph,
  id: RawBuilder<number>,
): RawBuilder<DeleteRow> {
  const { actor, deploymentId, undoId } = request;
  const { table, alias } = resourceKinds[type];
  const folder = sql.ref(type === 'FOLDER' ? 's.parent_id' : 's.folder_id');
  const subfolders =
    type === 'FOLDER'
      ? sql`(select count(*) from folders below where below.deployment_id = ${deploymentId} and below.parent_id = s.id)`
      : sql`0`;
  return sql<DeleteRow>`with item as (
      select s.id, s.name, ${folder} as folder_id, s.user_id, s.embed_user_id, s.level, ${subfolders} as subfolders
      from (${itemsFor(request, type)} and ${sql.ref(`${alias}.id`)} = ${id}) s
    ), kept as (
      insert into trash (deployment_id, item_type, item_id, name, folder_id, owner_id, viewer_owner_id, deleted_by, deleted_by_viewer, undo_id, content)
      select ${deploymentId}, ${sql.lit(type)}, id, name, folder_id, user_id, embed_user_id, ${userIdOf(actor)}::integer, ${viewerIdOf(actor)}::integer, ${undoId}::uuid, ${contentOf(graph, sql`${id}`)}
      from item where level >= ${accessLevels.manage} and subfolders = 0
      returning item_id
    ), removed as (
      delete from ${sql.table(table)} where id in (select item_id from kept) and deployment_id = ${deploymentId} returning 1
    )
    select case
      when not exists (select 1 from item where level > 0) then 'not_found'
      when (select level from item) < ${accessLevels.manage} then 'not_allowed'
      when (select subfolders from item) > 0 then 'folder_has_subfolders'
      else coalesce((select 'deleted' from removed), 'not_found')
    end as outcome, coalesce((select subfolders from item), 0)::integer as subfolders`;
}
