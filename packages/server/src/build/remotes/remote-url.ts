import { refuse } from '@oriel/contract';

/** Where a repository of another host lies. */
export interface RemoteUrl {
  readonly protocol: 'https' | 'ssh' | 'http';
  readonly host: string;
  readonly port: number;
  /** The user of SSH, default `git`; empty over HTTP. */
  readonly user: string;
  /** With a slash before it. */
  readonly path: string;
  /** Without a credential. */
  readonly href: string;
}

const DEFAULT_PORTS = { https: 443, ssh: 22, http: 80 } as const;
/** `git@git.example.com:team/model.git` */
const SCP_LIKE = /^(?:([\w.-]+)@)?([\w.-]+):(?!\/\/)([^:]+)$/;
const HOST = /^(?!-)[\w.-]+$|^\[[0-9a-fA-F:.]+\]$/;
const USER = /^(?!-)[\w.-]+$/;
const PATH = /^\/(?!-)[\w./~@+-]+$/;

/**
 * Reads the address of a repository: `https://…`, `ssh://…`, or `user@host:path` as SSH has it.
 *
 * @throws `git_remote_url_invalid` for another protocol, for a credential in it, and for what git would take as an
 * option
 */
export function parseRemoteUrl(text: string): RemoteUrl {
  const url = URL.parse(toUrlText(text.trim()));
  const protocol = url?.protocol.slice(0, -1);
  if (!url || (protocol !== 'https' && protocol !== 'ssh'))
    throw invalid('begin with https:// or ssh://, or be user@host:path');
  return readUrl(url, protocol);
}

/** Reads an address that the settings of the server name, which may be plain HTTP. */
export function trustedRemoteUrl(text: string): RemoteUrl {
  const url = new URL(text);
  return readUrl(url, url.protocol === 'http:' ? 'http' : 'https');
}

function readUrl(url: URL, protocol: RemoteUrl['protocol']): RemoteUrl {
  if (url.password !== '') throw invalid('have no password; give it apart');
  if (protocol !== 'ssh' && url.username !== '') throw invalid('have no user; give it apart');
  if (url.search !== '' || url.hash !== '') throw invalid('have nothing behind its path');
  const user = protocol === 'ssh' ? url.username || 'git' : '';
  const path = url.pathname.replace(/\/+$/, '');
  if (!HOST.test(url.hostname) || (user !== '' && !USER.test(user))) throw invalid('name a host');
  if (!PATH.test(path) || path.split('/').includes('..')) throw invalid('name a repository on that host');
  const port = Number(url.port) || DEFAULT_PORTS[protocol];
  const shownPort = port === DEFAULT_PORTS[protocol] ? '' : `:${port}`;
  const href = `${protocol}://${user === '' ? '' : `${user}@`}${url.hostname}${shownPort}${path}`;
  return { protocol, host: url.hostname.replace(/^\[|\]$/g, ''), port, user, path, href };
}

function toUrlText(text: string): string {
  const [matched, user = 'git', host = '', path = ''] = SCP_LIKE.exec(text) ?? [];
  return matched === undefined ? text : `ssh://${user}@${host}/${path.replace(/^\/+/, '')}`;
}

const invalid = (reason: string) => refuse('git_remote_url_invalid', { reason });
