import { serverBrands, type ServerBrand } from '@oriel/contract/brand';
import { MAX_ID } from '@oriel/contract/limits';
import { availableParallelism, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { modelSettingsOf } from './model-settings.ts';
import { GITHUB_FLAGS, parseGitProviderSettings } from './git-provider-settings.ts';
import { isMailAddress } from '../mail/mail-address.ts';
import type { MailSettings } from '../mail/mail-room.ts';
import { findChromium, isExecutable } from '../rendering/find-chromium.ts';
import { SettingsError } from '../settings-error.ts';
import type { QueryLimits, RuntimeLimits, ServerSettings } from './server-settings.ts';
import type { ManagedProvider } from '../sign-on/providers/managed-provider.ts';
import { BYTES_PER_MB, MS_PER_SECOND } from './setting-defaults.ts';
import { descriptions, type Flag, type SettingDescription } from './setting-descriptions.ts';
import {
  dataSourceNetworksOf,
  booleanOf,
  MAX_RATE,
  networksOf,
  oneOf,
  portOf,
  rateOf,
  readSettingFile,
  secondsOf,
  wholeNumberOf,
} from './setting-values.ts';

/** A petabyte: more than there is. */
const MAX_RESERVE_MB = 2 ** 30;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

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
    accessTokenSeconds: secondsOf('--access-token-ttl', text('access-token-ttl') ?? '') / MS_PER_SECOND,
    rateLimits: rateLimitsOf(text),
    queryLimits: queryLimitsOf(text),
    runtimeLimits: runtimeLimitsOf(text),
    connectionLimits: connectionLimitsOf(text),
    maxEmbedUsers: wholeNumberOf('--max-embed-users', text('max-embed-users') ?? '', {
      unit: 'embed users',
      max: MAX_ID,
    }),
    diskReserveBytes:
      wholeNumberOf('--disk-reserve', text('disk-reserve') ?? '', {
        unit: 'megabytes',
        max: MAX_RESERVE_MB,
      }) * BYTES_PER_MB,
    gitProviderSettings: parseGitProviderSettings({
      github: Object.fromEntries(GITHUB_FLAGS.map((flag) => [flag, text(flag)])),
      privateNetworks: text('git-private-networks'),
      caFile: text('git-ca'),
    }),
    oidcProvider: oidcProviderOf(text),
    outboundNetworks: networksOf('--outbound-private-networks', text('outbound-private-networks') ?? ''),
    dataSourceNetworks: dataSourceNetworksOf(text('data-source-private-networks')),
    models: modelSettingsOf(text),
    demo: booleanOf('--demo', text('demo') ?? 'true'),
    hostPort: portOf('--host-page-port', text('host-page-port') ?? String(port === 0 ? 0 : port + 1)),
    brand: brandOf(text('brand') ?? 'svc'),
    logLevel: oneOf('--log-level', text('log-level') ?? 'warn', LOG_LEVELS),
  };
}

function rateLimitsOf(text: (flag: Flag) => string | undefined): ServerSettings['rateLimits'] {
  return {
    perCredential: rateOf('--rate-limit', text('rate-limit') ?? ''),
    perTenant: rateOf('--rate-limit-tenant', text('rate-limit-tenant') ?? ''),
    perAddress: rateOf('--rate-limit-address', text('rate-limit-address') ?? ''),
    failuresPerAddress: rateOf('--rate-limit-failures', text('rate-limit-failures') ?? ''),
  };
}

function connectionLimitsOf(text: (flag: Flag) => string | undefined): ServerSettings['connectionLimits'] {
  return {
    headerMs: secondsOf('--header-timeout', text('header-timeout') ?? ''),
    requestMs: secondsOf('--request-timeout', text('request-timeout') ?? ''),
    idleMs: secondsOf('--idle-timeout', text('idle-timeout') ?? ''),
    answerMs: secondsOf('--answer-timeout', text('answer-timeout') ?? ''),
    maxConnections: wholeNumberOf('--max-connections', text('max-connections') ?? '', {
      unit: 'connections, at least 1',
      min: 1,
      max: MAX_RATE,
    }),
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

function oidcProviderOf(text: (flag: Flag) => string | undefined): ManagedProvider | undefined {
  const [issuer, clientId] = [text('oidc-issuer'), text('oidc-client-id')];
  const clientSecret = text('oidc-client-secret');
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined;
  if (issuer === undefined || clientId === undefined)
    throw new SettingsError('--oidc-issuer and --oidc-client-id go together; one of them is missing');
  const url = URL.parse(issuer);
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username !== '' || url.search !== '')
    throw new SettingsError(
      `--oidc-issuer takes an address without a user and a query, not ${JSON.stringify(issuer)}`,
    );
  return {
    issuer,
    clientId,
    clientSecret,
    trustsEmails: booleanOf('--oidc-trusts-emails', text('oidc-trusts-emails') ?? 'false'),
    endsProviderSession: booleanOf('--oidc-ends-session', text('oidc-ends-session') ?? 'false'),
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
