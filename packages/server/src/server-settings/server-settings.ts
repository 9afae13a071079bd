import type { ServerBrand } from '@oriel/contract';
import type { BlockList } from 'node:net';
import type { ModelSettings } from '../agents/endpoint/model-endpoint.ts';
import type { ConnectionLimits } from '../http/listening/connection-limits.ts';
import type { RateLimitSettings } from '../http/rate-limit/rate-limit-settings.ts';
import type { GitProviderSettings } from './git-provider-settings.ts';
import type { ManagedProvider } from '../sign-on/providers/managed-provider.ts';
import type { MailSettings } from '../mail/mail-room.ts';

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
  /** How long an OAuth access token can be used. */
  accessTokenSeconds: number;
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
  /** How git hosts are reached; undefined: none is. */
  gitProviderSettings: GitProviderSettings | undefined;
  /** The OpenID provider of the first account; undefined: the accounts' own alone. */
  oidcProvider: ManagedProvider | undefined;
  /** Private networks that requests to other hosts may reach; see `createOutboundFetch`. */
  outboundNetworks: BlockList;
  /** Addresses and private networks that data sources may be in. */
  dataSourceNetworks: readonly string[];
  /** Models for chats. */
  models: ModelSettings;
  demo: boolean;
  hostPort: number;
  brand: ServerBrand;
  logLevel: string;
}

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
