import { isIP } from 'node:net';
import { git, gitEnvironment, gitSettings } from '../../build/git.ts';
import type { RemoteSettings } from '../../build/remotes/open-remote.ts';
import { findRemoteAddress } from '../../build/remotes/remote-address.ts';
import { RemoteError } from '../../build/remotes/remote-error.ts';
import { isBranchName } from '../../build/repository/branches.ts';
import { SyncFailure } from '../sync-log.ts';
import type { TransformSettings } from '../transform-settings.ts';
import { runConfined, type ProcessEnd } from './confined-process.ts';

/** What is fetched. */
interface FetchOptions {
  readonly settings: Pick<TransformSettings, 'repositoryUrl' | 'token'>;
  /** A branch or tag; undefined for the default branch of the repository. */
  readonly ref: string | undefined;
  readonly remotes: RemoteSettings;
  readonly signal: AbortSignal;
}

/** What was fetched, in the repository here. */
export const FETCHED = 'refs/dbt/fetched';
const TIMEOUT_MS = 120_000;
const FETCH_OPTIONS = [
  '--quiet',
  '--depth=1',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
];

/**
 * Fetches the newest commit of a repository by HTTPS. The host is looked up once and has to be public; redirects are
 * not followed; the token is in no argument.
 *
 * @throws {@link SyncFailure}
 */
export async function fetchRepository(
  directory: string,
  { settings, ref, remotes, signal }: FetchOptions,
): Promise<void> {
  if (ref !== undefined && !(await isBranchName(ref)))
    throw new SyncFailure(`${JSON.stringify(ref)} is no name of a branch or tag`);
  const url = readUrl(settings.repositoryUrl);
  const address = await addressOf(url, remotes);
  await git(directory, ['init', '--bare', '--quiet', '--template=']);
  const end = await runConfined({
    program: 'git',
    args: [
      '--git-dir',
      '.',
      ...gitSettings,
      ...httpSettings(url, address, remotes),
      'fetch',
      ...FETCH_OPTIONS,
      '--',
      url.href,
      `+${ref ?? 'HEAD'}:${FETCHED}`,
    ],
    directory,
    environment: { ...gitEnvironment, ...headerOf(url, settings.token) },
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  signal.throwIfAborted();
  if (end.exitCode !== 0) throw new SyncFailure(reasonOf(end, ref));
}

/** @throws {@link SyncFailure} for everything but HTTPS without a credential */
function readUrl(text: string): URL {
  const url = URL.parse(text);
  if (
    url?.protocol !== 'https:' ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  )
    throw new SyncFailure(
      'SVC_CLOUD_TRANSFORM_REPOSITORY_URL has to begin with https://, without a user, a password or anything behind the path',
    );
  return url;
}

/** @throws {@link SyncFailure} */
async function addressOf(
  { hostname }: URL,
  { allowedNetworks, findAddresses }: RemoteSettings,
): Promise<string> {
  try {
    return await findRemoteAddress(hostname.replace(/^\[|\]$/g, ''), allowedNetworks, findAddresses);
  } catch (error) {
    throw error instanceof RemoteError ? new SyncFailure(error.message, { cause: error }) : error;
  }
}

function httpSettings(url: URL, address: string, { caFile }: RemoteSettings): string[] {
  const { hostname, port } = url;
  const settings: Record<string, string> = {
    'protocol.https.allow': 'always',
    'http.followRedirects': 'false',
    'http.proxy': '',
    'http.lowSpeedLimit': '1000',
    'http.lowSpeedTime': '30',
    'credential.helper': '',
    'fetch.fsckObjects': 'true',
    // Kept in one file, which the process may make only so large.
    'fetch.unpackLimit': '1',
    // Another answer of the name server leads nowhere else.
    ...(isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && {
      'http.curloptResolve': `${hostname}:${port || '443'}:${address}`,
    }),
    ...(caFile !== undefined && { 'http.sslCAInfo': caFile }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** A header for this host alone, through the environment: arguments can be read by every user of the machine. */
function headerOf(url: URL, token: string | undefined): Record<string, string> {
  if (token === undefined) return {};
  // Hosts look at the token alone; this user is what GitHub, GitLab and Bitbucket take.
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${url.origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
  };
}

/** In words of ours: what git and the host have written may have anything in it. */
function reasonOf({ output, hasTimedOut, exitCode }: ProcessEnd, ref: string | undefined): string {
  if (hasTimedOut) return 'The git host takes too long';
  if (/couldn't find remote ref/i.test(output))
    return ref === undefined
      ? 'The dbt repository is empty'
      : `The dbt repository has no branch or tag ${JSON.stringify(ref)}`;
  if (/Authentication failed|could not read|error: 40[13]/i.test(output))
    return 'The git host refuses the token';
  if (/not found|error: 404/i.test(output))
    return 'The git host has no such repository, or the token may not see it';
  if (/certificate|SSL/i.test(output)) return 'The certificate of the git host is not trusted';
  if (/redirect|error: 30\d/i.test(output)) return 'The git host sends elsewhere, which is not followed';
  return exitCode === null ? 'The dbt repository is too large' : 'The git host cannot be reached';
}
