import { limits, type WorkspaceItemRefInput } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { accessLevels } from '../../access/access-level.ts';
import { selectWithLevel } from '../../access/item-level.ts';
import { userIdOf, viewerIdOf } from '../../access/principal.ts';
import { resourceKinds, type ResourceType } from '../../access/resource-kinds.ts';
import { accessorOf, shapeOf, type Accessor } from '../../access/subjects.ts';
import type { Database } from '../../db/database.ts';
import { Parameter, type Bindable } from '../../db/parameter.ts';
import { toPrepared, toPreparedForEach } from '../../db/prepared.ts';
import { createPreparedShapes, type StatementValues } from '../../db/statement-shapes.ts';
import { isStorableId, toStorableId } from '../../db/storable-id.ts';
import { markerOf, type Marker } from '../favorite-marks.ts';
import { runAlone, runBatch, statementsByType } from '../item-batch.ts';
import { rowOf, type Settled } from '../settled-statement.ts';
import { rehearse, type Rehearsed } from '../rehearsal.ts';
import type { WorkspaceLock } from '../workspace-change.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import type { MoveRequest } from './move-request.ts';
import { selectMoved, type MovedScope } from './moved-items.ts';

/** What became of one item, as its statement says. */
export type MoveOutcome =
  | 'moved'
  | 'not_found'
  | 'not_allowed'
  | 'destination_not_found'
  | 'destination_not_allowed'
  | 'folder_move_into_itself'
  | 'folder_too_deep'
  | 'folder_name_taken'
  | 'folder_not_found';

/** An item of a request, and what became of it. */
export interface MoveResult {
  item: WorkspaceItemRefInput;
  outcome: MoveOutcome | Error;
}

/** Makes the store that moves items. */
export function createMoveStore(database: Database) {
  const { db } = database;
  const prepare = createPreparedShapes(database);
  return {
    /**
     * Moves items in order, each in its own transaction, and answers when all that was moved is on disk. An error is what
     * the database said to one item. Ids that no row can have are not asked about.
     */
    async moveInOrder(request: MoveRequest, items: readonly WorkspaceItemRefInput[]): Promise<MoveResult[]> {
      const possible = items.filter(({ id }) => isStorableId(id));
      const outcomes = await runMoves(database, withDestination(request), possible);
      const byItem = new Map(possible.map((item, index) => [item, outcomes[index]]));
      return items.map((item) => ({ item, outcome: byItem.get(item) ?? 'not_found' }));
    },
    /**
     * Moves one item as {@link moveInOrder} does, and reads it as it is afterwards: everything is sent at once. Where it was not
     * moved, what was read is not for the caller.
     */
    async moveOne(
      request: MoveRequest,
      item: WorkspaceItemRefInput,
    ): Promise<MoveResult & { read: Settled }> {
      const { type } = item;
      const scope = withDestination(request);
      const { accessor, shape, values } = shapeOf(accessorOf(scope.actor));
      const shaped = {
        shape: `${type} ${scope.folderId === null ? 'to the root' : 'to a folder'} ${shape}`,
        values: { ...values, ...ownValues(scope), item: toStorableId(item.id) },
      };
      const move = prepare({
        shape: `move ${shaped.shape}`,
        values: shaped.values,
        build: () => moveStatement(termsFor(scope, accessor), type, sql`${new Parameter('item')}`),
      });
      const readBack = prepare({
        shape: `read ${shaped.shape}`,
        values: { ...shaped.values, items: [shaped.values.item] },
        build: () => selectMoved(termsFor(scope, accessor), type, new Parameter('items')),
      });
      const { changed, read } = await runAlone(database, { scope, lock: lockFor([item]) }, move, readBack);
      return { item, outcome: outcomeOf(changed), read };
    },
    /** Tries what {@link moveInOrder} does, and takes it back. */
    async rehearse(
      request: MoveRequest,
      items: readonly WorkspaceItemRefInput[],
    ): Promise<{ results: MoveResult[] } & Omit<Rehearsed<unknown>, 'results'>> {
      const { results, ...rest } = await rehearse(db, request, {
        items,
        statementFor: ({ type, id }) =>
          moveStatement(termsOf(withDestination(request)), type, sql`${toStorableId(id)}`),
        isChanged: ({ outcome }) => outcome === 'moved',
      });
      const outcomes = results.map((row) => (row instanceof Error ? row : row.outcome));
      return {
        ...rest,
        results: items.map((item, index) => ({ item, outcome: outcomes[index] ?? 'not_found' })),
      };
    },
    /** The folders that items are in, null for the root, by type and id with a blank between; what is gone is left out. */
    async findLocations(
      scope: WorkspaceScope,
      items: readonly WorkspaceItemRefInput[],
    ): Promise<Map<string, number | null>> {
      const { rows } = await locationsOf(scope, items).execute(db);
      return new Map(rows.map(({ type, id, from }) => [`${type} ${id}`, from]));
    },
    /** The names of folders by their ids. */
    async findFolderNames(deploymentId: number, ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('folders')
        .select(['id', 'name'])
        .where('deploymentId', '=', deploymentId)
        .where('id', 'in', [...ids])
        .execute();
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
  };
}

/** A destination that cannot be is missed by the items that are seen, as any that is not there. */
function withDestination(request: MoveRequest): MoveRequest {
  return { ...request, folderId: request.folderId === null ? null : toStorableId(request.folderId) };
}

/** What the statement of a move knows of its request: values, or parameters for them. */
interface MoveTerms extends MovedScope {
  /** Null is the root. */
  readonly folderId: Bindable<number> | null;
}

function termsOf({ actor, deploymentId, folderId }: MoveRequest): MoveTerms {
  return { accessor: accessorOf(actor), author: markerOf(actor), deploymentId, folderId };
}

/** The terms of all requests of a shape; {@link ownValues} are the values of one. */
function termsFor({ actor, folderId }: MoveRequest, accessor: Accessor): MoveTerms {
  return {
    accessor,
    author: { kind: actor.kind, id: new Parameter('mover') },
    deploymentId: new Parameter('deployment'),
    folderId: folderId === null ? null : new Parameter('folder'),
  };
}

function ownValues({ actor, deploymentId, folderId }: MoveRequest): StatementValues {
  return { mover: markerOf(actor).id, deployment: deploymentId, folder: folderId };
}

/** The user who moves something; null for a viewer. */
const userOf = ({ kind, id }: Marker) => (kind === 'user' ? sql`${id}::integer` : sql`null::integer`);

/** One item's move with all of its checks. The destination must be seen and editable, the item managed. */
function moveStatement(
  { accessor, author, deploymentId, folderId }: MoveTerms,
  type: ResourceType,
  id: RawBuilder<number>,
): RawBuilder<{ outcome: MoveOutcome }> {
  const { alias } = resourceKinds[type];
  const itemsOf = (kind: ResourceType) => selectWithLevel(accessor, deploymentId, kind);
  const source = sql`${itemsOf(type)} and ${sql.ref(`${alias}.id`)} = ${id}`;
  const destination =
    folderId === null
      ? sql<number>`${accessLevels.manage}`
      : sql<number>`(select d.level from (${itemsOf('FOLDER')} and f.id = ${folderId}) d)`;
  const item = sql`with item as (select s.level, coalesce(${destination}, -1) as destination from (${source}) s)`;
  const refusal = sql`
    when not exists (select 1 from item where level > 0) then 'not_found'
    when (select destination from item) <= 0 then 'destination_not_found'
    when (select level from item) < ${accessLevels.manage} then 'not_allowed'
    when (select destination from item) < ${accessLevels.edit} then 'destination_not_allowed'`;
  if (type === 'FOLDER')
    return sql<{ outcome: MoveOutcome }>`${item} select case ${refusal}
      else move_folder(${deploymentId}, ${id}, ${folderId}::integer, ${userOf(author)}, ${limits.MAX_FOLDER_DEPTH}) end as outcome`;
  const { table, folder } = resourceKinds[type];
  const isAllowed = sql`(select item.level >= ${accessLevels.manage} and item.destination >= ${accessLevels.edit} from item)`;
  return sql<{ outcome: MoveOutcome }>`${item}, moved as (
      update ${sql.table(table)} set ${sql.ref(folder)} = ${folderId}::integer, updated_at = now()
      where id = ${id} and deployment_id = ${deploymentId} and ${isAllowed} returning 1)
    select case ${refusal} else coalesce((select 'moved' from moved), 'not_found') end as outcome`;
}

/** Notes where the items are, and moves them. */
async function runMoves(
  database: Database,
  request: MoveRequest,
  items: readonly WorkspaceItemRefInput[],
): Promise<(MoveOutcome | Error)[]> {
  const { db } = database;
  const statementOf = statementsByType((type) =>
    toPreparedForEach<number>(db, (id) => moveStatement(termsOf(request), type, id)),
  );
  const note =
    request.undoId === undefined ? [] : [toPrepared(db, noteLocations(request, request.undoId, items))];
  const settled = await runBatch(database, { scope: request, lock: lockFor(items) }, [
    ...note,
    ...items.map(statementOf),
  ]);
  return settled.slice(note.length).map(outcomeOf);
}

/** Notes in which folders items are before they are moved. What stays where it is is told from the rest by its folder. */
function noteLocations(
  request: MoveRequest,
  undoId: string,
  items: readonly WorkspaceItemRefInput[],
): RawBuilder<unknown> {
  const { deploymentId, actor, folderId } = request;
  return sql`insert into bulk_moves (id, deployment_id, user_id, embed_user_id, folder_id, items)
    select ${undoId}::uuid, ${deploymentId}, ${userIdOf(actor)}::integer, ${viewerIdOf(actor)}::integer, ${folderId}::integer, coalesce(jsonb_agg(location), '[]')
    from (${locationsOf(request, items)}) location`;
}

/** Selects the folders that items are in. */
function locationsOf(
  { deploymentId }: WorkspaceScope,
  items: readonly WorkspaceItemRefInput[],
): RawBuilder<WorkspaceItemRefInput & { from: number | null }> {
  const ofType = (type: ResourceType) => {
    const ids = items.filter((item) => item.type === type).map(({ id }) => id);
    return sql`select ${sql.lit(type)} as type, id, ${sql.ref(type === 'FOLDER' ? 'parent_id' : 'folder_id')} as "from"
      from ${sql.table(resourceKinds[type].table)} where deployment_id = ${deploymentId} and id = any(${ids}::integer[])`;
  };
  // The keys of the table are the types.
  const types = Object.keys(resourceKinds) as ResourceType[];
  return sql`${sql.join(types.map(ofType), sql` union all `)}`;
}

function lockFor(items: readonly WorkspaceItemRefInput[]): WorkspaceLock {
  return items.some(({ type }) => type === 'FOLDER') ? 'exclusive' : 'shared';
}

function outcomeOf(result: Settled | undefined): MoveOutcome | Error {
  const row = rowOf<{ outcome: MoveOutcome }>(result);
  return row instanceof Error ? row : (row?.outcome ?? 'not_found');
}
