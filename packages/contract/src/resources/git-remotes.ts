import { signedIn } from '../access.ts';
import { MAX_NAME_LENGTH, MAX_PATH_LENGTH } from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import {
  boolean,
  describe,
  id,
  input,
  integer,
  list,
  nullish,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { Deployment } from './deployments.ts';
import { gitHubRefusals } from './git-provider.ts';
import { branchName } from './model-files.ts';

export const ConnectGitProviderRequest = input('A repository at GitHub to connect a deployment with.', {
  installationId: id('The installation that the repository is seen through.'),
  name: text('Name of the repository, with or without that of its owner.', {
    minLength: 1,
    maxLength: 200,
    example: 'analytics-model',
  }),
  deployBranchName: nullish(
    branchName('The branch to deploy; default the default branch of the repository.'),
  ),
  deployProjectRoot: nullish(
    text('Folder of the repository that the model lies in; default the repository itself.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'model',
    }),
  ),
  isNewRepo: nullish(boolean('Whether the repository is created first; default false.')),
  private: nullish(boolean('Whether a created repository is private; default true.')),
});
export type ConnectGitProviderRequest = Static<typeof ConnectGitProviderRequest>;

export const GitRemoteKind = oneOf('How the git host is reached.', ['github', 'https', 'ssh']);
export type GitRemoteKind = Static<typeof GitRemoteKind>;

export const GitRemoteState = oneOf(
  '`waiting`: it was not reached yet. `synced`: both sides have the same. `diverged`: some branches differ, see `branches`. ' +
    '`failed`: the last try has failed, see `errorText`; it is tried again.',
  ['waiting', 'synced', 'diverged', 'failed'],
);
export type GitRemoteState = Static<typeof GitRemoteState>;

export const GitRemoteBranch = object('A branch that is not in step with the git host.', {
  name: text('Name of the branch, without `refs/heads/`.', { maxLength: MAX_PATH_LENGTH, example: 'master' }),
  reason: text('Why not, and what helps.', {
    example: 'both sides have commits that the other does not have; pull the branch',
  }),
});
export type GitRemoteBranch = Static<typeof GitRemoteBranch>;

export const GitRemote = object('The repository of another host that a deployment is in step with.', {
  kind: describe(GitRemoteKind, 'How it is reached.'),
  url: text('Its address, without a credential.', { example: 'git@git.example.com:team/model.git' }),
  username: nullish(text('User of the token; null without one.', { example: 'oauth2' })),
  publicKey: nullish(
    text('Key to register at the git host, with the right to write; null without SSH.', {
      example: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE oriel',
    }),
  ),
  hostKeys: nullish(
    text('Host keys that are accepted, as lines of `known_hosts`: those given, or what was seen first.', {
      maxLength: 16_384,
      example: 'git.example.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE',
    }),
  ),
  state: describe(GitRemoteState, 'What became of the last try.'),
  errorText: nullish(text('Why the last try has failed.', { example: 'The git host cannot be reached' })),
  branches: list(GitRemoteBranch, 'Branches that are not in step; the others are.'),
  failures: integer('Tries that have failed since the last that has not.', { minimum: 0, example: 0 }),
  lastAttemptAt: nullish(timestamp('When it was last tried.')),
  lastSyncedAt: nullish(timestamp('When it last succeeded.')),
});
export type GitRemote = Static<typeof GitRemote>;

export const SetGitRemoteInput = input('A repository of any git host.', {
  url: text('`https://…`, `ssh://…` or `user@host:path`, without a credential.', {
    minLength: 1,
    maxLength: 1_000,
    example: 'git@git.example.com:team/model.git',
  }),
  username: optional(
    text('User of the token; default `oauth2`, which most git hosts ignore.', {
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      pattern: '^[^\\x00-\\x1f\\x7f:]+$',
      example: 'oauth2',
    }),
  ),
  token: optional(
    text('Token for HTTPS, with the right to read and write. It is stored encrypted and never shown.', {
      minLength: 1,
      maxLength: 4_096,
      pattern: '^[\\x21-\\x7e]+$',
    }),
  ),
  hostKeys: optional(
    text(
      'Host keys to accept, as lines of `known_hosts` without hashed names; default whatever the host shows first.',
      { maxLength: 16_384, example: 'git.example.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE' },
    ),
  ),
  deployBranchName: optional(branchName('The branch to deploy; default the deployed branch as it is.')),
});
export type SetGitRemoteInput = Static<typeof SetGitRemoteInput>;

export const GitRemoteRemovedResponse = object('The deployment is connected no more.', {
  success: boolean('Always true: failures are answered as problems.'),
});
export type GitRemoteRemovedResponse = Static<typeof GitRemoteRemovedResponse>;

export const CreatePullRequestInput = input('A branch to ask for at GitHub.', {
  branchName: branchName('The branch that has the changes.'),
  targetBranchName: nullish(branchName('The branch that is to take them; default the deployed one.')),
  title: text('Title of the pull request.', {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    example: 'Add quarterly targets',
  }),
  body: nullish(text('Text of the pull request.', { maxLength: 60_000 })),
});
export type CreatePullRequestInput = Static<typeof CreatePullRequestInput>;

export const PullRequestCreated = object('A pull request at GitHub.', {
  number: integer('Its number in the repository.', { example: 7 }),
  url: text('Address of its page at the git host.', {
    example: 'https://github.com/northwind/analytics-model/pull/7',
  }),
});
export type PullRequestCreated = Static<typeof PullRequestCreated>;

const deployment = '/build/api/v1/deployments/{deploymentId}';
const operation = operationsTagged('Git Provider Connection');
const access = { ...signedIn, permission: 'DeploymentUpdate' } as const;
const notConnected = ['git_remote_not_found'] as const;

export const gitRemoteOperations = {
  connectGitProvider: operation(`POST ${deployment}/gitprovider/connect`, {
    summary: 'Connect a deployment with a repository at GitHub',
    description:
      'Fetches every branch of the repository, builds them, and keeps both sides in step from then on: what is committed in ' +
      'Oriel is pushed, what is pushed to GitHub is fetched. A deployment with a model of its own can be connected with an ' +
      'empty or a new repository, which gets its branches; one that has only the starter project takes the model of the ' +
      'repository. The deployed branch is left alone where `deployMode` is `cli`.',
    access,
    body: ConnectGitProviderRequest,
    answer: Deployment,
    refusals: [
      ...gitHubRefusals,
      'git_installation_not_found',
      'git_repository_not_found',
      'git_remote_taken',
      'git_remote_model',
      'branch_not_found',
      'branch_name_invalid',
    ],
  }),
  createPullRequest: operation(`POST ${deployment}/gitprovider/pull-request`, {
    summary: 'Open a pull request instead of a merge',
    description:
      'Pushes a branch to GitHub and opens a pull request for it in the name of the caller. What is merged there is fetched and built.',
    access: { ...signedIn, permission: 'SchemaUpdateDevBranches' },
    body: CreatePullRequestInput,
    answer: PullRequestCreated,
    refusals: [
      ...gitHubRefusals,
      'git_repository_not_found',
      ...notConnected,
      'git_remote_failed',
      'branch_not_found',
      'branch_of_another',
      'uncommitted_changes',
    ],
  }),
  getGitRemote: operation(`GET ${deployment}/git-remote`, {
    summary: 'Get the repository that a deployment is connected with',
    description: 'Where it lies, and what became of the last try to bring both sides in step.',
    access,
    answer: GitRemote,
    refusals: notConnected,
  }),
  setGitRemote: operation(`PUT ${deployment}/git-remote`, {
    summary: 'Connect a deployment with a repository of any git host',
    description:
      'By HTTPS with a token, or by SSH with a key that is generated: register `publicKey` of the answer at the git host. ' +
      'It is tried at once and then every five minutes. Hosts in private networks need the server setting ' +
      '`ORIEL_GIT_PRIVATE_NETWORKS`; redirects are not followed. Sent again for the same host, it changes what is sent and keeps key, ' +
      'token and host keys that are not.',
    access,
    body: SetGitRemoteInput,
    answer: GitRemote,
    refusals: ['git_remote_url_invalid', 'git_remote_taken', 'branch_name_invalid'],
  }),
  removeGitRemote: operation(`DELETE ${deployment}/git-remote`, {
    summary: 'Disconnect a deployment from its repository',
    description: 'Forgets the credential. What was fetched stays, and nothing changes at the git host.',
    access,
    answer: GitRemoteRemovedResponse,
    refusals: notConnected,
  }),
  syncGitRemote: operation(`POST ${deployment}/git-remote/sync`, {
    summary: 'Bring a deployment and its repository in step',
    description:
      'Fetches what the git host has, and pushes what Oriel has. Nothing is lost on either side: where a branch has commits on ' +
      'both that the other does not have, it stays as it is and is told in `branches` until it is pulled.',
    access: { ...signedIn, permission: 'SchemaUpdateDevBranches' },
    answer: GitRemote,
    refusals: notConnected,
  }),
};
