import {
  refuse,
  type BranchesListResponse,
  type BranchResponse,
  type CreateBranchRequest,
  type DevBranchResponse,
  type OperationTypes,
  type SetBranchStagingEnvironmentRequest,
} from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import { randomBytes } from 'node:crypto';
import type { UserPrincipal } from '../../access/principal.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import { pageOf } from '../../paging/page-of-items.ts';
import { createBranchWithin } from './create-branch.ts';
import { checkMayUpdate, checkRemovable, holderOf, isDeployed } from './branch-policy.ts';
import { createBranchStore, lockBranches, type BranchRow } from './branch-store.ts';
import type { ModelBranches, OpenBranch } from './model-branches.ts';

/** What branches are kept in. */
interface BranchServiceOptions {
  readonly db: Db;
  readonly branches: ModelBranches;
  readonly engine: Pick<Engine, 'invalidate'>;
}

/** Lists, creates and removes branches, and puts callers on them. */
export type BranchService = ReturnType<typeof createBranchService>;

/** What the parts of the service work with. */
interface BranchNeeds extends BranchServiceOptions {
  readonly store: ReturnType<typeof createBranchStore>;
}

/** Makes the service of branches and dev mode. */
export function createBranchService({ db, branches, engine }: BranchServiceOptions) {
  const store = createBranchStore(db);
  return bindFirst(
    { db, branches, engine, store },
    { list, create: createBranch, remove, setStaging, startDevMode, stopDevMode },
  );
}

/** By id. @throws `invalid_cursor` */
async function list(
  { branches }: Pick<BranchNeeds, 'branches'>,
  deployment: DeploymentRef,
  query: OperationTypes['listBranches']['query'],
): Promise<BranchesListResponse> {
  const found = await branches.list(deployment.id);
  const names = new Map(found.map(({ row }) => [row.id, row.name]));
  const all = found.map(({ row, state }) =>
    toBranch(row, state.head, {
      deployBranch: deployment.deployBranch,
      parent: row.parentId === null ? undefined : names.get(row.parentId),
    }),
  );
  const page = await pageOf(all, query, { list: 'branches', keyOf: ({ id }) => id });
  return { ...page, data: page.items };
}

/** @throws `branch_not_found`, `branch_name_invalid`, `branch_name_taken`, `too_many_branches`, `forbidden` */
async function createBranch(
  needs: Pick<BranchNeeds, 'db' | 'branches' | 'store'>,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  { name, from, activate }: CreateBranchRequest,
): Promise<DevBranchResponse> {
  checkMayUpdate(actor, deployment);
  const origin = await needs.branches.get(deployment.id, { branchName: from ?? deployment.deployBranch });
  const row = await create(needs, origin, {
    deploymentId: deployment.id,
    name,
    parentId: parentIdOf(origin.row, deployment),
    ownerId: null,
    apiKeyId: null,
  });
  if (activate === true) return enter(needs, actor, deployment, row);
  return toDevBranch(row, origin.row.name, false);
}

/** @throws `branch_not_found`, `branch_is_deployed`, `branch_of_another`, `branch_changed`, `forbidden` */
async function remove(
  { db, branches, engine }: Pick<BranchNeeds, 'db' | 'branches' | 'engine'>,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  branchName: string,
): Promise<void> {
  const { row, state, repository } = await branches.get(deployment.id, { branchName });
  checkRemovable(row, actor, deployment);
  await db.transaction().execute(async (tx) => {
    await lockBranches(tx, deployment.id);
    await createBranchStore(tx).remove(row);
    await repository.removeBranch(state);
  });
  engine.invalidate({ deploymentId: deployment.id, branch: branchName });
}

/** @throws `branch_not_found`, `not_shared_branch`, `validation_failed`, `forbidden` */
async function setStaging(
  { branches, store }: Pick<BranchNeeds, 'branches' | 'store'>,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  { enabled, ...name }: SetBranchStagingEnvironmentRequest,
): Promise<BranchResponse> {
  checkMayUpdate(actor, deployment);
  if (name.branchName == null && name.branchId == null)
    throw refuse(
      'validation_failed',
      { count: 1 },
      { issues: [{ path: 'branchName', message: 'or branchId must be there' }] },
    );
  const { row, state } = await branches.get(deployment.id, name);
  if (row.isDev || isDeployed(row, deployment)) throw refuse('not_shared_branch', { name: row.name });
  const changed = await store.setStaging(deployment.id, row.id, enabled);
  if (!changed) throw refuse('branch_not_found', { name: row.name });
  const parent = await branches.parentOf(row, deployment);
  return toBranch(changed, state.head, { deployBranch: deployment.deployBranch, parent });
}

/** @throws `branch_not_found`, `too_many_branches` */
async function startDevMode(
  needs: Pick<BranchNeeds, 'db' | 'branches' | 'store'>,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  branchName: string = deployment.deployBranch,
): Promise<DevBranchResponse> {
  const from = await needs.branches.get(deployment.id, { branchName });
  return enter(needs, actor, deployment, await devBranchOf(needs, actor, deployment, from));
}

function stopDevMode(
  { store }: Pick<BranchNeeds, 'store'>,
  actor: UserPrincipal,
  { id }: DeploymentRef,
): Promise<void> {
  return store.removeActive(id, holderOf(actor));
}

function create(
  { db }: Pick<BranchNeeds, 'db'>,
  from: Pick<OpenBranch, 'repository' | 'state'>,
  branch: Parameters<ReturnType<typeof createBranchStore>['insert']>[0],
): Promise<BranchRow> {
  return db.transaction().execute((tx) => createBranchWithin(tx, from, branch));
}

/** What a new branch has as its parent: nothing where that is the one that is deployed. */
function parentIdOf(row: BranchRow, deployment: DeploymentRef) {
  return isDeployed(row, deployment) ? null : row.id;
}

async function enter(
  { branches, store }: Pick<BranchNeeds, 'branches' | 'store'>,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  row: BranchRow,
): Promise<DevBranchResponse> {
  await store.setActive(deployment.id, holderOf(actor), row.id);
  return toDevBranch(row, (await branches.parentOf(row, deployment)) ?? null, true);
}

/** The caller's own dev-mode branch of a branch: the one that is there, or a new one. */
async function devBranchOf(
  needs: Pick<BranchNeeds, 'db' | 'store'>,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  from: OpenBranch,
) {
  const { row } = from;
  if (row.isDev && row.ownerId === actor.userId && !isDeployed(row, deployment)) return row;
  const parentId = parentIdOf(row, deployment);
  const holder = holderOf(actor);
  const known = await needs.store.findDevBranch(deployment.id, parentId, holder);
  if (known && !isDeployed(known, deployment) && (await from.repository.findBranch(known.name))) return known;
  return create(needs, from, {
    deploymentId: deployment.id,
    name: devBranchName(actor.email),
    parentId,
    isDev: true,
    ownerId: holder.userId,
    apiKeyId: holder.apiKeyId,
  });
}

/** Characters of a user's name in the name of a branch. */
const MAX_USER_CHARACTERS = 40;

/** `dev-<user>-<hash>`. */
function devBranchName(email: string): string {
  const user = email
    .split('@', 1)
    .join('')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_USER_CHARACTERS)
    .replaceAll(/^-+|-+$/g, '');
  return `dev-${user || 'user'}-${randomBytes(4).toString('hex')}`;
}

function toBranch(
  row: BranchRow,
  head: string,
  { deployBranch, parent }: { deployBranch: string; parent: string | undefined },
): BranchResponse {
  return {
    id: row.id,
    name: row.name,
    parentBranch: row.name === deployBranch ? null : (parent ?? deployBranch),
    lastHash: head,
    isStagingEnvironmentEnabled: row.isStagingEnabled,
  };
}

function toDevBranch(row: BranchRow, parentBranch: string | null, active: boolean): DevBranchResponse {
  return { active, branchName: row.name, parentBranch };
}
