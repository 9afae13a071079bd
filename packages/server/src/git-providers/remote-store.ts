import type { GitRemoteBranch, GitRemoteState } from '@oriel/contract';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { bindFirst } from '../db/bind-first.ts';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

/** A remote as it is stored. */
export type RemoteRow = Selectable<Tables['gitRemotes']>;

/** What a try to bring both sides in step has come to. */
export interface SyncOutcome {
  readonly state: GitRemoteState;
  readonly errorText: string | null;
  readonly branches: readonly GitRemoteBranch[];
  /** The host keys that were seen. */
  readonly hostKeys?: string | undefined;
}

/** Both sides are compared so often at the least. */
const POLL_SECONDS = 300;
const FIRST_RETRY_SECONDS = 30;
const MAX_RETRY_SECONDS = 3_600;
/** Longer than a try takes: then its server has died. */
const CLAIM_SECONDS = 600;

/** Makes the store of remotes. */
export function createRemoteStore(db: Db) {
  return bindFirst(db, {
    find,
    insert,
    update,
    remove,
    noteDue,
    claim,
    finish,
    listDue,
    listOfRepository,
    noteDelivery,
  });
}

function find(db: Db, deploymentId: number): Promise<RemoteRow | undefined> {
  return db.selectFrom('gitRemotes').selectAll().where('deploymentId', '=', deploymentId).executeTakeFirst();
}

/** Whether there was none. */
async function insert(db: Db, row: Insertable<Tables['gitRemotes']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('gitRemotes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

async function update(db: Db, deploymentId: number, values: Updateable<Tables['gitRemotes']>): Promise<void> {
  await ofDeployment(db, deploymentId).set(values).execute();
}

/** Whether it was there. */
async function remove(db: Db, deploymentId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('gitRemotes')
    .where('deploymentId', '=', deploymentId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Has it tried again soon, also where this server dies. */
async function noteDue(db: Db, deploymentId: number): Promise<boolean> {
  const { numUpdatedRows } = await ofDeployment(db, deploymentId)
    .set({ nextSyncAt: sql<string>`now()` })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes a remote for one try; undefined where another server has it, or there is none. */
function claim(db: Db, deploymentId: number): Promise<RemoteRow | undefined> {
  return ofDeployment(db, deploymentId)
    .set({
      attemptedAt: sql<string>`now()`,
      claimedUntil: sql<string>`now() + make_interval(secs => ${CLAIM_SECONDS})`,
      nextSyncAt: sql<string>`now() + make_interval(secs => ${POLL_SECONDS})`,
    })
    .where((where) =>
      where.or([where('claimedUntil', 'is', null), where('claimedUntil', '<', sql<string>`now()`)]),
    )
    .returningAll()
    .executeTakeFirst();
}

async function finish(
  db: Db,
  deploymentId: number,
  { state, errorText, branches, hostKeys }: SyncOutcome,
): Promise<void> {
  const hasFailed = state === 'failed';
  const seconds = sql<number>`least(${MAX_RETRY_SECONDS}, ${FIRST_RETRY_SECONDS} * power(2, least(failures, 10)))`;
  const retry = sql<string>`now() + make_interval(secs => ${seconds}::float8)`;
  await ofDeployment(db, deploymentId)
    .set({
      state,
      errorText,
      branches: JSON.stringify(branches),
      claimedUntil: null,
      ...(hostKeys !== undefined && { hostKeys }),
      ...(hasFailed
        ? { failures: sql<number>`failures + 1`, nextSyncAt: retry }
        : { failures: 0, syncedAt: sql<string>`now()` }),
    })
    .execute();
}

/** Deployments of every account with a remote that is to be tried. */
async function listDue(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('gitRemotes')
    .select('deploymentId')
    .where('nextSyncAt', '<=', sql<string>`now()`)
    .orderBy('nextSyncAt')
    .limit(limit)
    .execute();
  return rows.map(({ deploymentId }) => deploymentId);
}

/** Deployments of every account that are connected with a repository of GitHub. */
async function listOfRepository(db: Db, repositoryId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('gitRemotes')
    .select('deploymentId')
    .where('repositoryId', '=', repositoryId)
    .execute();
  return rows.map(({ deploymentId }) => deploymentId);
}

/** Whether a webhook is heard of for the first time. */
async function noteDelivery(db: Db, id: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('gitWebhookDeliveries')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

function ofDeployment(db: Db, deploymentId: number) {
  return db.updateTable('gitRemotes').where('deploymentId', '=', deploymentId);
}
