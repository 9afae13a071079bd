import type {
  TransformGeneratedFileContent,
  TransformSyncKeptFile,
  TransformSyncLogEntry,
  TransformSyncRunPhase,
  TransformSyncRunsQueryStatus,
  TransformSyncRunsQueryTrigger,
  TransformSyncRunStats,
} from '@oriel/contract';
import { sql, type Insertable, type Selectable } from 'kysely';
import { bindFirst } from '../db/bind-first.ts';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { columnOrder, type CursorKey } from '../paging/list-order.ts';
import type { PageRange } from '../paging/page.ts';

type StoredSync = Selectable<Tables['transformSyncs']>;

/** A sync without what is large. */
export interface SyncRow extends Omit<StoredSync, 'manifest' | 'contents' | 'status'> {
  readonly status: TransformSyncRunsQueryStatus;
}

/** Which syncs of a deployment to list. */
interface SyncFilter {
  readonly status?: TransformSyncRunsQueryStatus | null | undefined;
  readonly trigger?: TransformSyncRunsQueryTrigger | null | undefined;
}

export const newestFirst = columnOrder<SyncRow>({
  list: 'transform syncs',
  alias: 't',
  by: { number: 'integer' },
  direction: 'desc',
});

/** What a sync has come to. */
export interface SyncOutcome {
  readonly stats: TransformSyncRunStats;
  readonly generated: readonly string[];
  readonly kept: readonly TransformSyncKeptFile[];
  /** Undefined where the files were committed. */
  readonly contents?: readonly TransformGeneratedFileContent[] | undefined;
}

/** A sync that nothing was heard of for so long will not be heard of any more: its job has had all of its tries. */
const SILENT = sql.raw("interval '1 hour'");

const columns = [
  'id',
  'number',
  'deploymentId',
  'userId',
  'trigger',
  'source',
  'output',
  'gitRef',
  'branch',
  'makesBranch',
  'stage',
  'stats',
  'phases',
  'log',
  'generated',
  'kept',
  'error',
  'failedPhase',
  'createdAt',
  'updatedAt',
  'finishedAt',
] as const;

const shownStatus = sql<TransformSyncRunsQueryStatus>`
  case when t.status = 'RUNNING' and t.updated_at < now() - ${SILENT} then 'UNKNOWN' else t.status end`;

/** The SQL of transform syncs. */
export type TransformSyncStore = ReturnType<typeof createTransformSyncStore>;

const finishedAt = sql<string>`now()`;

/** Makes the store of transform syncs. */
export function createTransformSyncStore(db: Db) {
  return bindFirst(db, {
    list,
    find,
    findContents,
    lock,
    countRunning,
    insert,
    findRunning,
    holdRunning,
    note,
    complete,
    fail,
    cancel,
  });
}

function syncs(db: Db, deploymentId: number) {
  return db
    .selectFrom('transformSyncs as t')
    .select(columns)
    .select(shownStatus.as('status'))
    .where('t.deploymentId', '=', deploymentId);
}

/** Changes a sync that runs. Answers whether it does. */
async function change(db: Db, id: string, values: object): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transformSyncs')
    .set({ ...values, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function list(
  db: Db,
  deploymentId: number,
  { status, trigger }: SyncFilter,
  { after, limit }: PageRange<CursorKey>,
): Promise<SyncRow[]> {
  let query = syncs(db, deploymentId);
  if (status != null) query = query.where(shownStatus, '=', status);
  if (trigger != null) query = query.where('t.trigger', '=', trigger);
  return query.where(newestFirst.isBehind(after)).orderBy(newestFirst.orderBy).limit(limit).execute();
}

function find(db: Db, deploymentId: number, id: string): Promise<SyncRow | undefined> {
  return syncs(db, deploymentId).where('t.id', '=', id).executeTakeFirst();
}

/** The files that a sync keeps for its caller, for so long after its end. */
async function findContents(
  db: Db,
  deploymentId: number,
  id: string,
  ttlSeconds: number,
): Promise<readonly TransformGeneratedFileContent[] | undefined> {
  const row = await db
    .selectFrom('transformSyncs')
    .select('contents')
    .where('deploymentId', '=', deploymentId)
    .where('id', '=', id)
    .where('finishedAt', '>', sql<string>`now() - make_interval(secs => ${ttlSeconds})`)
    .executeTakeFirst();
  return row?.contents ?? undefined;
}

/** Until the transaction ends nobody else starts a sync of the deployment. */
async function lock(db: Db, deploymentId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SYNC_LOCK}, ${deploymentId})`.execute(db);
}

async function countRunning(db: Db, deploymentId: number): Promise<number> {
  const { count } = await db
    .selectFrom('transformSyncs as t')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('t.deploymentId', '=', deploymentId)
    .where(shownStatus, '=', 'RUNNING')
    .executeTakeFirstOrThrow();
  return count;
}

async function insert(db: Db, values: Insertable<Tables['transformSyncs']>): Promise<void> {
  await db.insertInto('transformSyncs').values(values).execute();
}

/** A sync that runs, with everything that its work takes. */
function findRunning(db: Db, id: string) {
  return db
    .selectFrom('transformSyncs as t')
    .innerJoin('deployments as d', 'd.id', 't.deploymentId')
    .leftJoin('users as u', 'u.id', 't.userId')
    .selectAll('t')
    .select(['d.tenantId', 'd.deployBranch', 'd.deployProjectRoot', 'u.email'])
    .where('t.id', '=', id)
    .where('t.status', '=', 'RUNNING')
    .executeTakeFirst();
}

/** The same, which nobody cancels until the transaction ends. */
async function holdRunning(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('transformSyncs')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

function note(
  db: Db,
  id: string,
  stage: string,
  progress: { log: readonly TransformSyncLogEntry[]; phases: readonly TransformSyncRunPhase[] },
): Promise<boolean> {
  return change(db, id, {
    stage,
    log: JSON.stringify(progress.log),
    phases: JSON.stringify(progress.phases),
  });
}

function complete(db: Db, id: string, { stats, generated, kept, contents }: SyncOutcome): Promise<boolean> {
  return change(db, id, {
    status: 'COMPLETED',
    stats: JSON.stringify(stats),
    generated: JSON.stringify(generated),
    kept: JSON.stringify(kept),
    contents: contents === undefined ? null : JSON.stringify(contents),
    manifest: null,
    finishedAt,
  });
}

function fail(db: Db, id: string, error: string, failedPhase: string | null): Promise<boolean> {
  return change(db, id, { status: 'FAILED', error, failedPhase, manifest: null, finishedAt });
}

function cancel(db: Db, id: string): Promise<boolean> {
  return change(db, id, { status: 'CANCELLED', manifest: null, finishedAt });
}

/** Any number that no other lock of ours has. */
const SYNC_LOCK = 7_231_020;
