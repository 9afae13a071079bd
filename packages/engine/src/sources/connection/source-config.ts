import type { ReachableNetworks } from './reachable-socket.ts';

/** How a deployment's data is reached. */
export type SourceConfig =
  | DuckDbSourceConfig
  | PostgresSourceConfig
  | MySqlSourceConfig
  | TrinoSourceConfig
  | ClickHouseSourceConfig;

/** What holds for every statement of a source. */
export interface SourceLimits {
  /** MiB that the rows of one answer may take, default 256. */
  readonly maxResultMb?: number;
  /** A statement is stopped after so long; default: as the engine is set, 10 minutes. */
  readonly queryTimeoutMs?: number;
}

/** A DuckDB file, opened for reading only, a folder of files, or `:memory:`. */
export interface DuckDbSourceConfig extends SourceLimits {
  readonly type: 'duckdb';
  /** A DuckDB file, which is opened for reading only; a folder with files that are tables; or `:memory:`. */
  readonly path: string;
  /** Default 1,024. */
  readonly memoryLimitMb?: number;
  /** Default: as many as the machine has cores. */
  readonly threads?: number;
}

/** A PostgreSQL database and the user who reads it. */
export interface PostgresSourceConfig extends SourceLimits {
  readonly type: 'postgres';
  /** A name or address, or the folder of a unix socket. */
  readonly host: string;
  /** Default 5432. */
  readonly port?: number;
  readonly database: string;
  readonly user: string;
  readonly password?: string;
  /** Absent: the connection is not encrypted. */
  readonly ssl?: TlsConfig;
  /** A result counts as current for so long after it was read, default 10 seconds. */
  readonly currentForMs?: number;
  /** Connections at once, default 8. */
  readonly maxConnections?: number;
  /** Absent: every network is reached. */
  readonly networks?: ReachableNetworks;
  /** Absent: everybody reads as the user above. */
  readonly userToken?: UserTokenConfig;
}

/** A MySQL or a MariaDB, and the user who reads it. */
export interface MySqlSourceConfig extends SourceLimits {
  readonly type: 'mysql';
  /** A name or address. */
  readonly host: string;
  /** Default 3306. */
  readonly port?: number;
  readonly database: string;
  readonly user: string;
  readonly password?: string;
  /** Absent: the connection is not encrypted. */
  readonly ssl?: TlsConfig;
  /** A result counts as current for so long after it was read, default 10 seconds. */
  readonly currentForMs?: number;
  /** Connections at once, default 8. */
  readonly maxConnections?: number;
  /** Absent: every network is reached. */
  readonly networks?: ReachableNetworks;
  /** Absent: everybody reads as the user above. */
  readonly userToken?: UserTokenConfig;
}

/** A Trino, or a server that speaks its protocol, and the user who reads it. */
export interface TrinoSourceConfig extends SourceLimits {
  readonly type: 'trino';
  /** A name or address. */
  readonly host: string;
  /** Default 8080, of an encrypted connection 443. */
  readonly port?: number;
  /** Of names of tables that name none. */
  readonly catalog?: string;
  readonly schema?: string;
  readonly user: string;
  /** Sent with each request, over encrypted connections and to this machine alone, as the token is. */
  readonly password?: string;
  /** A token in place of a password. */
  readonly token?: string;
  /** Absent: the connection is not encrypted. */
  readonly ssl?: TlsConfig;
  /** A result counts as current for so long after it was read, default 10 seconds. */
  readonly currentForMs?: number;
  /** Statements at once, default 8. */
  readonly maxConnections?: number;
  /** Absent: every network is reached. */
  readonly networks?: ReachableNetworks;
  /** Absent: everybody reads as the user above. */
  readonly userToken?: UserTokenConfig;
}

/** A ClickHouse, which is reached by its HTTP interface, and the user who reads it. */
export interface ClickHouseSourceConfig extends SourceLimits {
  readonly type: 'clickhouse';
  /** A name or address. */
  readonly host: string;
  /** Default 8123, of an encrypted connection 8443. */
  readonly port?: number;
  /** Of names of tables that name none, default `default`. */
  readonly database?: string;
  /** Has to be one that may change settings. */
  readonly user: string;
  readonly password?: string;
  /** Absent: the connection is not encrypted. */
  readonly ssl?: TlsConfig;
  /** Whether rows are compressed on their way, default false. */
  readonly isCompressed?: boolean;
  /** A result counts as current for so long after it was read, default 10 seconds. */
  readonly currentForMs?: number;
  /** Statements at once, default 8. */
  readonly maxConnections?: number;
  /** Absent: every network is reached. */
  readonly networks?: ReachableNetworks;
  /** Absent: everybody reads as the user above. Tokens are sent in place of user and password. */
  readonly userToken?: UserTokenConfig;
}

/** Each user reads with a token of their own as the password. */
export interface UserTokenConfig {
  /** Name of the OAuth integration that the tokens are of. */
  readonly integration: string;
  /** Who signs in; `{email}` and `{login}`, what is before its @, stand for those of the user. */
  readonly user: string;
  /** Whether those who have no token read as the user of the source. */
  readonly allowsFallback: boolean;
}

/** Certificates and keys are PEM texts. */
export interface TlsConfig {
  /** Whether the server's certificate is checked. */
  readonly rejectUnauthorized: boolean;
  /** Who may have signed it; default: the authorities that Node.js knows. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** The name that the certificate is for, default the host. */
  readonly servername?: string;
}
