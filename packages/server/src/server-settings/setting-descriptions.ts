import { DEFAULT_CONNECTION_LIMITS } from '../http/listening/connection-limits.ts';
import { DEFAULT_RATE_LIMITS } from '../http/rate-limit/rate-limit-settings.ts';
import {
  BYTES_PER_MB,
  DEFAULT_ACCESS_TOKEN_SECONDS,
  DEFAULT_DISK_RESERVE_BYTES,
  DEFAULT_MAX_EMBED_USERS,
  MS_PER_SECOND,
  OWN_NETWORKS,
} from './setting-defaults.ts';

/** One setting, as `--help` and the reference of the settings show it. */
export interface SettingDescription {
  flag: string;
  variable: string;
  value?: string;
  default?: string;
  help: string;
}

/** Every setting, in the order of `--help`. */
export const descriptions = [
  {
    flag: 'port',
    variable: 'ORIEL_PORT',
    value: 'N',
    default: '4000',
    help: 'port to listen on; 0 takes a free one',
  },
  {
    flag: 'host',
    variable: 'ORIEL_HOST',
    value: 'ADDRESS',
    default: 'localhost',
    help: 'address to listen on',
  },
  {
    flag: 'data',
    variable: 'ORIEL_DATA',
    value: 'DIR',
    default: '.oriel',
    help: 'folder for everything that is kept',
  },
  {
    flag: 'database-url',
    variable: 'DATABASE_URL',
    value: 'URL',
    help: 'a PostgreSQL 15 or newer of yours instead of the embedded one',
  },
  {
    flag: 'base-url',
    variable: 'ORIEL_BASE_URL',
    value: 'URL',
    help: 'address under which clients reach the server',
  },
  {
    flag: 'tls-cert',
    variable: 'ORIEL_TLS_CERT',
    value: 'FILE',
    help: 'certificate chain (PEM); with it the server speaks HTTPS',
  },
  { flag: 'tls-key', variable: 'ORIEL_TLS_KEY', value: 'FILE', help: 'private key of the certificate (PEM)' },
  {
    flag: 'trusted-proxy',
    variable: 'ORIEL_TRUSTED_PROXY',
    value: 'LIST',
    help: 'addresses or networks that the forwarded protocol is believed from, by comma',
  },
  {
    flag: 'bootstrap-api-key',
    variable: 'ORIEL_BOOTSTRAP_API_KEY',
    value: 'KEY',
    help: 'an API key of the first admin, made at the first start, for automation',
  },
  {
    flag: 'secret-key',
    variable: 'ORIEL_SECRET_KEY',
    value: 'KEYS',
    help: '32 bytes in base64 that encrypt stored secrets, instead of the file secret.keys of the data folder; the current one first, older ones behind it by comma',
  },
  {
    flag: 'metrics-token',
    variable: 'ORIEL_METRICS_TOKEN',
    value: 'TOKEN',
    help: 'what /metrics is asked with, as Authorization: Bearer; without it programs on the machine alone read it',
  },
  {
    flag: 'smtp-url',
    variable: 'ORIEL_SMTP_URL',
    value: 'URL',
    help: 'mail server for notifications and invitations, as smtps://user:password@mail.example.com; without it they are recorded as not delivered',
  },
  {
    flag: 'smtp-from',
    variable: 'ORIEL_SMTP_FROM',
    value: 'ADDRESS',
    help: 'sender of that mail, as Oriel <reports@example.com>',
  },
  {
    flag: 'chromium',
    variable: 'ORIEL_CHROMIUM',
    value: 'FILE',
    help: 'program of a Chromium, which draws dashboards as PNG and PDF; default: the one that is installed',
  },
  {
    flag: 'github-app-id',
    variable: 'ORIEL_GITHUB_APP_ID',
    value: 'ID',
    help: 'id of a GitHub App, with which deployments are connected with repositories; it goes with the four settings below',
  },
  {
    flag: 'github-app-private-key',
    variable: 'ORIEL_GITHUB_APP_PRIVATE_KEY',
    value: 'PEM',
    help: 'private key of the app, as PEM text (\\n for line breaks) or the path of a file with it',
  },
  {
    flag: 'github-client-id',
    variable: 'ORIEL_GITHUB_CLIENT_ID',
    value: 'ID',
    help: 'client id of the app, for people who link their GitHub user',
  },
  {
    flag: 'github-client-secret',
    variable: 'ORIEL_GITHUB_CLIENT_SECRET',
    value: 'SECRET',
    help: 'client secret of the app',
  },
  {
    flag: 'github-webhook-secret',
    variable: 'ORIEL_GITHUB_WEBHOOK_SECRET',
    value: 'SECRET',
    help: 'what GitHub signs webhooks of the app with',
  },
  {
    flag: 'github-url',
    variable: 'ORIEL_GITHUB_URL',
    value: 'URL',
    default: 'https://github.com',
    help: 'address of GitHub; another one for GitHub Enterprise',
  },
  {
    flag: 'github-api-url',
    variable: 'ORIEL_GITHUB_API_URL',
    value: 'URL',
    help: 'address of its API; default https://api.github.com, or /api/v3 of --github-url',
  },
  {
    flag: 'git-private-networks',
    variable: 'ORIEL_GIT_PRIVATE_NETWORKS',
    value: 'LIST',
    help: 'addresses or networks of your own, by comma, that the git hosts of deployments may be in; default none but the public internet',
  },
  {
    flag: 'git-ca',
    variable: 'ORIEL_GIT_CA',
    value: 'FILE',
    help: 'certificates (PEM) of the authorities that git hosts are trusted by, instead of those of the machine',
  },
  {
    flag: 'oidc-issuer',
    variable: 'ORIEL_OIDC_ISSUER',
    value: 'URL',
    help: 'issuer of an OpenID provider that people of the first account sign in by; with it --oidc-client-id',
  },
  {
    flag: 'oidc-client-id',
    variable: 'ORIEL_OIDC_CLIENT_ID',
    value: 'ID',
    help: 'client id that the provider has given; its callback is /api/v1/sso/oidc/callback of the base URL',
  },
  {
    flag: 'oidc-client-secret',
    variable: 'ORIEL_OIDC_CLIENT_SECRET',
    value: 'SECRET',
    help: 'client secret of it; none for a public client',
  },
  {
    flag: 'oidc-trusts-emails',
    variable: 'ORIEL_OIDC_TRUSTS_EMAILS',
    value: 'true|false',
    help: 'whether its e-mail addresses count as verified without its saying so, for a provider of your own; default false',
  },
  {
    flag: 'oidc-ends-session',
    variable: 'ORIEL_OIDC_ENDS_SESSION',
    value: 'true|false',
    help: 'whether signing out of the console ends the session at the provider, where /sign-in of the base URL is registered for it; default false',
  },
  {
    flag: 'outbound-private-networks',
    variable: 'ORIEL_OUTBOUND_PRIVATE_NETWORKS',
    value: 'LIST',
    help: 'addresses or networks of your own, by comma, that identity providers and token issuers may be in; default none but the public internet',
  },
  {
    flag: 'data-source-private-networks',
    variable: 'ORIEL_DATA_SOURCE_PRIVATE_NETWORKS',
    value: 'LIST',
    help: 'addresses or networks, by comma, beside the public internet that PostgreSQL data sources may be in; none: no private one. Link-local addresses, where clouds hand out credentials, are reached by list alone',
    default: OWN_NETWORKS,
  },
  {
    flag: 'llm-base-url',
    variable: 'ORIEL_LLM_BASE_URL',
    value: 'URL',
    help: 'address of the API of a model for chats, such as https://models.example.com/v1; with it --llm-model. An account may have its own',
  },
  {
    flag: 'llm-api-key',
    variable: 'ORIEL_LLM_API_KEY',
    value: 'SECRET',
    help: 'key for that API; none where it asks for none',
  },
  {
    flag: 'llm-model',
    variable: 'ORIEL_LLM_MODEL',
    value: 'NAME',
    help: 'name of the model there',
  },
  {
    flag: 'llm-provider',
    variable: 'ORIEL_LLM_PROVIDER',
    value: 'NAME',
    default: 'openai-compatible',
    help: 'format of that API: openai-compatible or anthropic',
  },
  {
    flag: 'llm-allow-private',
    variable: 'ORIEL_LLM_ALLOW_PRIVATE',
    default: 'false',
    help: 'whether models may be on this machine or in private networks, those of accounts too',
  },
  {
    flag: 'access-token-ttl',
    variable: 'ORIEL_ACCESS_TOKEN_TTL',
    value: 'SECONDS',
    default: String(DEFAULT_ACCESS_TOKEN_SECONDS),
    help: 'how long an OAuth access token can be used; clients have another by their refresh token',
  },
  {
    flag: 'rate-limit',
    variable: 'ORIEL_RATE_LIMIT',
    value: 'N',
    default: String(DEFAULT_RATE_LIMITS.perCredential),
    help: 'requests a second of one credential, over all servers; ten times as many at once after a pause; 0 for no limit',
  },
  {
    flag: 'rate-limit-tenant',
    variable: 'ORIEL_RATE_LIMIT_TENANT',
    value: 'N',
    default: String(DEFAULT_RATE_LIMITS.perTenant),
    help: 'the same for each account, of all its credentials together; raise it with the number of servers',
  },
  {
    flag: 'rate-limit-address',
    variable: 'ORIEL_RATE_LIMIT_ADDRESS',
    value: 'N',
    default: String(DEFAULT_RATE_LIMITS.perAddress),
    help: 'the same for each client address, of requests without a credential',
  },
  {
    flag: 'rate-limit-failures',
    variable: 'ORIEL_RATE_LIMIT_FAILURES',
    value: 'N',
    default: String(DEFAULT_RATE_LIMITS.failuresPerAddress),
    help: 'the same for each client address, of requests with a credential that is refused',
  },
  {
    flag: 'header-timeout',
    variable: 'ORIEL_HEADER_TIMEOUT',
    value: 'SECONDS',
    default: String(DEFAULT_CONNECTION_LIMITS.headerMs / MS_PER_SECOND),
    help: 'for the head of a request to arrive; then the connection is refused with 408',
  },
  {
    flag: 'request-timeout',
    variable: 'ORIEL_REQUEST_TIMEOUT',
    value: 'SECONDS',
    default: String(DEFAULT_CONNECTION_LIMITS.requestMs / MS_PER_SECOND),
    help: 'the same for a whole request, head and body',
  },
  {
    flag: 'idle-timeout',
    variable: 'ORIEL_IDLE_TIMEOUT',
    value: 'SECONDS',
    default: String(DEFAULT_CONNECTION_LIMITS.idleMs / MS_PER_SECOND),
    help: 'that a connection is kept for its next request',
  },
  {
    flag: 'answer-timeout',
    variable: 'ORIEL_ANSWER_TIMEOUT',
    value: 'SECONDS',
    default: String(DEFAULT_CONNECTION_LIMITS.answerMs / MS_PER_SECOND),
    help: 'that a client may leave an answer unread before the connection is cut',
  },
  {
    flag: 'max-connections',
    variable: 'ORIEL_MAX_CONNECTIONS',
    value: 'N',
    default: String(DEFAULT_CONNECTION_LIMITS.maxConnections),
    help: 'connections of clients at a time; idle ones are closed for new ones',
  },
  {
    flag: 'max-embed-users',
    variable: 'ORIEL_MAX_EMBED_USERS',
    value: 'N',
    default: String(DEFAULT_MAX_EMBED_USERS),
    help: 'embed users of an account, ephemeral ones aside; 0 for no limit',
  },
  {
    flag: 'disk-reserve',
    variable: 'ORIEL_DISK_RESERVE',
    value: 'MB',
    default: String(DEFAULT_DISK_RESERVE_BYTES / BYTES_PER_MB),
    help: 'megabytes that stay free on the disk: with less, writing is refused with 507 and reading goes on',
  },
  {
    flag: 'query-memory',
    variable: 'ORIEL_QUERY_MEMORY',
    value: 'MB',
    help: "memory of a deployment's DuckDB where its variables say nothing; default: a quarter of the machine's, at most 1024",
  },
  {
    flag: 'query-memory-max',
    variable: 'ORIEL_QUERY_MEMORY_MAX',
    value: 'MB',
    help: "the most that its variables may say; default: half of the machine's",
  },
  {
    flag: 'query-spill',
    variable: 'ORIEL_QUERY_SPILL',
    value: 'MB',
    default: '4096',
    help: "what a deployment's DuckDB may write to the data folder where its memory is too small",
  },
  {
    flag: 'query-threads',
    variable: 'ORIEL_QUERY_THREADS',
    value: 'N',
    help: "threads of a deployment's DuckDB; default: the cores of the machine",
  },
  {
    flag: 'query-slots',
    variable: 'ORIEL_QUERY_SLOTS',
    value: 'N',
    default: '4',
    help: "queries of a deployment's DuckDB at once, at most half of them of one caller",
  },
  {
    flag: 'runtime-memory',
    variable: 'ORIEL_RUNTIME_MEMORY',
    value: 'MB',
    help: 'what the process of a deployment that is queried may take altogether, else it is started again; default: the memory of its DuckDB and 1536',
  },
  {
    flag: 'runtime-idle',
    variable: 'ORIEL_RUNTIME_IDLE',
    value: 'SECONDS',
    default: '600',
    help: 'that the process of a deployment is kept without queries',
  },
  {
    flag: 'runtimes',
    variable: 'ORIEL_RUNTIMES',
    value: 'N',
    default: '16',
    help: 'deployments that are queried at a time; beyond that the process unused for longest ends',
  },
  {
    flag: 'demo',
    variable: 'ORIEL_DEMO',
    help: 'fill an empty data folder with the demo and serve its host page (default; --no-demo to leave it out)',
  },
  {
    flag: 'host-page-port',
    variable: 'ORIEL_HOST_PAGE_PORT',
    value: 'N',
    help: "port of the demo's host page; default: the port after --port",
  },
  {
    flag: 'brand',
    variable: 'ORIEL_BRAND',
    value: 'NAME',
    default: 'svc',
    help: 'svc or cube: the identifiers of the embed protocol and of the security context',
  },
  {
    flag: 'log-level',
    variable: 'ORIEL_LOG_LEVEL',
    value: 'LEVEL',
    default: 'warn',
    help: 'trace, debug, info, warn, error, fatal or silent',
  },
] as const satisfies readonly SettingDescription[];

/** A key of {@link descriptions}. */
export type Flag = (typeof descriptions)[number]['flag'];

/** Which settings there are, for `--help`. */
export function settingsHelp(): string {
  const rows = descriptions.map((setting: SettingDescription) => {
    const flag = `--${setting.flag}${setting.value ? ` ${setting.value}` : ''}`;
    const byDefault = setting.default === undefined ? '' : ` (default ${setting.default})`;
    return `  ${flag.padEnd(26)} ${setting.variable.padEnd(26)} ${setting.help}${byDefault}`;
  });
  return [
    'Usage: npm start -- [flags]',
    '',
    `  ${'flag'.padEnd(26)} ${'variable'.padEnd(26)}`,
    ...rows,
    `  ${'--help'.padEnd(53)} shows this`,
  ].join('\n');
}
