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
import { contentBytesOf } from '../content-bytes.ts';
import { runAlone, runBatch, statementsByType } from '../item-batch.ts';
import { rowOf, type Settled } from '../settled-statement.ts';
import { rehearse, type Rehearsed } from '../rehearsal.ts';
import type { WorkspaceLock } from '../workspace-change.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import type { MoveRequest } from './move-request.ts';
import { selectMoved, type MovedItem, type MovedScope } from './moved-items.ts';

/** What became of one item, as its statement says. What is not seen is there, and the caller has no access to it. */
export type MoveOutcome =
  | 'moved'
  | 'not_found'
  | 'not_seen'
  | 'not_allowed'
  | 'report_in_workbook'
  | 'destination_not_found'
  | 'destination_not_seen'
  | 'destination_not_allowed'
  | 'folder_move_into_itself'
  | 'folder_too_deep'
  | 'folder_name_taken'
  | 'folder_not_found';

/** An item of a request, and what became of it. */
export interface MoveResult {
  item: WorkspaceItemRefInput;
  outcome: MoveOutcome | Error;
  /** The item as the move has left it; undefined where its statement failed. */
  moved: MovedItem | undefined;
}

/** What the statement of a move answers of an item that is there. */
interface MoveRow extends MovedItem {
  outcome: MoveOutcome;
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
      const rows = await runMoves(database, withDestination(request), possible);
      const byItem = new Map(possible.map((item, index) => [item, rows[index]]));
      return items.map((item) => resultOf(item, byItem.get(item)));
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
      return { ...resultOf(item, rowOf<MoveRow>(changed)), read };
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
        bytesOf: ({ contentBytes }) => contentBytes,
      });
      return { ...rest, results: items.map((item, index) => resultOf(item, results[index])) };
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

/**
 * One item's move with all of its checks. The destination must be seen and editable, the item managed, and no tab of a workbook,
 * which lies where that lies. An item that is there already stays as it is.
 */
function moveStatement(
  { accessor, author, deploymentId, folderId }: MoveTerms,
  type: ResourceType,
  id: RawBuilder<number>,
): RawBuilder<MoveRow> {
  const { alias } = resourceKinds[type];
  const itemsOf = (kind: ResourceType) => selectWithLevel(accessor, deploymentId, kind);
  const source = sql`${itemsOf(type)} and ${sql.ref(`${alias}.id`)} = ${id}`;
  const destination =
    folderId === null
      ? sql<number>`${accessLevels.manage}`
      : sql<number>`(select d.level from (${itemsOf('FOLDER')} and f.id = ${folderId}) d)`;
  const place = sql.ref(type === 'FOLDER' ? 's.parent_id' : 's.folder_id');
  const shown = sql`s.name, s.created_at, s.updated_at, s.user_id, s.created_by,
    ${type === 'REPORT' ? sql`s.workbook_id` : sql`null::integer as workbook_id`}, ${contentBytesOf('s', type)} as content_bytes`;
  // One row, also for what is not there.
  const item = sql`with item as materialized (select s.id, s.level, coalesce(${destination}, -1) as destination,
      ${place} is distinct from ${folderId}::integer as goes, ${shown} from (values (1)) one left join (${source}) s on true)`;
  const refusal = sql`
    when item.id is null then 'not_found'
    when item.level <= 0 then 'not_seen'
    when item.destination < 0 then 'destination_not_found'
    when item.destination = 0 then 'destination_not_seen'
    when item.level < ${accessLevels.manage} then 'not_allowed'
    when item.destination < ${accessLevels.edit} then 'destination_not_allowed'
    when item.workbook_id is not null then 'report_in_workbook'`;
  // As the column stores it: those of folders have microseconds.
  const moment = type === 'FOLDER' ? sql`now()` : sql`now()::timestamptz(3)`;
  // A time that no program reads must not fail a move that is made.
  const answered = sql`item.name, case when isfinite(item.created_at) then item.created_at end as created_at,
    case when item.goes then ${moment} when isfinite(item.updated_at) then item.updated_at end as updated_at,
    item.user_id, item.created_by, item.workbook_id, item.content_bytes`;
  if (type === 'FOLDER')
    return sql<MoveRow>`${item} select case ${refusal}
      else move_folder(${deploymentId}, ${id}, ${folderId}::integer, ${userOf(author)}, ${limits.MAX_FOLDER_DEPTH}) end as outcome, ${answered} from item`;
  const { table, folder } = resourceKinds[type];
  return sql<MoveRow>`${item}, moved as (
      update ${sql.table(table)} set ${sql.ref(folder)} = ${folderId}::integer, updated_at = now() from item
      where ${sql.ref(`${table}.id`)} = ${id} and deployment_id = ${deploymentId} and item.goes and item.workbook_id is null
        and item.level >= ${accessLevels.manage} and item.destination >= ${accessLevels.edit} returning 1)
    select case ${refusal} when not item.goes or exists (select from moved) then 'moved' else 'not_found' end as outcome, ${answered} from item`;
}

/** Notes where the items are, and moves them. */
async function runMoves(
  database: Database,
  request: MoveRequest,
  items: readonly WorkspaceItemRefInput[],
): Promise<(MoveRow | Error | undefined)[]> {
  const { db } = database;
  const statementOf = statementsByType((type) =>
    toPreparedForEach<number>(db, (id) => moveStatement(termsOf(request), type, id)),
  );
  const note =
    request.undoId === undefined ? [] : [toPrepared(db, noteLocations(request, request.undoId, items))];
  const settled = await runBatch(
    database,
    { scope: request, lock: lockFor(items) },
    items.map((item) => ({ item, statement: statementOf(item) })),
    note,
  );
  return settled.map((each) => rowOf<MoveRow>(each));
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
