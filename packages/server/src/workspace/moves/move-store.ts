import { limits, type WorkspaceItemRefInput } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { accessLevels } from '../../access/access-level.ts';
import { resourceKinds, type ResourceType } from '../../access/resource-kinds.ts';
import type { Database, Db } from '../../db/database.ts';
import { toPrepared, toPreparedForEach } from '../../db/prepared.ts';
import { beginAsCaller, forgetCaller, nameCaller } from '../../db/request-context.ts';
import { sendTogether } from '../../db/send-together.ts';
import { isStorableId, toStorableId } from '../../db/storable-id.ts';
import { refusalOfConstraint } from '../constraint-refusals.ts';
import { enterWorkspace, lockWorkspace, unlockWorkspace, type WorkspaceLock } from '../workspace-change.ts';
import { itemsFor } from '../workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { selectMoved } from './moved-items.ts';

export interface MoveRequest extends WorkspaceScope {
  /** Null is the root. */
  folderId: number | null;
}

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
export function createMoveStore({ db, pipelined }: Database) {
  return {
    /**
     * Moves items in order, each in its own transaction, and answers when all that was moved is on disk. An error is what
     * the database said to one item. Ids that no row can have are not asked about.
     */
    async moveInOrder(request: MoveRequest, items: readonly WorkspaceItemRefInput[]): Promise<MoveResult[]> {
      const possible = items.filter(({ id }) => isStorableId(id));
      const outcomes = await runDurably(pipelined, db, withDestination(request), possible);
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
    ): Promise<MoveResult & { read: PromiseSettledResult<pg.QueryResult> }> {
      const possible = { type: item.type, id: toStorableId(item.id) };
      return { item, ...(await runAlone(pipelined, db, withDestination(request), possible)) };
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

/** One item's move with all of its checks. The destination must be seen and editable, the item managed. */
function moveStatement(
  request: MoveRequest,
  type: ResourceType,
  id: RawBuilder<number>,
): RawBuilder<{ outcome: MoveOutcome }> {
  const { actor, deploymentId, folderId } = request;
  const { alias } = resourceKinds[type];
  const source = sql`${itemsFor(request, type)} and ${sql.ref(`${alias}.id`)} = ${id}`;
  const destination =
    folderId === null
      ? sql<number>`${accessLevels.manage}`
      : sql<number>`(select d.level from (${itemsFor(request, 'FOLDER')} and f.id = ${folderId}) d)`;
  const item = sql`with item as (select s.level, coalesce(${destination}, -1) as destination from (${source}) s)`;
  const refusal = sql`
    when not exists (select 1 from item where level > 0) then 'not_found'
    when (select destination from item) <= 0 then 'destination_not_found'
    when (select level from item) < ${accessLevels.manage} then 'not_allowed'
    when (select destination from item) < ${accessLevels.edit} then 'destination_not_allowed'`;
  if (type === 'FOLDER')
    return sql<{ outcome: MoveOutcome }>`${item} select case ${refusal}
      else move_folder(${deploymentId}, ${id}, ${folderId}::integer, ${actor.userId}, ${limits.MAX_FOLDER_DEPTH}) end as outcome`;
  const { table, folder } = resourceKinds[type];
  const isAllowed = sql`(select item.level >= ${accessLevels.manage} and item.destination >= ${accessLevels.edit} from item)`;
  return sql<{ outcome: MoveOutcome }>`${item}, moved as (
      update ${sql.table(table)} set ${sql.ref(folder)} = ${folderId}::integer, updated_at = now()
      where id = ${id} and deployment_id = ${deploymentId} and ${isAllowed} returning 1)
    select case ${refusal} else coalesce((select 'moved' from moved), 'not_found') end as outcome`;
}

/**
 * Runs one move as a transaction, and reads the item after it; all of it is sent at once. The workspace is locked by a statement
 * of its own, because one that waits for a lock goes on with what it saw before; where the lock cannot be had the move is
 * refused with it. Answers when the move is on disk, whatever became of reading.
 */
async function runAlone(
  pool: pg.Pool,
  db: Db,
  request: MoveRequest,
  item: WorkspaceItemRefInput,
): Promise<{ outcome: MoveOutcome | Error; read: PromiseSettledResult<pg.QueryResult> }> {
  const enter = toPrepared(db, sql`select ${enterWorkspace(lockFor([item]), request)}`);
  const move = toPrepared(db, moveStatement(request, item.type, sql`${item.id}`));
  const readBack = toPrepared(db, selectMoved(request, item.type, [item.id]));
  const client = await pool.connect();
  let isClean = false;
  try {
    const statements = [beginAsCaller(), enter, move, 'commit', readBack] as const;
    const [begun, entered, moved, committed, read] = await sendTogether(client, statements);
    if (begun.status === 'rejected') throw begun.reason;
    if (committed.status === 'rejected') throw committed.reason;
    if (entered.status === 'rejected') throw refusalOfConstraint(entered.reason, {}) ?? entered.reason;
    isClean = true;
    return { outcome: outcomeOf(moved), read };
  } finally {
    // A connection on which a transaction may be open is not used again.
    client.release(!isClean);
  }
}

/**
 * Runs the moves of items in order on one connection, each in its own transaction, and answers when all of them are on
 * disk.
 *
 * The workspace is locked before the first and until after the last, so that every statement sees the access as it stays
 * until its item is moved. A statement that waited for the lock itself would go on with what it saw before.
 *
 * The moves are sent without waiting for each other; none waits for the disk but a last statement that changes nothing,
 * and the disk takes everything before it along. So nothing that is answered can be lost, and a batch costs one flush.
 */
async function runDurably(
  pool: pg.Pool,
  db: Db,
  request: MoveRequest,
  items: readonly WorkspaceItemRefInput[],
): Promise<(MoveOutcome | Error)[]> {
  const lock = lockFor(items);
  const client = await pool.connect();
  let isClean = false;
  try {
    // Waited for: without the lock nothing may be sent.
    await client.query(toPrepared(db, openBatch(lock, request))).catch((error: unknown) => {
      throw refusalOfConstraint(error, {}) ?? error;
    });
    const ofType = (type: ResourceType) =>
      toPreparedForEach<number>(db, (id) => moveStatement(request, type, id));
    const moves = new Map([...new Set(items.map(({ type }) => type))].map((type) => [type, ofType(type)]));
    const statements = items.flatMap(({ type, id }) => moves.get(type)?.(id) ?? []);
    const settled = await sendTogether(client, [...statements, toPrepared(db, closeBatch(lock, request))]);
    const closing = settled.pop();
    if (closing?.status === 'rejected') throw closing.reason;
    isClean = true;
    return settled.map(outcomeOf);
  } finally {
    // A connection with settings or locks in doubt is not used again.
    client.release(!isClean);
  }
}

function lockFor(items: readonly WorkspaceItemRefInput[]): WorkspaceLock {
  return items.some(({ type }) => type === 'FOLDER') ? 'exclusive' : 'shared';
}

function openBatch(lock: WorkspaceLock, request: MoveRequest): RawBuilder<unknown> {
  return sql`select ${lockWorkspace(lock, request)}, set_config('synchronous_commit', 'off', false), ${nameCaller()}`;
}

/**
 * The commit of a transaction waits for the disk only where it has written something; a message to nobody is the least
 * that can be written, and everything earlier in the log goes to disk with it. The numbers of folders are brought up to date
 * with it, so that the next lists need not look at each move.
 */
function closeBatch(lock: WorkspaceLock, request: MoveRequest): RawBuilder<unknown> {
  return sql`select ${unlockWorkspace(lock, request)}, set_config('synchronous_commit', 'on', false), ${forgetCaller},
    fold_folder_changes(${request.deploymentId}), pg_logical_emit_message(true, 'oriel', '')`;
}

function outcomeOf(result: PromiseSettledResult<pg.QueryResult>): MoveOutcome | Error {
  if (result.status === 'rejected') return result.reason as Error;
  return (result.value.rows as { outcome: MoveOutcome }[])[0]?.outcome ?? 'not_found';
}
