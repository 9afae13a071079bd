import { sql, type Insertable, type Selectable, type Transaction } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';

/** A branch as it is stored. */
export type BranchRow = Selectable<Tables['modelBranches']>;

/** Who has a branch in dev mode: a user with an API key of theirs, or in the console. */
export interface Holder {
  readonly userId: number;
  /** Null of the console. */
  readonly apiKeyId: number | null;
}

/** The SQL of branches and dev mode. */
export type BranchStore = ReturnType<typeof createBranchStore>;

/** Any number that no other lock of ours has. */
const BRANCHES_LOCK = 7_231_012;

/** Has one transaction at a time create and remove branches of a deployment, until it ends. */
export async function lockBranches(tx: Transaction<Tables>, deploymentId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${BRANCHES_LOCK}, ${deploymentId})`.execute(tx);
}

/** Makes the store of branches. */
export function createBranchStore(db: Db) {
  return bindFirst(db, {
    list,
    find,
    findById,
    findDevBranch,
    insert,
    insertShared,
    remove,
    setStaging,
    findActive,
    setActive,
    removeActive,
  });
}

/** By id. */
function list(db: Db, deploymentId: number): Promise<BranchRow[]> {
  return branches(db, deploymentId).orderBy('id').execute();
}

function find(db: Db, deploymentId: number, name: string): Promise<BranchRow | undefined> {
  return branches(db, deploymentId).where('name', '=', name).executeTakeFirst();
}

function findById(db: Db, deploymentId: number, id: number): Promise<BranchRow | undefined> {
  return branches(db, deploymentId).where('id', '=', id).executeTakeFirst();
}

/** The newest dev-mode branch that a credential has made of a parent; null is the branch that is deployed. */
function findDevBranch(
  db: Db,
  deploymentId: number,
  parentId: number | null,
  { userId, apiKeyId }: Holder,
): Promise<BranchRow | undefined> {
  return branches(db, deploymentId)
    .where('isDev', '=', true)
    .where('ownerId', '=', userId)
    .where('apiKeyId', 'is not distinct from', apiKeyId)
    .where('parentId', 'is not distinct from', parentId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

function insert(db: Db, branch: Insertable<Tables['modelBranches']>): Promise<BranchRow> {
  return db.insertInto('modelBranches').values(branch).returningAll().executeTakeFirstOrThrow();
}

/** Shared branches, of which git knew before. */
async function insertShared(db: Db, deploymentId: number, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await db
    .insertInto('modelBranches')
    .values(names.map((name) => ({ deploymentId, name, parentId: null, ownerId: null, apiKeyId: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Removes a branch; those that were merged into it are merged into its parent. */
async function remove(db: Db, { id, parentId, deploymentId }: BranchRow): Promise<void> {
  await db
    .updateTable('modelBranches')
    .set({ parentId })
    .where('deploymentId', '=', deploymentId)
    .where('parentId', '=', id)
    .execute();
  await db
    .deleteFrom('modelBranches')
    .where('deploymentId', '=', deploymentId)
    .where('id', '=', id)
    .execute();
}

function setStaging(
  db: Db,
  deploymentId: number,
  id: number,
  isStagingEnabled: boolean,
): Promise<BranchRow | undefined> {
  return db
    .updateTable('modelBranches')
    .set({ isStagingEnabled })
    .where('deploymentId', '=', deploymentId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** The branch that a credential has in dev mode. */
function findActive(db: Db, deploymentId: number, holder: Holder): Promise<BranchRow | undefined> {
  return ofHolder(db, deploymentId, holder).executeTakeFirst();
}

async function setActive(db: Db, deploymentId: number, holder: Holder, branchId: number): Promise<void> {
  await db
    .insertInto('devModes')
    .values({ deploymentId, ...holder, branchId })
    .onConflict((conflict) =>
      conflict.columns(['deploymentId', 'userId', 'apiKeyId']).doUpdateSet({ branchId }),
    )
    .execute();
}

async function removeActive(db: Db, deploymentId: number, { userId, apiKeyId }: Holder): Promise<void> {
  await db
    .deleteFrom('devModes')
    .where('deploymentId', '=', deploymentId)
    .where('userId', '=', userId)
    .where('apiKeyId', 'is not distinct from', apiKeyId)
    .execute();
}

function branches(db: Db, deploymentId: number) {
  return db.selectFrom('modelBranches').selectAll().where('deploymentId', '=', deploymentId);
}

function ofHolder(db: Db, deploymentId: number, { userId, apiKeyId }: Holder) {
  return db
    .selectFrom('devModes')
    .innerJoin('modelBranches', 'modelBranches.id', 'devModes.branchId')
    .selectAll('modelBranches')
    .where('devModes.deploymentId', '=', deploymentId)
    .where('devModes.userId', '=', userId)
    .where('devModes.apiKeyId', 'is not distinct from', apiKeyId);
}
