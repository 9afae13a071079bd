import {
  refuse,
  refuseFields,
  type ConnectGitProviderRequest,
  type CreatePullRequestInput,
  type Deployment,
  type GitProviderBranchesListResponse,
  type GitProviderConnectStatusResponse,
  type GitProviderInstallationsListResponse,
  type GitProviderReposListResponse,
  type PullRequestCreated,
} from '@oriel/contract';
import type { Octokit } from '@octokit/core';
import type { UserPrincipal } from '../../access/principal.ts';
import { isBranchName } from '../../build/branches.ts';
import { starterProject } from '../../build/starter-project.ts';
import type { ModelRepository } from '../../build/model-repository.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { createDeploymentStore } from '../../deployments/deployment-store.ts';
import { PROJECT_ROOT_FAULT, readProjectRoot } from '../../deployments/project-root.ts';
import { toDeployment } from '../../deployments/to-deployment.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import type { ModelBuilding } from '../../model/model-building.ts';
import { checkChangeable } from '../../model/branches/branch-policy.ts';
import { createModelBranches } from '../../model/branches/model-branches.ts';
import { pageOf } from '../../paging/page-of-items.ts';
import type { GitHubSettings, GitProviderSettings } from '../../server-settings/git-provider-settings.ts';
import { createRemoteStore } from '../remote-store.ts';
import type { RemoteSyncs } from '../remote-syncs.ts';
import type { GitHubApp } from './github-app.ts';
import { gitHubRefusal } from './github-errors.ts';
import type { GitHubLinks } from './github-links.ts';
import {
  createRepository,
  getInstallation,
  getRepository,
  listBranchNames,
  listInstallations,
  listRepositories,
  openPullRequest,
  type Repository,
} from './github-repositories.ts';

/** GitHub, as far as it is set up. */
export interface GitHub {
  readonly settings: GitHubSettings;
  readonly app: GitHubApp;
  readonly links: GitHubLinks;
}

/** What GitHub is connected by. */
interface GitHubServiceOptions {
  readonly db: Db;
  readonly building: Pick<ModelBuilding, 'openRepository'>;
  readonly syncs: RemoteSyncs;
  readonly gitHub: GitHub | undefined;
  readonly missing: Extract<GitProviderSettings['github'], { missing: unknown }>['missing'];
}

interface Paging {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

/** Links people with GitHub, and connects deployments with its repositories. */
export type GitHubService = ReturnType<typeof createGitHubService>;

/** What the parts of the service work with. */
interface GitHubNeeds extends Pick<GitHubServiceOptions, 'db' | 'building' | 'syncs' | 'gitHub' | 'missing'> {
  readonly store: ReturnType<typeof createRemoteStore>;
  readonly branches: ReturnType<typeof createModelBranches>;
}

/** Makes the service of GitHub. */
export function createGitHubService({ db, building, syncs, gitHub, missing }: GitHubServiceOptions) {
  const store = createRemoteStore(db);
  const branches = createModelBranches(db, building.openRepository);
  return bindFirst(
    { db, building, syncs, gitHub, missing, store, branches },
    { status, unlink, installations, repositories, branches: listBranches, connect, createPullRequest },
  );
}

/** `callbackUrl` is where GitHub sends a person back to. */
async function status(
  { gitHub, missing }: Pick<GitHubNeeds, 'gitHub' | 'missing'>,
  { userId }: UserPrincipal,
  callbackUrl: string,
): Promise<GitProviderConnectStatusResponse> {
  if (!gitHub)
    return { connected: false, linkUrl: '', settingsUrl: '', login: null, missingSettings: [...missing] };
  const { links, app, settings } = gitHub;
  const [link, settingsUrl, state] = await Promise.all([
    links.find(userId),
    app.installUrl().catch(() => `${settings.url}/settings/installations`),
    links.makeState(userId),
  ]);
  const query = new URLSearchParams({ client_id: settings.clientId, redirect_uri: callbackUrl, state });
  return {
    connected: link !== undefined,
    linkUrl: `${settings.url}/login/oauth/authorize?${query}`,
    settingsUrl,
    login: link?.login ?? null,
    missingSettings: [],
  };
}

async function unlink({ gitHub }: Pick<GitHubNeeds, 'gitHub'>, { userId }: UserPrincipal): Promise<void> {
  await gitHub?.links.remove(userId);
}

/** @throws `git_provider_not_set_up`, `git_provider_not_linked`, `git_provider_failed`, as all that follow */
async function installations(
  needs: Pick<GitHubNeeds, 'gitHub' | 'missing'>,
  actor: UserPrincipal,
  query: Paging,
): Promise<GitProviderInstallationsListResponse> {
  const found = await listInstallations(await open(needs, actor));
  const items = found.map(({ id, login, avatarUrl }) => ({
    id: String(id),
    installationId: String(id),
    login,
    avatarUrl,
  }));
  const page = await pageOf(items, query, { list: 'installations', keyOf: ({ id }) => id });
  return { ...page, data: page.items };
}

/** @throws `git_installation_not_found` */
async function repositories(
  needs: Pick<GitHubNeeds, 'gitHub' | 'missing'>,
  actor: UserPrincipal,
  installationId: number,
  query: Paging,
): Promise<GitProviderReposListResponse> {
  const found = await listRepositories(await open(needs, actor), installationId);
  const items = found.map(({ id, name, htmlUrl }) => ({ id, name, htmlUrl }));
  const page = await pageOf(items, query, { list: 'repositories', keyOf: ({ id }) => id });
  return { ...page, data: page.items };
}

/** @throws `git_installation_not_found`, `git_repository_not_found` */
async function listBranches(
  needs: Pick<GitHubNeeds, 'gitHub' | 'missing'>,
  actor: UserPrincipal,
  { owner, repo, installationId }: { owner: string; repo: string; installationId: number },
  query: Paging,
): Promise<GitProviderBranchesListResponse> {
  const github = await open(needs, actor);
  const repository = await getRepository(github, { installationId, name: `${owner}/${repo}` });
  const names = await listBranchNames(github, repository.fullName);
  const items = names.map((name) => ({ name, isDefault: name === repository.defaultBranch }));
  const page = await pageOf(items, query, { list: 'gitBranches', keyOf: ({ name }) => name });
  return { ...page, data: page.items };
}

/**
 * Connects a deployment; its first fetch and builds run in the background.
 *
 * @throws `validation_failed`, `git_remote_taken`, `git_remote_model`, `git_installation_not_found`,
 * `git_repository_not_found`, `branch_not_found`
 */
async function connect(
  needs: GitHubNeeds,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  { input, baseUrl }: { input: ConnectGitProviderRequest; baseUrl: string },
): Promise<Deployment> {
  const projectRoot = projectRootOf(input);
  const github = await open(needs, actor);
  const { id: deploymentId, tenantId } = deployment;
  if (await needs.store.find(deploymentId)) throw refuse('git_remote_taken');
  const installation = await getInstallation(github, input.installationId);
  const found =
    input.isNewRepo === true
      ? await createRepository(github, installation, { name: input.name, private: input.private ?? true })
      : await getRepository(github, { installationId: installation.id, name: input.name });
  const names = await listBranchNames(github, found.fullName);
  const deployBranch = await deployBranchOf(input, { found, names, current: deployment.deployBranch });
  const repository = await needs.building.openRepository(deploymentId);
  if (names.length > 0) await removeStarter(repository);
  const isConnected = await needs.db.transaction().execute(async (tx) => {
    const isNew = await createRemoteStore(tx).insert(toRow(deploymentId, installation.id, { found, actor }));
    if (!isNew) return false;
    await createDeploymentStore(tx).update(tenantId, deploymentId, {
      deployBranch,
      creationStep: 'ready',
      ...(projectRoot !== undefined && { deployProjectRoot: projectRoot }),
    });
    return true;
  });
  if (!isConnected) throw refuse('git_remote_taken');
  needs.syncs.start(deploymentId);
  return toDeployment(await createDeploymentStore(needs.db).get(tenantId, deploymentId), baseUrl);
}

/**
 * @throws `git_remote_not_found`, `branch_not_found`, `branch_of_another`, `uncommitted_changes`,
 * `git_remote_failed`
 */
async function createPullRequest(
  needs: GitHubNeeds,
  actor: UserPrincipal,
  deployment: DeploymentRef,
  { branchName, targetBranchName, title, body }: CreatePullRequestInput,
): Promise<PullRequestCreated> {
  const github = await open(needs, actor);
  const remote = await needs.store.find(deployment.id);
  if (remote?.fullName == null) throw refuse('git_remote_not_found');
  const { row, state } = await needs.branches.get(deployment.id, { branchName });
  if (row.isDev) checkChangeable(row, actor, deployment);
  if (state.draft !== undefined) throw refuse('uncommitted_changes', { name: branchName });
  await needs.syncs.run(deployment.id);
  const synced = await needs.store.find(deployment.id);
  const reason = synced?.errorText ?? synced?.branches.find(({ name }) => name === branchName)?.reason;
  if (reason != null) throw refuse('git_remote_failed', { reason });
  const base = targetBranchName ?? deployment.deployBranch;
  return openPullRequest(github, remote.fullName, { head: branchName, base, title, body: body ?? '' });
}

function needed({ gitHub, missing }: Pick<GitHubNeeds, 'gitHub' | 'missing'>): GitHub {
  if (!gitHub) throw refuse('git_provider_not_set_up', { settings: missing.join(', ') });
  return gitHub;
}

async function open(
  needs: Pick<GitHubNeeds, 'gitHub' | 'missing'>,
  { userId }: UserPrincipal,
): Promise<Octokit> {
  const { links } = needed(needs);
  return links.open(userId).catch((error: unknown) => {
    throw gitHubRefusal(error, () => refuse('git_provider_not_linked'));
  });
}

/** @throws `branch_not_found`, `branch_name_invalid` */
async function deployBranchOf(
  { deployBranchName }: ConnectGitProviderRequest,
  { found, names, current }: { found: Repository; names: readonly string[]; current: string },
): Promise<string> {
  // An empty repository gets the branches that are here.
  if (names.length === 0) return current;
  const name = deployBranchName ?? found.defaultBranch;
  if (!names.includes(name)) throw refuse('branch_not_found', { name });
  if (!(await isBranchName(name))) throw refuse('branch_name_invalid', { name });
  return name;
}

/**
 * Removes the project that a deployment starts with, so that the model of a repository takes its place.
 * @throws `git_remote_model`
 */
async function removeStarter(repository: ModelRepository): Promise<void> {
  const branches = await repository.listBranches();
  const [branch] = branches;
  if (!branch) return;
  const isStarter =
    branches.length === 1 && branch.draft === undefined && (await isStarterProject(repository, branch.head));
  if (!isStarter) throw refuse('git_remote_model');
  await repository.removeBranch(branch);
}

async function isStarterProject(repository: ModelRepository, commit: string): Promise<boolean> {
  const files = await repository.readFiles(commit);
  const contents = new Map(files.map(({ path, content }) => [path, content]));
  return (
    files.length === starterProject.length &&
    starterProject.every(({ path, content }) => contents.get(path) === content)
  );
}

/** @throws `validation_failed` for what is no folder of a repository */
function projectRootOf({ deployProjectRoot: path }: ConnectGitProviderRequest): string | undefined {
  if (path == null) return undefined;
  const folder = readProjectRoot(path);
  if (folder === undefined) throw refuseFields([{ path: 'deployProjectRoot', message: PROJECT_ROOT_FAULT }]);
  return folder;
}

function toRow(
  deploymentId: number,
  installationId: number,
  { found, actor }: { found: Repository; actor: UserPrincipal },
) {
  return {
    deploymentId,
    kind: 'github',
    url: found.htmlUrl,
    username: null,
    encryptedSecret: null,
    keyId: null,
    publicKey: null,
    hostKeys: null,
    installationId,
    repositoryId: found.id,
    fullName: found.fullName,
    errorText: null,
    attemptedAt: null,
    syncedAt: null,
    claimedUntil: null,
    connectedBy: actor.userId,
  } as const;
}
