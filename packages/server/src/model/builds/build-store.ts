import type { ModelBuildState } from '@oriel/contract';
import { sql, type Insertable, type Selectable, type Transaction } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';

/** A build as it is stored. */
export interface BuildRow extends Selectable<Tables['modelBuilds']> {
  /** Of the user behind it. */
  email: string | null;
  /** Whether it failed with other variables or another project root than the deployment has now. */
  isOutdated: boolean;
}

/** What became of a build; the texts have a line for each problem, and for each thing that was left out. */
export type BuildResult = Pick<BuildRow, 'errorText' | 'warningText'>;

/** A build that is to be made. */
type NewBuild = Omit<Insertable<Tables['modelBuilds']>, 'runtimeVersion'>;

/** Which builds of a deployment to list. */
interface BuildFilter {
  readonly branch?: string | undefined;
  readonly state?: ModelBuildState | undefined;
}

export const newestFirst = columnOrder<BuildRow>({
  list: 'builds',
  alias: 'b',
  by: { id: 'integer' },
  direction: 'desc',
});

/** Any number that no other lock of ours has. */
const BUILDS_LOCK = 7_231_013;

/**
 * Has one transaction at a time begin builds of a deployment, until it ends, so that their order is that of the
 * commits.
 */
export async function lockBuilds(tx: Transaction<Tables>, deploymentId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${BUILDS_LOCK}, ${deploymentId})`.execute(tx);
}

/** Builds that run which are shown at a time. */
const MAX_RUNNING = 100;

/** The SQL of builds. */
export type BuildStore = ReturnType<typeof createBuildStore>;

/** Makes the store of builds. */
export function createBuildStore(db: Db) {
  return bindFirst(db, {
    list,
    listRunning,
    find,
    findByCommit,
    findServing,
    findLastUpload,
    insert,
    finish,
    listUnfinished,
  });
}

function list(
  db: Db,
  deploymentId: number,
  { branch, state }: BuildFilter,
  { after, limit, offset }: PageRange<CursorKey>,
): Promise<BuildRow[]> {
  let query = builds(db, deploymentId);
  if (branch !== undefined) query = query.where('b.branch', '=', branch);
  if (state !== undefined) query = query.where('b.state', '=', state);
  return query
    .where(newestFirst.isBehind(after))
    .orderBy(newestFirst.orderBy)
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Builds that are not done, by id. */
function listRunning(db: Db, deploymentId: number): Promise<BuildRow[]> {
  return builds(db, deploymentId)
    .where('b.state', '=', 'building')
    .orderBy('b.id')
    .limit(MAX_RUNNING)
    .execute();
}

function find(db: Db, deploymentId: number, id: number): Promise<BuildRow | undefined> {
  return builds(db, deploymentId).where('b.id', '=', id).executeTakeFirst();
}

/** The newest build of a commit of a branch. */
function findByCommit(
  db: Db,
  deploymentId: number,
  branch: string,
  commitId: string,
): Promise<BuildRow | undefined> {
  return builds(db, deploymentId)
    .where('b.branch', '=', branch)
    .where('b.commitId', '=', commitId)
    .orderBy('b.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The build that production answers by, while the branch is deployed. */
function findServing(db: Db, deploymentId: number, branch: string): Promise<BuildRow | undefined> {
  return builds(db, deploymentId)
    .where('b.branch', '=', branch)
    .where('b.state', '=', 'success')
    .where('b.isHeld', '=', false)
    .orderBy('b.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The last upload to a branch that was finished. */
function findLastUpload(db: Db, deploymentId: number, branch: string): Promise<BuildRow | undefined> {
  return builds(db, deploymentId)
    .where('b.branch', '=', branch)
    .where('b.cause', '=', 'upload')
    .orderBy('b.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function insert(db: Db, build: NewBuild): Promise<BuildRow> {
  const { id, deploymentId } = await db
    .insertInto('modelBuilds')
    .values({ ...build, runtimeVersion: runtimeVersionOf(build.deploymentId) })
    .returning(['id', 'deploymentId'])
    .executeTakeFirstOrThrow();
  return builds(db, deploymentId).where('b.id', '=', id).executeTakeFirstOrThrow();
}

/** Says what became of a build, once. Answers whether it was waited for. */
async function finish(
  db: Db,
  { id, deploymentId }: Pick<BuildRow, 'id' | 'deploymentId'>,
  { errorText, warningText }: BuildResult,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('modelBuilds')
    .set({
      state: errorText === null ? 'success' : 'failed',
      errorText,
      warningText,
      finishedAt: sql<string>`now()`,
    })
    .where('deploymentId', '=', deploymentId)
    .where('id', '=', id)
    .where('state', '=', 'building')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Builds of every deployment that nothing has been heard of for so long, with the account of each. */
function listUnfinished(
  db: Db,
  olderThanSeconds: number,
  limit: number,
): Promise<(Selectable<Tables['modelBuilds']> & { tenantId: number })[]> {
  return db
    .selectFrom('modelBuilds as b')
    .innerJoin('deployments as d', 'd.id', 'b.deploymentId')
    .selectAll('b')
    .select('d.tenantId')
    .where('b.state', '=', 'building')
    .where('b.createdAt', '<', sql<string>`now() - make_interval(secs => ${olderThanSeconds})`)
    .orderBy('b.id')
    .limit(limit)
    .execute();
}

function builds(db: Db, deploymentId: number) {
  return db
    .selectFrom('modelBuilds as b')
    .innerJoin('deployments as d', 'd.id', 'b.deploymentId')
    .leftJoin('users as u', 'u.id', 'b.createdBy')
    .selectAll('b')
    .select(['u.email', isOutdated.as('isOutdated')])
    .where('b.deploymentId', '=', deploymentId);
}

const isOutdated = sql<boolean>`b.state = 'failed' and b.runtime_version <> d.runtime_version`;

function runtimeVersionOf(deploymentId: number) {
  return sql<number>`(select runtime_version from deployments where id = ${deploymentId})`;
}
