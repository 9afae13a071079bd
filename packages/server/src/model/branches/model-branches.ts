import { isRefusal, refuse } from '@oriel/contract';
import type { UserPrincipal } from '../../access/principal.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import type { BranchState, ModelRepository } from '../../build/model-repository.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import { holderOf } from './branch-policy.ts';
import { createBranchStore, lockBranches, type BranchRow } from './branch-store.ts';

/** How a request names a branch; by nothing where it is about the one in dev mode. */
export interface BranchName {
  readonly branchName?: string | null | undefined;
  readonly branchId?: number | null | undefined;
}

/** A branch as Oriel and git know it. */
export interface OpenBranch {
  readonly row: BranchRow;
  readonly state: BranchState;
  readonly repository: ModelRepository;
}

/** Opens the repositories of deployments. */
export type OpenRepository = (deploymentId: number) => Promise<ModelRepository>;

/**
 * What a look-up finds; undefined for the branch that is deployed where the repository is empty still, as one is that
 * waits for its first push. A branch that is named has to be there.
 *
 * @throws what the look-up throws
 */
export async function orEmpty(name: BranchName, found: Promise<OpenBranch>): Promise<OpenBranch | undefined> {
  try {
    return await found;
  } catch (error) {
    if (name.branchName == null && isRefusal(error, 'branch_not_found')) return undefined;
    throw error;
  }
}

/** Finds branches, by git and by what is noted of them. */
export type ModelBranches = ReturnType<typeof createModelBranches>;

/** What the parts of the service work with. */
interface ModelBranchesNeeds {
  readonly db: Db;
  readonly openRepository: OpenRepository;
  readonly store: ReturnType<typeof createBranchStore>;
}

/** Makes the look-up of branches that all operations of data models share. */
export function createModelBranches(db: Db, openRepository: OpenRepository) {
  const store = createBranchStore(db);
  return bindFirst(
    { db, openRepository, store },
    { get, follow: followAll, list, resolve, findActive, getActive, parentOf },
  );
}

/** @throws `branch_not_found` */
async function get(needs: ModelBranchesNeeds, deploymentId: number, name: BranchName): Promise<OpenBranch> {
  const repository = await needs.openRepository(deploymentId);
  let row = await find(needs, deploymentId, name);
  const isNewToUs = !row && name.branchName != null && (await repository.findBranch(name.branchName));
  if (isNewToUs) {
    await follow(needs, deploymentId, repository);
    row = await find(needs, deploymentId, name);
  }
  const state = row && (await repository.findBranch(row.name));
  if (!row || !state) throw missing(name);
  return { row, state, repository };
}

/** Takes over what git itself has created and removed. */
async function followAll(
  needs: Pick<ModelBranchesNeeds, 'db' | 'openRepository'>,
  deploymentId: number,
): Promise<void> {
  await follow(needs, deploymentId, await needs.openRepository(deploymentId));
}

/** Every branch, by id, with what git knows of it. */
async function list(
  needs: Pick<ModelBranchesNeeds, 'db' | 'openRepository'>,
  deploymentId: number,
): Promise<Omit<OpenBranch, 'repository'>[]> {
  const repository = await needs.openRepository(deploymentId);
  const rows = await follow(needs, deploymentId, repository);
  const states = new Map((await repository.listBranches()).map((state) => [state.name, state]));
  return rows.flatMap((row) => {
    const state = states.get(row.name);
    return state ? [{ row, state }] : [];
  });
}

/**
 * The branch that a call names, else the one that the caller has in dev mode, else the one that is deployed.
 * @throws `branch_not_found`
 */
async function resolve(
  needs: ModelBranchesNeeds,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  name: BranchName,
): Promise<OpenBranch> {
  if (name.branchId != null || name.branchName != null) return get(needs, deployment.id, name);
  const active = await needs.store.findActive(deployment.id, holderOf(actor));
  return get(needs, deployment.id, { branchName: active?.name ?? deployment.deployBranch });
}

/** The branch that the caller has in dev mode, where they have one. */
function findActive(
  { store }: Pick<ModelBranchesNeeds, 'store'>,
  actor: UserPrincipal,
  { id }: DeploymentRef,
): Promise<BranchRow | undefined> {
  return store.findActive(id, holderOf(actor));
}

/** The branch that the caller has in dev mode. @throws `not_in_dev_mode` */
async function getActive(
  needs: ModelBranchesNeeds,
  actor: UserPrincipal,
  deployment: DeploymentRef,
): Promise<OpenBranch> {
  const active = await needs.store.findActive(deployment.id, holderOf(actor));
  if (!active) throw refuse('not_in_dev_mode');
  return get(needs, deployment.id, { branchName: active.name });
}

/** The name of what a branch is merged into; undefined of the one that is deployed. */
async function parentOf(
  { store }: Pick<ModelBranchesNeeds, 'store'>,
  row: BranchRow,
  deployment: DeploymentRef,
): Promise<string | undefined> {
  if (row.name === deployment.deployBranch) return undefined;
  const parent = row.parentId === null ? undefined : await store.findById(deployment.id, row.parentId);
  return parent?.name ?? deployment.deployBranch;
}

/** Notes branches that git has and Oriel does not know, and forgets those that git has no more. */
function follow(
  { db }: Pick<ModelBranchesNeeds, 'db'>,
  deploymentId: number,
  repository: ModelRepository,
): Promise<BranchRow[]> {
  return db.transaction().execute(async (tx) => {
    await lockBranches(tx, deploymentId);
    const locked = createBranchStore(tx);
    const names = new Set((await repository.listBranches()).map(({ name }) => name));
    const known = await locked.list(deploymentId);
    for (const row of known) if (!names.has(row.name)) await locked.remove(row);
    for (const { name } of known) names.delete(name);
    await locked.insertShared(deploymentId, [...names]);
    return locked.list(deploymentId);
  });
}

async function find(
  { store }: Pick<ModelBranchesNeeds, 'store'>,
  deploymentId: number,
  { branchName, branchId }: BranchName,
) {
  if (branchId == null) return store.find(deploymentId, branchName ?? '');
  const row = await store.findById(deploymentId, branchId);
  return branchName == null || row?.name === branchName ? row : undefined;
}

function missing({ branchName, branchId }: BranchName) {
  return refuse('branch_not_found', { name: branchName ?? String(branchId) });
}
