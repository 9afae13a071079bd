import { MAX_PATH_LENGTH } from '../limits.ts';
import { signedIn } from '../access.ts';
import { operationsTagged } from '../operation.ts';
import { boolean, describe, id, list, nullish, object, text, type Static } from '../schema.ts';
import { PageInfo } from './common.ts';
import { pagingOrNull } from '../lists.ts';

export const GitProviderConnectStatusResponse = object('Whether you are linked with a user of GitHub.', {
  connected: boolean('Whether you are.'),
  linkUrl: text('Where your browser goes to be linked; empty where GitHub is not set up.', {
    example: 'https://github.com/login/oauth/authorize?client_id=Iv1.8a61f9b3a7aba766',
  }),
  settingsUrl: text(
    'Where the app is installed, and where it is said which repositories it may see; empty where GitHub is not set up.',
    { example: 'https://github.com/apps/oriel/installations/new' },
  ),
  login: nullish(text('The user of GitHub; null where you are not linked.', { example: 'anna' })),
  missingSettings: list(
    text('A setting of the server.', { example: 'ORIEL_GITHUB_APP_ID' }),
    'The settings that GitHub needs and the server does not have; empty where it is set up.',
  ),
});
export type GitProviderConnectStatusResponse = Static<typeof GitProviderConnectStatusResponse>;

export const GitProviderInstallationResponse = object('An organisation or user with the app installed.', {
  id: text('Id of the installation.', { example: '42' }),
  installationId: text('The same, for older clients.', { example: '42' }),
  login: text('Name of the organisation or user.', { example: 'northwind' }),
  avatarUrl: text('Address of its picture.', { example: 'https://avatars.githubusercontent.com/u/1' }),
});
export type GitProviderInstallationResponse = Static<typeof GitProviderInstallationResponse>;

export const GitProviderRepoResponse = object('A repository that the app may see.', {
  id: id('Id that GitHub gives it.'),
  name: text('Its name, without that of its owner.', { example: 'analytics-model' }),
  htmlUrl: text('Address of its page at the git host.', {
    example: 'https://github.com/northwind/analytics-model',
  }),
});
export type GitProviderRepoResponse = Static<typeof GitProviderRepoResponse>;

export const GitProviderBranchResponse = object('A branch of a repository at GitHub.', {
  name: text('Name of the branch, without `refs/heads/`.', { maxLength: MAX_PATH_LENGTH, example: 'main' }),
  isDefault: boolean('Whether it is the default branch of the repository.'),
});
export type GitProviderBranchResponse = Static<typeof GitProviderBranchResponse>;

export const GitProviderInstallationsListResponse = object('A page of installations.', {
  items: list(GitProviderInstallationResponse, 'The installations of the page.'),
  data: list(GitProviderInstallationResponse, 'The same as `items`, for older clients.', {
    deprecated: true,
  }),
  pageInfo: nullish(describe(PageInfo, 'Where the page lies in the list.')),
});
export type GitProviderInstallationsListResponse = Static<typeof GitProviderInstallationsListResponse>;

export const GitProviderReposListResponse = object('A page of repositories.', {
  items: list(GitProviderRepoResponse, 'The repositories of the page.'),
  data: list(GitProviderRepoResponse, 'The same as `items`, for older clients.', { deprecated: true }),
  pageInfo: nullish(describe(PageInfo, 'Where the page lies in the list.')),
});
export type GitProviderReposListResponse = Static<typeof GitProviderReposListResponse>;

export const GitProviderBranchesListResponse = object('A page of branches at GitHub.', {
  items: list(GitProviderBranchResponse, 'The branches of the page.'),
  data: list(GitProviderBranchResponse, 'The same as `items`, for older clients.', { deprecated: true }),
  pageInfo: nullish(describe(PageInfo, 'Where the page lies in the list.')),
});
export type GitProviderBranchesListResponse = Static<typeof GitProviderBranchesListResponse>;

export const GitProviderUnlinkResponse = object('You are linked no more.', {
  success: boolean('Always true: failures are answered as problems.'),
});
export type GitProviderUnlinkResponse = Static<typeof GitProviderUnlinkResponse>;

const operation = operationsTagged('Git Provider');

/** What any call to GitHub may end with. */
export const gitHubRefusals = [
  'git_provider_not_set_up',
  'git_provider_not_linked',
  'git_provider_failed',
] as const;

export const gitProviderOperations = {
  gitProviderStatus: operation('GET /api/v1/gitprovider/status', {
    summary: 'Tell whether you are linked with GitHub',
    description:
      'GitHub is linked for each person: open `linkUrl` in the browser in which you are signed in to the console, within ten ' +
      'minutes. Where the operator has not set GitHub up, `connected` is false and `missingSettings` names what is missing.',
    access: signedIn,
    answer: GitProviderConnectStatusResponse,
  }),
  unlinkGitProvider: operation('DELETE /api/v1/gitprovider/link', {
    summary: 'End your link with GitHub',
    description:
      'Forgets the tokens that GitHub has given for you. Deployments that you have connected stay in step with their ' +
      'repositories: they use tokens of the app.',
    access: signedIn,
    answer: GitProviderUnlinkResponse,
  }),
  gitProviderInstallations: operation('GET /api/v1/gitprovider/installations', {
    summary: 'List the organisations that have the app installed',
    description: 'The organisations and users of GitHub that have installed the app and that you may see.',
    access: signedIn,
    query: pagingOrNull,
    answer: GitProviderInstallationsListResponse,
    refusals: [...gitHubRefusals, 'invalid_cursor'],
  }),
  gitProviderRepositories: operation('GET /api/v1/gitprovider/installations/{installationId}/repositories', {
    summary: 'List the repositories of an installation',
    description: 'The repositories that both the app and you may see, the first 1,000.',
    access: signedIn,
    query: pagingOrNull,
    answer: GitProviderReposListResponse,
    refusals: [...gitHubRefusals, 'invalid_cursor'],
  }),
  gitProviderBranches: operation('GET /api/v1/gitprovider/repositories/{owner}/{repo}/branches', {
    summary: 'List the branches of a repository',
    description: 'The branches of a repository at GitHub, the first 1,000, and which is its default branch.',
    access: signedIn,
    query: { installationId: id('The installation that the repository is seen through.'), ...pagingOrNull },
    answer: GitProviderBranchesListResponse,
    refusals: [...gitHubRefusals, 'git_installation_not_found', 'invalid_cursor'],
  }),
};
