import {
  brandPath,
  type gitProviderOperations,
  type gitRemoteOperations,
  type ServerBrand,
} from '@oriel/contract';
import { userOf } from '../access/principal.ts';
import type { Handlers } from '../http/handler.ts';
import { CALLBACK_PATH } from './git-provider-pages.ts';
import type { GitProviders } from './git-providers.ts';

const success = { success: true };

/** Makes the handlers of GitHub and of the remotes of deployments. */
export function createGitProviderRoutes(
  { github, remotes }: GitProviders,
  brand: ServerBrand,
): Handlers<typeof gitProviderOperations & typeof gitRemoteOperations> {
  return {
    gitProviderStatus: ({ principal, baseUrl }) =>
      github.status(userOf(principal), `${baseUrl}${brandPath(CALLBACK_PATH, brand)}`),
    async unlinkGitProvider({ principal }) {
      await github.unlink(userOf(principal));
      return success;
    },
    gitProviderInstallations: ({ principal, query }) => github.installations(userOf(principal), query),
    gitProviderRepositories: ({ principal, params, query }) =>
      github.repositories(userOf(principal), params.installationId, query),
    gitProviderBranches: ({ principal, params, query: { installationId, ...query } }) =>
      github.branches(userOf(principal), { ...params, installationId }, query),
    connectGitProvider: ({ principal, deployment, body, baseUrl }) =>
      github.connect(userOf(principal), deployment, { input: body, baseUrl }),
    createPullRequest: ({ principal, deployment, body }) =>
      github.createPullRequest(userOf(principal), deployment, body),
    getGitRemote: ({ deployment }) => remotes.get(deployment),
    setGitRemote: ({ principal, deployment, body }) => remotes.set(userOf(principal), deployment, body),
    async removeGitRemote({ deployment }) {
      await remotes.remove(deployment);
      return success;
    },
    syncGitRemote: ({ deployment }) => remotes.sync(deployment),
  };
}
