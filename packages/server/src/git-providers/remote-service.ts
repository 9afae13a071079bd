import { refuse, type GitRemote, type SetGitRemoteInput } from '@oriel/contract';
import type { UserPrincipal } from '../access/principal.ts';
import { findRef } from '../build/branch-head.ts';
import { isBranchName } from '../build/branches.ts';
import { REMOTE_REFS } from '../build/remotes/remote-heads.ts';
import { parseRemoteUrl } from '../build/remotes/remote-url.ts';
import { bindFirst } from '../db/bind-first.ts';
import type { Db } from '../db/database.ts';
import type { DeploymentRef } from '../http/handler.ts';
import type { ModelBuilding } from '../model/model-building.ts';
import { authorOf, checkChangeable } from '../model/branches/branch-policy.ts';
import { createModelBranches } from '../model/branches/model-branches.ts';
import { mergeConflict } from '../model/changes/merge-conflict.ts';
import { holdKey } from '../secrets/key-lock.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { remoteContext } from '../secrets/git-credentials.ts';
import { hideSecret } from '../secrets/stored-secret.ts';
import { createRemoteStore, type RemoteRow } from './remote-store.ts';
import type { RemoteSyncs } from './remote-syncs.ts';
import { generateSshKey } from './ssh-key.ts';

/** What remotes are kept in. */
interface RemoteServiceOptions {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly building: Pick<ModelBuilding, 'openRepository' | 'builds'>;
  readonly syncs: RemoteSyncs;
}

/** Connects deployments with the repositories of other hosts. */
export type RemoteService = ReturnType<typeof createRemoteService>;

/** What the parts of the service work with. */
interface RemoteNeeds extends RemoteServiceOptions {
  readonly store: ReturnType<typeof createRemoteStore>;
  readonly branches: ReturnType<typeof createModelBranches>;
}

/** Makes the service of remotes. */
export function createRemoteService({ db, keyring, building, syncs }: RemoteServiceOptions) {
  const store = createRemoteStore(db);
  const branches = createModelBranches(db, building.openRepository);
  return bindFirst(
    { db, keyring, building, syncs, store, branches },
    { get: getRemote, set, remove, sync, pull, removeBranch },
  );
}

/** @throws `git_remote_not_found` */
async function getRemote(needs: Pick<RemoteNeeds, 'store'>, { id }: DeploymentRef): Promise<GitRemote> {
  return toRemote(await get(needs, id));
}

/** @throws `git_remote_url_invalid`, `git_remote_taken`, `branch_name_invalid` */
async function set(
  needs: Pick<RemoteNeeds, 'db' | 'keyring' | 'syncs' | 'store'>,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  input: SetGitRemoteInput,
): Promise<GitRemote> {
  const { id: deploymentId } = deployment;
  const { protocol, host, href } = parseRemoteUrl(input.url);
  const kind = protocol === 'ssh' ? 'ssh' : 'https';
  const known = await needs.store.find(deploymentId);
  if (known?.kind === 'github') throw refuse('git_remote_taken');
  // A credential goes to the host that it was given for, and to no other.
  const kept = known?.kind === kind && parseRemoteUrl(known.url).host === host ? known : undefined;
  const key = kind === 'ssh' && !kept ? await generateSshKey(`oriel-deployment-${deploymentId}`) : undefined;
  const secret = kind === 'ssh' ? key?.privateKey : input.token;
  if (secret === undefined && !kept) throw refuse('git_remote_url_invalid', { reason: 'come with a token' });
  if (input.deployBranchName !== undefined && !(await isBranchName(input.deployBranchName)))
    throw refuse('branch_name_invalid', { name: input.deployBranchName });
  await needs.db.transaction().execute(async (tx) => {
    await holdKey(tx);
    const stored =
      secret === undefined ? undefined : await hideSecret(needs.keyring, secret, remoteContext(deploymentId));
    const values = {
      kind,
      url: href,
      username: kind === 'ssh' ? null : (input.username ?? kept?.username ?? 'oauth2'),
      publicKey: key?.publicKey ?? kept?.publicKey ?? null,
      hostKeys: input.hostKeys === undefined ? (kept?.hostKeys ?? null) : withLineEnd(input.hostKeys),
      connectedBy: actor.userId,
    } as const;
    const locked = createRemoteStore(tx);
    if (known) await locked.update(deploymentId, { ...values, ...stored, ...anew });
    else if (
      !(await locked.insert({
        deploymentId,
        ...values,
        ...ofNoGitHub,
        encryptedSecret: null,
        keyId: null,
        ...stored,
      }))
    )
      throw refuse('git_remote_taken');
    if (input.deployBranchName !== undefined)
      await tx
        .updateTable('deployments')
        .set({ deployBranch: input.deployBranchName })
        .where('id', '=', deploymentId)
        .execute();
  });
  needs.syncs.start(deploymentId);
  return toRemote(await get(needs, deploymentId));
}

/** @throws `git_remote_not_found` */
async function remove({ store }: Pick<RemoteNeeds, 'store'>, { id }: DeploymentRef): Promise<void> {
  if (!(await store.remove(id))) throw refuse('git_remote_not_found');
}

/** @throws `git_remote_not_found` */
async function sync(needs: Pick<RemoteNeeds, 'syncs' | 'store'>, { id }: DeploymentRef): Promise<GitRemote> {
  await get(needs, id);
  await needs.syncs.run(id);
  return toRemote(await get(needs, id));
}

/**
 * Brings what the remote has into a branch; undefined where the deployment has no remote, or the remote no such
 * branch.
 *
 * @throws `branch_not_found`, `branch_of_another`, `forbidden`, `git_remote_failed`, `branch_changed`,
 * `merge_conflict`
 */
async function pull(
  needs: Pick<RemoteNeeds, 'building' | 'syncs' | 'store' | 'branches'>,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  branchName: string,
): Promise<boolean | undefined> {
  if (!(await needs.store.find(deployment.id))) return undefined;
  const { row, state: earlier } = await needs.branches.get(deployment.id, { branchName });
  checkChangeable(row, actor, deployment);
  await needs.syncs.run(deployment.id);
  const { state: stateNow, errorText } = await get(needs, deployment.id);
  if (stateNow === 'failed') throw refuse('git_remote_failed', { reason: errorText ?? '' });
  const { state, repository } = await needs.branches.get(deployment.id, { branchName });
  const theirs = await findRef(repository.directory, REMOTE_REFS + branchName);
  if (theirs === undefined) return undefined;
  const message = `Merge ${branchName} of the git host`;
  const result = await repository.merge({ from: theirs, into: state, message, author: authorOf(actor) });
  if (result.kind === 'conflict')
    throw mergeConflict(result.files, { ours: branchName, theirs: `${branchName} of the git host` });
  if (result.kind === 'merged') {
    await needs.building.builds.start({
      deployment,
      branch: branchName,
      cause: 'pull',
      userId: actor.userId,
    });
    needs.syncs.start(deployment.id);
  }
  return result.branch.head !== earlier.head;
}

/** Removes a branch at the remote too. @throws `git_remote_failed` where the remote refuses it */
async function removeBranch(
  { syncs }: Pick<RemoteNeeds, 'syncs'>,
  { id }: DeploymentRef,
  branchName: string,
): Promise<void> {
  const reason = await syncs.removeBranch(id, branchName).catch((error: unknown) => {
    throw refuse('git_remote_failed', { reason: (error as Error).message }, { cause: error });
  });
  if (reason !== undefined) throw refuse('git_remote_failed', { reason });
}

async function get({ store }: Pick<RemoteNeeds, 'store'>, deploymentId: number): Promise<RemoteRow> {
  const row = await store.find(deploymentId);
  if (!row) throw refuse('git_remote_not_found');
  return row;
}

const ofNoGitHub = {
  installationId: null,
  repositoryId: null,
  fullName: null,
  errorText: null,
  attemptedAt: null,
  syncedAt: null,
  claimedUntil: null,
} as const;

/** Nothing is known of what was changed. */
const anew = { state: 'waiting', errorText: null, branches: '[]', failures: 0 } as const;

const withLineEnd = (lines: string) => (lines === '' ? null : `${lines.trim()}\n`);

/** A remote as the API shows it. */
function toRemote(row: RemoteRow): GitRemote {
  return {
    kind: row.kind,
    url: row.url,
    username: row.username,
    publicKey: row.publicKey,
    hostKeys: row.hostKeys,
    state: row.state,
    errorText: row.errorText,
    branches: row.branches,
    failures: row.failures,
    lastAttemptAt: row.attemptedAt,
    lastSyncedAt: row.syncedAt,
  };
}
