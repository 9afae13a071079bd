import { limits, serverBrands, type ServerBrand } from '@oriel/contract';
import { isMailAddress } from './mail/mail-address.ts';
import type { MailSettings } from './mail/mail-room.ts';
import { findChromium, isExecutable } from './rendering/find-chromium.ts';
import { SettingsError } from './settings-error.ts';
import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { DEFAULT_RATE_LIMITS, type RateLimitSettings } from './http/rate-limit/rate-limit-settings.ts';
import { DEFAULT_CONNECTION_LIMITS, type ConnectionLimits } from './http/connection-limits.ts';
import { DEFAULT_DISK_RESERVE_BYTES } from './db/storage.ts';
import { DEFAULT_MAX_EMBED_USERS } from './embedding/embed-users/viewer-limit.ts';

/** How one server runs. Each setting is a flag, or a variable where no flag is given. */
export interface ServerSettings {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Where clients reach the server when that is not what the request says; no slash at the end. */
  baseUrl: string | undefined;
  tls: { cert: Buffer; key: Buffer } | undefined;
  trustedProxies: string[];
  bootstrapApiKey: string | undefined;
  /** Keys that secrets are encrypted with, by comma, the current one first. */
  secretKey: string | undefined;
  /** What `/metrics` is asked with; undefined: nothing, on the machine itself. */
  metricsToken: string | undefined;
  rateLimits: RateLimitSettings;
  queryLimits: QueryLimits;
  runtimeLimits: RuntimeLimits;
  connectionLimits: ConnectionLimits;
  /** Where mail is handed in; undefined: none is sent. */
  mail: MailSettings | undefined;
  /** The browser that draws dashboards; undefined where there is none. */
  chromium: string | undefined;
  /** Embed users of an account, ephemeral ones aside; 0 is no limit. */
  maxEmbedUsers: number;
  /** Bytes that stay free on the disks that are written to. */
  diskReserveBytes: number;
  demo: boolean;
  hostPort: number;
  brand: ServerBrand;
  logLevel: string;
}

const MS_PER_SECOND = 1_000;
const BYTES_PER_MB = 2 ** 20;

/** What each deployment's DuckDB may take of the machine; see `DuckDbLimits` of the engine. */
export interface QueryLimits {
  readonly memoryMb: number;
  readonly maxMemoryMb: number;
  readonly spillMb: number;
  readonly threads: number;
  readonly slots: number;
}

/** How many processes of deployments there may be, and what each may take; see `EngineOptions` of the engine. */
export interface RuntimeLimits {
  /** Default: what the engine has. */
  readonly runtimeMemoryMb?: number;
  readonly idleMs: number;
  readonly maxRuntimes: number;
}

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

/** More than any number of servers answers. */
const MAX_RATE = 1_000_000;
/** A day: what takes longer hangs. */
const MAX_SECONDS = 86_400;
/** A petabyte: more than there is. */
const MAX_RESERVE_MB = 2 ** 30;

type Flag = (typeof descriptions)[number]['flag'];

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

/**
 * Reads the settings.
 *
 * @throws {@link SettingsError} for an unknown flag or a value that cannot be
 */
export function parseSettings(args: readonly string[], env: NodeJS.ProcessEnv): ServerSettings | 'help' {
  const flags = parseFlags(args);
  if (flags['help'] === true) return 'help';
  const text = (flag: Flag): string | undefined => {
    const setting: SettingDescription | undefined = descriptions.find((entry) => entry.flag === flag);
    const given = flags[flag] ?? (env[setting?.variable ?? ''] || undefined);
    return given === undefined ? setting?.default : String(given);
  };
  const port = portOf('--port', text('port') ?? '');
  return {
    port,
    host: text('host') ?? 'localhost',
    dataDir: text('data') ?? '.oriel',
    databaseUrl: text('database-url'),
    baseUrl: baseUrlOf(text('base-url')),
    tls: tlsOf(text('tls-cert'), text('tls-key')),
    trustedProxies: (text('trusted-proxy') ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
    bootstrapApiKey: text('bootstrap-api-key'),
    secretKey: text('secret-key'),
    metricsToken: metricsTokenOf(text('metrics-token')),
    chromium: chromiumOf(text('chromium')),
    mail: mailOf(text('smtp-url'), text('smtp-from')),
    rateLimits: {
      perCredential: rateOf('--rate-limit', text('rate-limit') ?? ''),
      perTenant: rateOf('--rate-limit-tenant', text('rate-limit-tenant') ?? ''),
      perAddress: rateOf('--rate-limit-address', text('rate-limit-address') ?? ''),
      failuresPerAddress: rateOf('--rate-limit-failures', text('rate-limit-failures') ?? ''),
    },
    queryLimits: queryLimitsOf(text),
    runtimeLimits: runtimeLimitsOf(text),
    connectionLimits: {
      headerMs: secondsOf('--header-timeout', text('header-timeout') ?? ''),
      requestMs: secondsOf('--request-timeout', text('request-timeout') ?? ''),
      idleMs: secondsOf('--idle-timeout', text('idle-timeout') ?? ''),
      answerMs: secondsOf('--answer-timeout', text('answer-timeout') ?? ''),
      maxConnections: wholeNumberOf('--max-connections', text('max-connections') ?? '', {
        unit: 'connections, at least 1',
        min: 1,
        max: MAX_RATE,
      }),
    },
    maxEmbedUsers: wholeNumberOf('--max-embed-users', text('max-embed-users') ?? '', {
      unit: 'embed users',
      max: limits.MAX_ID,
    }),
    diskReserveBytes:
      wholeNumberOf('--disk-reserve', text('disk-reserve') ?? '', {
        unit: 'megabytes',
        max: MAX_RESERVE_MB,
      }) * BYTES_PER_MB,
    demo: booleanOf('--demo', text('demo') ?? 'true'),
    hostPort: portOf('--host-page-port', text('host-page-port') ?? String(port === 0 ? 0 : port + 1)),
    brand: brandOf(text('brand') ?? 'svc'),
    logLevel: oneOf('--log-level', text('log-level') ?? 'warn', [
      'trace',
      'debug',
      'info',
      'warn',
      'error',
      'fatal',
      'silent',
    ]),
  };
}

function parseFlags(args: readonly string[]): Record<string, string | boolean | undefined> {
  const options = Object.fromEntries(
    descriptions.map((setting: SettingDescription) => [
      setting.flag,
      { type: setting.value ? 'string' : 'boolean' } as const,
    ]),
  );
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean' } },
      allowNegative: true,
      strict: true,
    });
    return values;
  } catch (cause) {
    const sentence = (cause as Error).message.split('. ')[0];
    throw new SettingsError(`${sentence}. See npm start -- --help`, { cause });
  }
}

function portOf(flag: string, text: string): number {
  const port = Number(text);
  if (text.trim() !== '' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new SettingsError(`${flag} takes a number from 0 to 65535, not ${JSON.stringify(text)}`);
}

/** The defaults are for the machine, or for the container that the process is in. */
function queryLimitsOf(text: (flag: Flag) => string | undefined): QueryLimits {
  const machineMb = Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20);
  const memoryOf = (flag: Flag, byDefault: number) =>
    wholeNumberOf(`--${flag}`, text(flag) ?? String(byDefault), {
      unit: 'MB, at least 64',
      min: 64,
      max: 2 ** 24,
    });
  const countOf = (flag: Flag, byDefault: number) =>
    wholeNumberOf(`--${flag}`, text(flag) ?? String(byDefault), { unit: 'at least 1', min: 1, max: 64 });
  const memoryMb = memoryOf('query-memory', Math.max(256, Math.min(1_024, Math.floor(machineMb / 4))));
  return {
    memoryMb,
    maxMemoryMb: memoryOf('query-memory-max', Math.max(memoryMb, Math.floor(machineMb / 2))),
    spillMb: memoryOf('query-spill', 4_096),
    threads: countOf('query-threads', Math.min(64, availableParallelism())),
    slots: countOf('query-slots', 4),
  };
}

function runtimeLimitsOf(text: (flag: Flag) => string | undefined): RuntimeLimits {
  const memory = text('runtime-memory');
  return {
    ...(memory !== undefined && {
      runtimeMemoryMb: wholeNumberOf('--runtime-memory', memory, {
        unit: 'MB, at least 256',
        min: 256,
        max: 2 ** 24,
      }),
    }),
    idleMs: secondsOf('--runtime-idle', text('runtime-idle') ?? ''),
    maxRuntimes: wholeNumberOf('--runtimes', text('runtimes') ?? '', {
      unit: 'deployments, at least 1',
      min: 1,
      max: 1_000,
    }),
  };
}

/** Nothing slows down who guesses it. */
function metricsTokenOf(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[\x21-\x7e]{16,512}$/.test(text))
    throw new SettingsError('--metrics-token takes 16 to 512 characters of ASCII without spaces');
  return text;
}

function chromiumOf(path: string | undefined): string | undefined {
  if (path === undefined) return findChromium();
  if (isExecutable(path)) return path;
  throw new SettingsError(`--chromium takes a program that may be run, not ${JSON.stringify(path)}`);
}

/** Neither is said in a refusal: the address may hold a password. */
function mailOf(smtpUrl: string | undefined, smtpFrom: string | undefined): MailSettings | undefined {
  if (smtpUrl === undefined && smtpFrom === undefined) return undefined;
  if (smtpUrl === undefined || smtpFrom === undefined)
    throw new SettingsError('--smtp-url and --smtp-from go together; one of them is missing');
  const url = URL.parse(smtpUrl);
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    throw new SettingsError('--smtp-url takes an address that begins with smtp:// or smtps://');
  if (!isMailAddress(/<([^<>]*)>\s*$/.exec(smtpFrom)?.[1] ?? smtpFrom.trim()))
    throw new SettingsError(
      '--smtp-from takes an e-mail address, or a name and an address in angle brackets',
    );
  return { smtpUrl, smtpFrom };
}

function rateOf(flag: string, text: string): number {
  return wholeNumberOf(flag, text, { unit: 'requests a second, 0 for no limit', max: MAX_RATE });
}

/** @returns milliseconds */
function secondsOf(flag: string, text: string): number {
  return wholeNumberOf(flag, text, { unit: 'seconds, at least 1', min: 1, max: MAX_SECONDS }) * MS_PER_SECOND;
}

function wholeNumberOf(
  flag: string,
  text: string,
  { unit, min = 0, max }: { unit: string; min?: number; max: number },
): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max) return number;
  throw new SettingsError(`${flag} takes a whole number of ${unit}, not ${JSON.stringify(text)}`);
}

function booleanOf(flag: string, text: string): boolean {
  if (['true', '1', 'yes', 'on'].includes(text)) return true;
  if (['false', '0', 'no', 'off'].includes(text)) return false;
  throw new SettingsError(`${flag} is true or false, not ${JSON.stringify(text)}`);
}

function oneOf(flag: string, text: string, values: readonly string[]): string {
  if (values.includes(text)) return text;
  throw new SettingsError(`${flag} is one of ${values.join(', ')}, not ${JSON.stringify(text)}`);
}

function brandOf(text: string): ServerBrand {
  return serverBrands[oneOf('--brand', text, Object.keys(serverBrands)) as keyof typeof serverBrands];
}

function baseUrlOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new SettingsError(`--base-url takes an http or https address, not ${JSON.stringify(text)}`);
  }
  return url.href.replace(/\/$/, '');
}

function tlsOf(certFile: string | undefined, keyFile: string | undefined): ServerSettings['tls'] {
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined)
    throw new SettingsError('--tls-cert and --tls-key go together; one of them is missing');
  return { cert: readSettingFile('--tls-cert', certFile), key: readSettingFile('--tls-key', keyFile) };
}

function readSettingFile(flag: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new SettingsError(
      `${flag}: the file ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`,
      { cause },
    );
  }
}
