import {
  limits,
  refuse,
  type Refusal,
  type Workbook,
  type WorkspaceBulkFailure,
  type WorkspaceItemRef,
} from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { accessLevels } from '../access/access-level.ts';
import type { Database, Db } from '../db/database.ts';
import { toPrepared } from '../db/prepared.ts';
import type { UserPrincipal } from '../http/principal.ts';
import { refusalOfConstraint } from './constraint-refusals.ts';
import { toWorkbooks, type WorkspaceRow } from './serialize-items.ts';
import { findFoldersOnTheWay } from './workspace-access.ts';
import {
  foldersFor,
  reportsFor,
  rowsOf,
  workbooksFor,
  type FolderRow,
  type ReportRow,
  type WorkbookRow,
} from './workspace-rows.ts';

export interface MoveRequest {
  actor: UserPrincipal;
  deploymentId: number;
  /** Null is the root. */
  folderId: number | null;
}

export interface MoveService {
  /** @throws 404 for what the actor cannot see, 403 for what it may not do, 400 for what cannot be */
  move(request: MoveRequest, item: WorkspaceItemRef): Promise<Workbook>;
  moveMany(
    request: MoveRequest,
    items: readonly WorkspaceItemRef[],
  ): Promise<{ moved: Workbook[]; failed: WorkspaceBulkFailure[] }>;
}

/** What became of one item, as its statement says. */
type Outcome =
  | 'moved'
  | 'not_found'
  | 'not_allowed'
  | 'destination_not_found'
  | 'destination_not_allowed'
  | 'folder_move_into_itself'
  | 'folder_too_deep'
  | 'folder_name_taken'
  | 'folder_not_found';

/**
 * Moves things of the workspace. An item's access, the destination's, and the move itself are one statement, which is its
 * own transaction, so that nothing can change in between.
 */
export function createMoveService({ db, pipelined }: Database): MoveService {
  return {
    async move(request, item) {
      const results = await runDurably(pipelined, db, request, [item]);
      const [refusal] = await refusalsOf(db, request, [item], results);
      if (refusal) throw refusal;
      const [moved] = await loadMoved(db, request, [item]);
      if (!moved) throw refuse(`${kindOf(item)}_not_found`, { id: item.id });
      return moved;
    },
    async moveMany(request, items) {
      const distinct = [...new Map(items.map((item) => [`${item.type} ${item.id}`, item])).values()];
      const results = await runDurably(pipelined, db, request, distinct);
      const refusals = await refusalsOf(db, request, distinct, results);
      const failed: WorkspaceBulkFailure[] = [];
      const done: WorkspaceItemRef[] = [];
      for (const [index, item] of distinct.entries()) {
        const refusal = refusals[index];
        if (refusal) failed.push({ ...item, error: { status: refusal.status, message: refusal.message } });
        else done.push(item);
      }
      return { moved: await loadMoved(db, request, done), failed };
    },
  };
}

/** One item's move with all of its checks. The destination must be seen and editable, the item managed. */
function moveStatement(
  { actor, deploymentId, folderId }: MoveRequest,
  { type, id }: WorkspaceItemRef,
): RawBuilder<{ outcome: Outcome }> {
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
  return sql<{ outcome: Outcome }>`
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
  items: readonly WorkspaceItemRef[],
): Promise<(Outcome | Error)[]> {
  const client = await pool.connect();
  let isClean = false;
  try {
    for (const type of new Set(items.map((item) => item.type))) await prepareMove(client, db, request, type);
    const settled = await Promise.allSettled([
      client.query('set synchronous_commit = off'),
      ...items.map((item) =>
        client.query<{ outcome: Outcome }>(toPrepared(db, moveStatement(request, item))),
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

function outcomeOf(result: PromiseSettledResult<pg.QueryResult>): Outcome | Error {
  if (result.status === 'rejected') return result.reason as Error;
  return (result.value.rows as { outcome: Outcome }[])[0]?.outcome ?? 'not_found';
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
  type: WorkspaceItemRef['type'],
): Promise<void> {
  const statement = toPrepared(db, moveStatement(request, { type, id: 0 }));
  const known = prepared.get(client) ?? new Set();
  prepared.set(client, known);
  if (known.has(statement.name)) return;
  await client.query(statement);
  known.add(statement.name);
}

/**
 * Why each item was not moved; undefined for one that was. A folder that the caller sees only because it leads to
 * something is refused as one that it sees, which is asked once for all items.
 */
async function refusalsOf(
  db: Db,
  request: MoveRequest,
  items: readonly WorkspaceItemRef[],
  results: readonly (Outcome | Error)[],
): Promise<(Refusal | undefined)[]> {
  const missed = items.flatMap(({ type, id }, index) => {
    if (results[index] === 'destination_not_found') return request.folderId ?? [];
    return results[index] === 'not_found' && type === 'FOLDER' ? id : [];
  });
  const onTheWay = await findFoldersOnTheWay(db, request.actor, request.deploymentId, missed);
  const meant = (item: WorkspaceItemRef, result: Outcome | Error | undefined) => {
    if (result === 'destination_not_found' && onTheWay.has(request.folderId ?? 0))
      return 'destination_not_allowed';
    return result === 'not_found' && item.type === 'FOLDER' && onTheWay.has(item.id) ? 'not_allowed' : result;
  };
  return items.map((item, index) => refusalOf(meant(item, results[index]), item, request));
}

function refusalOf(
  result: Outcome | Error | undefined,
  item: WorkspaceItemRef,
  { folderId }: MoveRequest,
): Refusal | undefined {
  if (result instanceof Error) {
    const refusal = refusalOfConstraint(result, { name: `of folder ${item.id}`, folderId });
    if (refusal) return refusal;
    throw result;
  }
  switch (result) {
    case 'moved':
      return undefined;
    case 'not_allowed':
      return refuse('forbidden', { reason: `You may not move the ${kindOf(item)} ${item.id}` });
    case 'destination_not_allowed':
      return refuse('forbidden', { reason: `You may not put anything into the folder ${folderId}` });
    case 'destination_not_found':
      return refuse('folder_not_found', { id: folderId ?? 0 });
    case 'folder_move_into_itself':
      return refuse('folder_move_into_itself');
    case 'folder_too_deep':
      return refuse('folder_too_deep', { max: limits.MAX_FOLDER_DEPTH });
    case 'folder_name_taken':
      return refuse('folder_name_taken', { name: `of folder ${item.id}` });
    default:
      return refuse(`${kindOf(item)}_not_found`, { id: item.id });
  }
}

function kindOf({ type }: WorkspaceItemRef): 'folder' | 'workbook' | 'report' {
  return ({ FOLDER: 'folder', WORKBOOK: 'workbook', REPORT: 'report' } as const)[type];
}

/** The items as they are now, in the order given, whatever their kind. */
async function loadMoved(
  db: Db,
  { deploymentId }: MoveRequest,
  items: readonly WorkspaceItemRef[],
): Promise<Workbook[]> {
  const idsOf = (type: WorkspaceItemRef['type']) =>
    items.filter((item) => item.type === type).map(({ id }) => id);
  const load = async <Row extends { id: number }>(
    table: 'folders' | 'workbooks' | 'reports',
    ids: number[],
  ): Promise<Map<number, Row>> => {
    if (ids.length === 0) return new Map();
    const rows = await rowsOf(
      db,
      sql<Row>`select * from ${sql.table(table)} where deployment_id = ${deploymentId} and id = any(${ids}::integer[])`,
    );
    return new Map(rows.map((row) => [row.id, row]));
  };
  const [folders, workbooks, reports] = await Promise.all([
    load<FolderRow>('folders', idsOf('FOLDER')),
    load<WorkbookRow>('workbooks', idsOf('WORKBOOK')),
    load<ReportRow>('reports', idsOf('REPORT')),
  ]);
  const found = items.flatMap(({ type, id }): WorkspaceRow[] => {
    if (type === 'FOLDER') return wrap('FOLDER', folders.get(id));
    return type === 'WORKBOOK' ? wrap('WORKBOOK', workbooks.get(id)) : wrap('REPORT', reports.get(id));
  });
  return toWorkbooks(db, found);
}

function wrap<T extends WorkspaceRow['type']>(
  type: T,
  row: Extract<WorkspaceRow, { type: T }>['row'] | undefined,
): WorkspaceRow[] {
  // The type and the row belong together by the signature, which the compiler cannot follow into the union.
  return row ? [{ type, row } as WorkspaceRow] : [];
}
