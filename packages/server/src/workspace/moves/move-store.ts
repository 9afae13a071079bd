import { limits, type WorkspaceItemRefInput } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { accessLevels } from '../../access/access-level.ts';
import type { Database, Db } from '../../db/database.ts';
import { toPrepared } from '../../db/prepared.ts';
import { foldersFor, reportsFor, workbooksFor } from '../workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';

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

export interface MoveStore {
  /**
   * Moves items in order, each in its own transaction, and answers when all that was moved is on disk. An error is what
   * the database said to one item.
   */
  moveInOrder(request: MoveRequest, items: readonly WorkspaceItemRefInput[]): Promise<MoveResult[]>;
}

export function createMoveStore({ db, pipelined }: Database): MoveStore {
  return {
    async moveInOrder(request, items) {
      const outcomes = await runDurably(pipelined, db, request, items);
      return items.map((item, index) => ({ item, outcome: outcomes[index] ?? 'not_found' }));
    },
  };
}

/** One item's move with all of its checks. The destination must be seen and editable, the item managed. */
function moveStatement(
  { actor, deploymentId, folderId }: MoveRequest,
  { type, id }: WorkspaceItemRefInput,
): RawBuilder<{ outcome: MoveOutcome }> {
  const source = {
    FOLDER: sql`${foldersFor(actor, deploymentId)} and f.id = ${id}`,
    WORKBOOK: sql`${workbooksFor(actor, deploymentId)} and w.id = ${id}`,
    REPORT: sql`${reportsFor(actor, deploymentId)} and r.id = ${id}`,
  }[type];
  const destination =
    folderId === null
      ? sql<number>`3`
      : sql<number>`(select d.level from (${foldersFor(actor, deploymentId)} and f.id = ${folderId}) d)`;
  const act = {
    FOLDER: sql`move_folder(${deploymentId}, ${id}, ${folderId}::integer, ${actor.userId}, ${limits.MAX_FOLDER_DEPTH})`,
    WORKBOOK: sql`coalesce((select 'moved' from acted), 'not_found')`,
    REPORT: sql`coalesce((select 'moved' from acted), 'not_found')`,
  }[type];
  const table = type === 'WORKBOOK' ? sql`workbooks` : sql`reports`;
  const allowed = sql`(select item.level >= ${accessLevels.manage} and item.destination >= ${accessLevels.edit} from item)`;
  const acted =
    type === 'FOLDER'
      ? sql``
      : sql`, acted as (update ${table} set folder_id = ${folderId}::integer, updated_at = now() where id = ${id} and deployment_id = ${deploymentId} and ${allowed} returning 1)`;
  return sql<{ outcome: MoveOutcome }>`
    with item as (select s.level, coalesce(${destination}, -1) as destination from (${source}) s)${acted}
    select case
      when not exists (select 1 from item where level > 0) then 'not_found'
      when (select destination from item) <= 0 then 'destination_not_found'
      when (select level from item) < ${accessLevels.manage} then 'not_allowed'
      when (select destination from item) < ${accessLevels.edit} then 'destination_not_allowed'
      else ${act}
    end as outcome`;
}

/**
 * Runs the moves of items in order on one connection, each in its own transaction, and answers when all of them are on
 * disk. They are sent without waiting for each other; none waits for the disk but a last one that changes nothing, and
 * the disk takes everything before it along. So nothing that is answered can be lost, and a batch costs one flush.
 */
async function runDurably(
  pool: pg.Pool,
  db: Db,
  request: MoveRequest,
  items: readonly WorkspaceItemRefInput[],
): Promise<(MoveOutcome | Error)[]> {
  const client = await pool.connect();
  let isClean = false;
  try {
    for (const type of new Set(items.map((item) => item.type))) await prepareMove(client, db, request, type);
    const settled = await Promise.allSettled([
      client.query('set synchronous_commit = off'),
      ...items.map((item) =>
        client.query<{ outcome: MoveOutcome }>(toPrepared(db, moveStatement(request, item))),
      ),
      client.query('set synchronous_commit = on'),
      // The commit of a transaction waits for the disk only where it has written something before; a message to nobody is
      // the least that can be written, and everything earlier in the log goes to disk with it.
      client.query("select pg_logical_emit_message(true, 'oriel', '')"),
    ]);
    const flush = settled.at(-1);
    if (flush?.status === 'rejected') throw flush.reason;
    isClean = true;
    return settled.slice(1, 1 + items.length).map(outcomeOf);
  } finally {
    // A connection whose settings are in doubt is not used again.
    client.release(!isClean);
  }
}

function outcomeOf(result: PromiseSettledResult<pg.QueryResult>): MoveOutcome | Error {
  if (result.status === 'rejected') return result.reason as Error;
  return (result.value.rows as { outcome: MoveOutcome }[])[0]?.outcome ?? 'not_found';
}

/** Which statements a connection has prepared. */
const prepared = new WeakMap<pg.PoolClient, Set<string>>();

/**
 * Has the connection prepare the move of a kind by moving a thing that cannot exist. Statements that are sent together
 * would each be prepared anew, and planning them is most of their cost.
 */
async function prepareMove(
  client: pg.PoolClient,
  db: Db,
  request: MoveRequest,
  type: WorkspaceItemRefInput['type'],
): Promise<void> {
  const statement = toPrepared(db, moveStatement(request, { type, id: 0 }));
  const known = prepared.get(client) ?? new Set();
  prepared.set(client, known);
  if (known.has(statement.name)) return;
  await client.query(statement);
  known.add(statement.name);
}
