import type { WorkspaceItemRefInput } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { userIdOf, viewerIdOf } from '../../access/principal.ts';
import { resourceKinds, type ResourceType } from '../../access/resource-kinds.ts';
import { accessorOf, shapeOf } from '../../access/subjects.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Database } from '../../db/database.ts';
import { Parameter } from '../../db/parameter.ts';
import { toPrepared, toPreparedForEach, type PreparedStatement } from '../../db/statements/prepared.ts';
import { createPreparedShapes } from '../../db/statements/statement-shapes.ts';
import { isStorableId, toStorableId } from '../../db/values/storable-id.ts';
import { runAlone, runBatch, statementsByType } from '../batches/item-batch.ts';
import { rowOf, type Settled } from '../batches/settled-statement.ts';
import { rehearse, type Rehearsed } from '../rehearsal.ts';
import type { WorkspaceLock } from '../batches/workspace-change.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import type { MoveRequest } from './move-request.ts';
import {
  moveStatement,
  ownValues,
  termsFor,
  termsOf,
  type MoveOutcome,
  type MoveRow,
} from './move-statement.ts';
import { createTogetherMoves } from './move-together.ts';
import type { MovedItem } from './moved-items.ts';
import { selectMoved } from './select-moved.ts';

/** An item of a request, and what became of it. */
export interface MoveResult {
  item: WorkspaceItemRefInput;
  outcome: MoveOutcome | Error;
  /** The item as the move has left it; undefined where its statement failed. */
  moved: MovedItem | undefined;
}

/** Makes the store that moves items. */
export function createMoveStore(database: Database) {
  const { db } = database;
  const prepare = createPreparedShapes(database);
  const together = createTogetherMoves(database);
  return bindFirst(
    { database, db, prepare, together },
    { moveInOrder, moveOne, rehearse: rehearseMoves, findLocations, findFolderNames },
  );
}

/** What the store works with. */
interface MoveStoreNeeds {
  readonly database: Database;
  readonly db: Database['db'];
  readonly prepare: ReturnType<typeof createPreparedShapes>;
  readonly together: ReturnType<typeof createTogetherMoves>;
}

/**
 * Moves items in order, and answers when all that was moved is on disk. What is refused for one item, or what the database
 * says to one, takes back no other. Ids that no row can have are not asked about.
 */
async function moveInOrder(
  { database, together }: Pick<MoveStoreNeeds, 'database' | 'together'>,
  request: MoveRequest,
  items: readonly WorkspaceItemRefInput[],
): Promise<MoveResult[]> {
  const possible = items.filter(({ id }) => isStorableId(id));
  const asked = withDestination(request);
  const note = notesOf(database, asked, possible);
  const rows =
    (await together.move(asked, possible, { lock: lockFor(possible), note })) ??
    (await moveEach(database, asked, possible, note));
  const byItem = new Map(possible.map((item, index) => [item, rows[index]]));
  return items.map((item) => resultOf(item, byItem.get(item)));
}

/**
 * Moves one item as {@link moveInOrder} does, and reads it as it is afterwards: everything is sent at once. Where it was not
 * moved, what was read is not for the caller.
 */
async function moveOne(
  { prepare, database }: Pick<MoveStoreNeeds, 'prepare' | 'database'>,
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
  return { ...resultOf(item, rowOf<MoveRow>(changed)), read };
}

/** Tries what {@link moveInOrder} does, and takes it back. */
async function rehearseMoves(
  needs: MoveStoreNeeds,
  request: MoveRequest,
  items: readonly WorkspaceItemRefInput[],
): Promise<{ results: MoveResult[] } & Omit<Rehearsed<unknown>, 'results'>> {
  const { results, ...rest } = await rehearse(needs.db, request, {
    items,
    statementFor: ({ type, id }) =>
      moveStatement(termsOf(withDestination(request)), type, sql`${toStorableId(id)}`),
    isChanged: ({ outcome }) => outcome === 'moved',
    bytesOf: ({ contentBytes }) => contentBytes,
  });
  return { ...rest, results: items.map((item, index) => resultOf(item, results[index])) };
}

/** The folders that items are in, null for the root, by type and id with a blank between; what is gone is left out. */
async function findLocations(
  { db }: Pick<MoveStoreNeeds, 'db'>,
  scope: WorkspaceScope,
  items: readonly WorkspaceItemRefInput[],
): Promise<Map<string, number | null>> {
  const { rows } = await locationsOf(scope, items).execute(db);
  return new Map(rows.map(({ type, id, from }) => [`${type} ${id}`, from]));
}

/** The names of folders by their ids. */
async function findFolderNames(
  { db }: Pick<MoveStoreNeeds, 'db'>,
  deploymentId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('folders')
    .select(['id', 'name'])
    .where('deploymentId', '=', deploymentId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A destination that cannot be is missed by the items that are seen, as any that is not there. */
function withDestination(request: MoveRequest): MoveRequest {
  return { ...request, folderId: request.folderId === null ? null : toStorableId(request.folderId) };
}

/** Moves items one by one, each in its own transaction. */
async function moveEach(
  database: Database,
  request: MoveRequest,
  items: readonly WorkspaceItemRefInput[],
  note: readonly PreparedStatement[],
): Promise<(MoveRow | Error | undefined)[]> {
  const { db } = database;
  const statementOf = statementsByType((type) =>
    toPreparedForEach<number>(db, (id) => moveStatement(termsOf(request), type, id)),
  );
  const settled = await runBatch(
    database,
    { scope: request, lock: lockFor(items) },
    items.map((item) => ({ item, statement: statementOf(item) })),
    note,
  );
  return settled.map((each) => rowOf<MoveRow>(each));
}

/** What notes where the items are, for a move that can be taken back. */
function notesOf(
  { db }: Database,
  request: MoveRequest,
  items: readonly WorkspaceItemRefInput[],
): PreparedStatement[] {
  const { undoId } = request;
  return undoId === undefined ? [] : [toPrepared(db, noteLocations(request, undoId, items))];
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
    from (${locationsOf(request, items)}) location
    on conflict (id) do update set items = excluded.items, folder_id = excluded.folder_id, moved_at = now()`;
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

function resultOf(item: WorkspaceItemRefInput, row: MoveRow | Error | undefined): MoveResult {
  if (row instanceof Error) return { item, outcome: row, moved: undefined };
  return { item, outcome: row?.outcome ?? 'not_found', moved: row };
}
