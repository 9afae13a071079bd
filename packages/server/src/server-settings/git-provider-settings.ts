import { existsSync } from 'node:fs';
import type { BlockList } from 'node:net';
import { networksOf, readSettingFile } from './setting-values.ts';
import { SettingsError } from '../settings-error.ts';

/** The GitHub App of an installation. */
export interface GitHubSettings {
  /** Without a slash at the end, as the other address. */
  readonly url: string;
  readonly apiUrl: string;
  readonly appId: string;
  /** PEM. */
  readonly privateKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookSecret: string;
}

/** What the server needs for git hosts. */
export interface GitProviderSettings {
  /** The app, or the variables that are missing. */
  readonly github: GitHubSettings | { readonly missing: readonly string[] };
  /** Private networks that git hosts may be in. */
  readonly allowedNetworks: BlockList;
  /** Certificates of authorities, instead of those of the machine. */
  readonly caFile: string | undefined;
}

/** What says what the app is; one alone is none. */
const REQUIRED = {
  appId: 'github-app-id',
  privateKey: 'github-app-private-key',
  clientId: 'github-client-id',
  clientSecret: 'github-client-secret',
  webhookSecret: 'github-webhook-secret',
} as const;

/** The flags of the app. */
export const GITHUB_FLAGS = [...Object.values(REQUIRED), 'github-url', 'github-api-url'] as const;

/** The settings as texts. */
interface GitProviderTexts {
  readonly github: Readonly<Partial<Record<(typeof GITHUB_FLAGS)[number], string | undefined>>>;
  readonly privateNetworks?: string | undefined;
  readonly caFile?: string | undefined;
}

/**
 * Reads the settings of git hosts.
 *
 * @throws {@link SettingsError}
 */
export function parseGitProviderSettings({
  github,
  privateNetworks,
  caFile,
}: GitProviderTexts): GitProviderSettings {
  if (caFile !== undefined) readSettingFile('--git-ca', caFile);
  return {
    github: gitHubOf(github),
    allowedNetworks: networksOf('--git-private-networks', privateNetworks ?? ''),
    caFile,
  };
}

function gitHubOf(texts: GitProviderTexts['github']): GitProviderSettings['github'] {
  const missing = Object.values(REQUIRED).filter((flag) => texts[flag] === undefined);
  if (missing.length > 0) return { missing: missing.map(variableOf) };
  const url = addressOf('github-url', texts['github-url'] ?? 'https://github.com');
  const apiUrl =
    texts['github-api-url'] ?? (url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`);
  const get = (name: keyof typeof REQUIRED) => texts[REQUIRED[name]] ?? '';
  return {
    url,
    apiUrl: addressOf('github-api-url', apiUrl),
    appId: get('appId'),
    privateKey: keyOf(get('privateKey')),
    clientId: get('clientId'),
    clientSecret: get('clientSecret'),
    webhookSecret: get('webhookSecret'),
  };
}

const variableOf = (flag: string) => `ORIEL_${flag.replaceAll('-', '_').toUpperCase()}`;

function addressOf(flag: string, text: string): string {
  const url = URL.parse(text);
  const isOk = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!url || !isOk || url.username !== '' || url.search !== '')
    throw new SettingsError(`--${flag} takes an https address, not ${JSON.stringify(text)}`);
  return url.href.replace(/\/+$/, '');
}

/** What is encrypted elsewhere stays on this machine. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]';
}

/** A line break is easily lost on the way into a variable. */
function keyOf(text: string): string {
  const pem =
    text.startsWith('-----BEGIN') || !existsSync(text)
      ? text
      : String(readSettingFile('--github-app-private-key', text));
  const key = pem.replaceAll('\\n', '\n');
  if (!key.startsWith('-----BEGIN'))
    throw new SettingsError(
      '--github-app-private-key takes a key as PEM text, or the path of a file with one',
    );
  return key;
}
