import { refuse } from '@oriel/contract';
import type { Remote } from '../build/remotes/open-remote.ts';
import { parseRemoteUrl, trustedRemoteUrl } from '../build/remotes/remote-url.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { GitHubApp } from './github/github-app.ts';
import { gitHubRefusal } from './github/github-errors.ts';
import type { RemoteRow } from './remote-store.ts';
import { remoteContext } from '../secrets/git-credentials.ts';
import { showSecret } from '../secrets/stored-secret.ts';

/** What opens remotes. */
interface RemoteCredentialOptions {
  readonly keyring: Keyring;
  /** Undefined where GitHub is not set up. */
  readonly gitHub: { readonly app: GitHubApp; readonly url: string } | undefined;
}

/**
 * Makes what gives a remote its credential: for GitHub a token of the app for this one repository, else what is stored.
 */
export function createRemoteOpener({ keyring, gitHub }: RemoteCredentialOptions) {
  return async (row: RemoteRow): Promise<Remote> => {
    if (row.kind === 'github') return openGitHub(row, gitHub);
    const { encryptedSecret, keyId, deploymentId } = row;
    if (encryptedSecret === null || keyId === null) throw new Error('A remote has no credential');
    const secret = await showSecret(keyring, { encryptedSecret, keyId }, remoteContext(deploymentId));
    const url = parseRemoteUrl(row.url);
    return row.kind === 'ssh'
      ? { url, credential: { kind: 'key', privateKey: secret, hostKeys: row.hostKeys ?? undefined } }
      : { url, credential: { kind: 'token', user: row.username ?? 'oauth2', token: secret } };
  };
}

async function openGitHub(
  { installationId, repositoryId, fullName }: RemoteRow,
  gitHub: RemoteCredentialOptions['gitHub'],
): Promise<Remote> {
  if (!gitHub) throw refuse('git_provider_failed', { reason: 'it is not set up on this server' });
  const missing = () => refuse('git_repository_not_found', { name: fullName ?? '' });
  const token = await gitHub.app
    .repositoryToken(installationId ?? 0, repositoryId ?? 0)
    .catch((error: unknown) => {
      throw gitHubRefusal(error, missing);
    });
  return {
    url: trustedRemoteUrl(`${gitHub.url}/${fullName}.git`),
    credential: { kind: 'token', user: 'x-access-token', token },
    isTrusted: true,
  };
}
