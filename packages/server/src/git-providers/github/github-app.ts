import { refuse } from '@oriel/contract';
import type { Octokit } from '@octokit/core';
import type { GitHubSettings } from '../../server-settings/git-provider-settings.ts';
import { boundedFetch } from './bounded-fetch.ts';

/** What GitHub has given for a person. */
export interface UserTokens {
  readonly accessToken: string;
  /** Milliseconds since 1970; undefined where the app's tokens do not expire. */
  readonly expiresAtMs: number | undefined;
  readonly refreshToken: string | undefined;
}

/** The app at GitHub. What it needs is loaded with its first use. */
export interface GitHubApp {
  /** As a person. */
  asUser(accessToken: string): Promise<Octokit>;
  /** A token for one repository, which ends after an hour. */
  repositoryToken(installationId: number, repositoryId: number): Promise<string>;
  /** Where the app is installed. */
  installUrl(): Promise<string>;
  /** The code of a sign-in, or a refresh token, for tokens. */
  exchange(grant: { readonly code: string } | { readonly refreshToken: string }): Promise<UserTokens>;
}

/** Makes the app of these settings. Nothing is asked yet. */
export function createGitHubApp(settings: GitHubSettings): GitHubApp {
  const { appId, privateKey, clientId, clientSecret, apiUrl, url } = settings;
  let installUrl: string | undefined;
  const load = async () => {
    const [{ Octokit }, { createAppAuth }] = await Promise.all([
      import('@octokit/core'),
      import('@octokit/auth-app'),
    ]);
    const open = (options: object) =>
      new Octokit({
        baseUrl: apiUrl,
        userAgent: 'oriel',
        request: { fetch: boundedFetch },
        log: quiet,
        ...options,
      });
    const app = open({ authStrategy: createAppAuth, auth: { appId, privateKey, clientId, clientSecret } });
    return { open, app };
  };
  let loaded: ReturnType<typeof load> | undefined;
  const parts = () => (loaded ??= load());

  return {
    asUser: async (accessToken) => (await parts()).open({ auth: accessToken }),
    async repositoryToken(installationId, repositoryId) {
      const { app } = await parts();
      // The strategy of an app answers so; the type of the library leaves it open.
      const { token } = (await app.auth({
        type: 'installation',
        installationId,
        repositoryIds: [repositoryId],
        permissions: { contents: 'write', metadata: 'read' },
      })) as { token: string };
      return token;
    },
    async installUrl() {
      if (installUrl === undefined) {
        const { data } = await (await parts()).app.request('GET /app');
        if (!data) throw new Error('GitHub does not know the app');
        installUrl = `${data.html_url}/installations/new`;
      }
      return installUrl;
    },
    async exchange(grant) {
      const form: Record<string, string> =
        'code' in grant
          ? { code: grant.code }
          : { grant_type: 'refresh_token', refresh_token: grant.refreshToken };
      const answer = await boundedFetch(`${url}/login/oauth/access_token`, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }),
      });
      return toTokens(await answer.json());
    },
  };
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * @see
 * https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app
 */
function toTokens(answer: unknown): UserTokens {
  const { access_token, expires_in, refresh_token } = Object(answer) as Record<string, unknown>;
  // A refusal comes with the status 200.
  if (typeof access_token !== 'string' || access_token === '') throw refuse('git_provider_not_linked');
  return {
    accessToken: access_token,
    expiresAtMs: typeof expires_in === 'number' ? Date.now() + expires_in * 1000 : undefined,
    refreshToken: typeof refresh_token === 'string' ? refresh_token : undefined,
  };
}
