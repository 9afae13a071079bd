import { readFile, writeFile } from 'node:fs/promises';
import type { BlockList } from 'node:net';
import { join } from 'node:path';
import { toBlockList } from '@oriel/engine/address-list';
import type { FindAddresses } from '../../outbound/public-address.ts';
import { findRemoteAddress } from './remote-address.ts';
import { openGate, type Gate } from './gate.ts';
import type { RemoteUrl } from './remote-url.ts';

/** What a remote host is shown. */
type RemoteCredential =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly user: string; readonly token: string }
  /** An OpenSSH key, and lines of `known_hosts`; undefined where the first one that is seen is to be kept. */
  | { readonly kind: 'key'; readonly privateKey: string; readonly hostKeys: string | undefined };

/** A remote repository with what it takes to reach it. */
export interface Remote {
  readonly url: RemoteUrl;
  readonly credential: RemoteCredential;
  /** Whether the settings of the server name the host, so that it may be anywhere; default false. */
  readonly isTrusted?: boolean;
}

/** What holds for all remotes. */
export interface RemoteSettings {
  /** Private networks that may be reached. */
  readonly allowedNetworks: BlockList;
  /** A file with certificates of authorities, instead of those of the machine. */
  readonly caFile: string | undefined;
  /** Default: by the name server. */
  readonly findAddresses?: FindAddresses;
}

/** What git is run with for a remote. */
interface OpenRemote {
  /** What git connects to. */
  readonly href: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly gate: Gate | undefined;
  /** The host keys that were seen, as lines of `known_hosts`; undefined without SSH. */
  readHostKeys(): Promise<string | undefined>;
  close(): Promise<void>;
}

const KNOWN_HOSTS = 'known_hosts';
/** Bytes that a host may send at a time: as much as the largest push. */
export const MAX_REMOTE_BYTES = 100 * 1024 * 1024;

/**
 * Prepares git for a remote, with files in a folder that only this process uses. The credential is in no argument and
 * no address.
 */
export async function openRemote(
  { url, credential, isTrusted = false }: Remote,
  settings: RemoteSettings,
  folder: string,
): Promise<OpenRemote> {
  const allow = ['-c', `protocol.${url.protocol}.allow=always`];
  // Only what the settings of the server name is reached without encryption.
  if (url.protocol === 'http')
    return {
      href: url.href,
      args: [...allow, ...httpArgs],
      environment: headerOf(url, credential),
      gate: undefined,
      readHostKeys: async () => undefined,
      close: async () => {},
    };
  const allowed = isTrusted ? everywhere : settings.allowedNetworks;
  const address = await findRemoteAddress(url.host, allowed, settings.findAddresses);
  const isProxy = url.protocol === 'https';
  const gate = await openGate({ address, port: url.port, isProxy, maxBytes: MAX_REMOTE_BYTES });
  const opened = isProxy
    ? { href: url.href, args: httpArgs, environment: headerOf(url, credential) }
    : await prepareSsh(url, credential, { folder, port: gate.port });
  const caArgs = settings.caFile === undefined ? [] : ['-c', `http.sslCAInfo=${settings.caFile}`];
  const proxyArgs = isProxy ? ['-c', `http.proxy=http://127.0.0.1:${gate.port}`, ...caArgs] : [];
  return {
    ...opened,
    args: [...allow, ...opened.args, ...proxyArgs],
    gate,
    readHostKeys: async () =>
      isProxy ? undefined : (await readFile(join(folder, KNOWN_HOSTS), 'utf8').catch(() => '')) || undefined,
    close: () => gate.close(),
  };
}

const httpArgs = Object.entries({
  'http.followRedirects': 'false',
  'http.lowSpeedLimit': '1000',
  'http.lowSpeedTime': '30',
  'credential.helper': '',
}).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** The operator of the server may name any host. */
const everywhere = toBlockList(['0.0.0.0/0', '::/0']);

/** A header for this host alone, through the environment: arguments can be read by every user of the machine. */
function headerOf({ href }: RemoteUrl, credential: RemoteCredential): Record<string, string> {
  if (credential.kind !== 'token') return {};
  const basic = Buffer.from(`${credential.user}:${credential.token}`).toString('base64');
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${new URL(href).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
  };
}

async function prepareSsh(
  { host, port: hostPort, user, path }: RemoteUrl,
  credential: RemoteCredential,
  { folder, port }: { folder: string; port: number },
): Promise<Pick<OpenRemote, 'href' | 'args' | 'environment'>> {
  if (credential.kind !== 'key') throw new Error('SSH needs a key');
  const { privateKey, hostKeys } = credential;
  const config = join(folder, 'ssh_config');
  await writeFile(join(folder, 'key'), privateKey, { mode: 0o600 });
  await writeFile(join(folder, KNOWN_HOSTS), hostKeys ?? '', { mode: 0o600 });
  const isFirst = hostKeys === undefined;
  await writeFile(config, sshConfig({ folder, host: hostKeyName(host, hostPort), isFirst }));
  return {
    href: `ssh://${user}@127.0.0.1:${port}${path}`,
    args: [],
    // These words never change: the shell that git runs them with reads the name of the file from the environment.
    environment: {
      GIT_SSH_COMMAND: 'ssh -F "$ORIEL_SSH_CONFIG"',
      GIT_SSH_VARIANT: 'ssh',
      ORIEL_SSH_CONFIG: config,
    },
  };
}

/** What `known_hosts` calls a host. */
function hostKeyName(host: string, port: number): string {
  return port === 22 ? host : `[${host}]:${port}`;
}

function sshConfig({ folder, host, isFirst }: { folder: string; host: string; isFirst: boolean }): string {
  // ssh reads a percent sign as the begin of a token.
  const fileOf = (name: string) => `"${join(folder, name).replaceAll('%', '%%')}"`;
  const options = {
    IdentityFile: fileOf('key'),
    IdentitiesOnly: 'yes',
    IdentityAgent: 'none',
    UserKnownHostsFile: fileOf(KNOWN_HOSTS),
    GlobalKnownHostsFile: '/dev/null',
    HostKeyAlias: host,
    CheckHostIP: 'no',
    HashKnownHosts: 'no',
    StrictHostKeyChecking: isFirst ? 'accept-new' : 'yes',
    UpdateHostKeys: 'no',
    PreferredAuthentications: 'publickey',
    BatchMode: 'yes',
    ForwardAgent: 'no',
    ForwardX11: 'no',
    ClearAllForwardings: 'yes',
    PermitLocalCommand: 'no',
    ControlMaster: 'no',
    ConnectTimeout: '15',
    ServerAliveInterval: '10',
    ServerAliveCountMax: '3',
    LogLevel: 'ERROR',
  };
  return Object.entries(options)
    .map(([name, value]) => `${name} ${value}\n`)
    .join('');
}
