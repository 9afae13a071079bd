import type { ReachableNetworks } from './reachable-socket.ts';

/** How a deployment's data is reached. */
export type SourceConfig =
  | DuckDbSourceConfig
  | PostgresSourceConfig
  | RedshiftSourceConfig
  | MySqlSourceConfig
  | TrinoSourceConfig
  | ClickHouseSourceConfig
  | SnowflakeSourceConfig
  | BigQuerySourceConfig
  | DatabricksSourceConfig;

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

/** A server of databases, and the user who reads from it. */
export interface ServerSourceConfig extends SourceLimits {
  /** A name or address. */
  readonly host: string;
  readonly port?: number;
  readonly user: string;
  readonly password?: string;
  /** Absent: the connection is not encrypted. */
  readonly ssl?: TlsConfig;
  /** A result counts as current for so long after it was read, default 10 seconds. */
  readonly currentForMs?: number;
  /** Statements, and with them connections, at once; default 8. */
  readonly maxConnections?: number;
  /** Absent: every network is reached. */
  readonly networks?: ReachableNetworks;
  /** Absent: everybody reads as the user above. */
  readonly userToken?: UserTokenConfig;
}

/** A PostgreSQL database, port 5432 by default. The host may be the folder of a unix socket. */
export interface PostgresSourceConfig extends ServerSourceConfig {
  readonly type: 'postgres';
  readonly database: string;
}

/** An Amazon Redshift, a cluster or a serverless workgroup, port 5439 by default. */
export interface RedshiftSourceConfig extends ServerSourceConfig {
  readonly type: 'redshift';
  readonly database: string;
}

/** A MySQL or a MariaDB, port 3306 by default. */
export interface MySqlSourceConfig extends ServerSourceConfig {
  readonly type: 'mysql';
  readonly database: string;
}

/**
 * A Trino, or a server that speaks its protocol; port 8080 by default, of an encrypted connection 443. Passwords and
 * tokens are sent with each request, over encrypted connections and to this machine alone.
 */
export interface TrinoSourceConfig extends ServerSourceConfig {
  readonly type: 'trino';
  /** Of names of tables that name none. */
  readonly catalog?: string;
  readonly schema?: string;
  /** In place of a password. */
  readonly token?: string;
}

/**
 * A ClickHouse by its HTTP interface; port 8123 by default, of an encrypted connection 8443. Its user has to be one
 * that may change settings; tokens of users are sent in place of user and password.
 */
export interface ClickHouseSourceConfig extends ServerSourceConfig {
  readonly type: 'clickhouse';
  /** Of names of tables that name none, default `default`. */
  readonly database?: string;
  /** Whether rows are compressed on their way, default false. */
  readonly isCompressed?: boolean;
}

/**
 * A Snowflake by its SQL API; port 443 by default, without encryption 80. It is signed in to with a key, with a token,
 * or with a programmatic access token as the password; passwords of people are refused there.
 */
export interface SnowflakeSourceConfig extends ServerSourceConfig {
  readonly type: 'snowflake';
  /** The identifier of the account, such as `acme-analytics` or `xy12345.eu-central-1`. */
  readonly account: string;
  /** Names are in upper case unless they are quoted; default those of the user. */
  readonly warehouse?: string;
  readonly role?: string;
  readonly database?: string;
  readonly schema?: string;
  /** A PEM text. */
  readonly privateKey?: string;
  readonly privateKeyPassphrase?: string;
  /** Of OAuth. */
  readonly token?: string;
}

/** A BigQuery by its REST API; port 443 by default, without encryption 80. */
export interface BigQuerySourceConfig extends ServerSourceConfig {
  readonly type: 'bigquery';
  /** The project that runs the statements and pays for them. */
  readonly project: string;
  /** Where statements run, such as `EU`; default where the data of each lies. */
  readonly location?: string;
  /** Of names of tables that name none: `dataset`, or `project.dataset`. */
  readonly dataset?: string;
  /** A statement that would read more bytes is refused; default: as the project is set. */
  readonly maxBytesBilled?: number;
  /** Absent where only users read, with tokens of their own. */
  readonly key?: BigQueryKey;
}

/** The key of a service account. */
export interface BigQueryKey {
  readonly clientEmail: string;
  /** A PEM text. */
  readonly privateKey: string;
  readonly privateKeyId?: string;
  /** Where tokens are had. */
  readonly tokenUri: string;
}

/** A SQL warehouse of Databricks by its API; port 443 by default, without encryption 80. */
export interface DatabricksSourceConfig extends ServerSourceConfig {
  readonly type: 'databricks';
  readonly warehouseId: string;
  /** Of names of tables that name none; default those of the warehouse. */
  readonly catalog?: string;
  readonly schema?: string;
  /** A personal access token, or one of OAuth. */
  readonly token?: string;
  /** A service principal, which is given tokens. */
  readonly client?: { readonly id: string; readonly secret: string };
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
