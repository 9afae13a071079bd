import { clickhouse, duckdb, mysql, postgres, redshift, trino, type Dialect } from '@oriel/semantic';
import type { SourceConfig, TlsConfig } from '@oriel/engine';
import { UsageError } from '../command-error.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** A kind of database that a query can be asked of. */
interface SourceKind {
  readonly dialect: Dialect;
  /**
   * How it is reached, from the whole text of `--source` and the variables of the environment.
   *
   * @throws {@link UsageError} for an address that is none
   */
  configOf(text: string, variables: Variables): SourceConfig;
}

/** The parts of an address; without a password that of the environment. */
interface Address {
  readonly host: string;
  readonly port?: number;
  readonly user: string;
  readonly password?: string;
  readonly ssl?: TlsConfig;
  /** What stands behind the slashes. */
  readonly path: readonly string[];
}

/** The variable with the password of each kind, as its own programs have it. */
export const PASSWORD_VARIABLES = {
  postgres: 'PGPASSWORD',
  redshift: 'PGPASSWORD',
  mysql: 'MYSQL_PWD',
  trino: 'TRINO_PASSWORD',
  clickhouse: 'CLICKHOUSE_PASSWORD',
} as const;

const ADDRESSES = {
  postgres: 'postgres://USER:PASSWORD@HOST:PORT/DATABASE',
  redshift: 'redshift://USER:PASSWORD@HOST:PORT/DATABASE',
  mysql: 'mysql://USER:PASSWORD@HOST:PORT/DATABASE',
  trino: 'trino://USER:PASSWORD@HOST:PORT/CATALOG/SCHEMA',
  clickhouse: 'clickhouse://USER:PASSWORD@HOST:PORT/DATABASE',
} as const;

const postgresKind: SourceKind = {
  dialect: postgres,
  configOf(text, variables) {
    const { path, ...address } = readAddress('postgres', text, variables);
    return { type: 'postgres', ...address, database: databaseOf('postgres', path) };
  },
};

const redshiftKind: SourceKind = {
  dialect: redshift,
  configOf(text, variables) {
    const { path, ...address } = readAddress('redshift', text, variables);
    return { type: 'redshift', ...address, database: databaseOf('redshift', path) };
  },
};

const mysqlKind: SourceKind = {
  dialect: mysql,
  configOf(text, variables) {
    const { path, ...address } = readAddress('mysql', text, variables);
    return { type: 'mysql', ...address, database: databaseOf('mysql', path) };
  },
};

/** By what stands before the first colon of `--source`. */
const sourceKinds = new Map<string, SourceKind>([
  [
    'duckdb',
    { dialect: duckdb, configOf: (text) => ({ type: 'duckdb', path: text.slice('duckdb:'.length) }) },
  ],
  ['postgres', postgresKind],
  ['postgresql', postgresKind],
  ['redshift', redshiftKind],
  ['mysql', mysqlKind],
  ['mariadb', mysqlKind],
  [
    'trino',
    {
      dialect: trino,
      configOf(text, variables) {
        const { path, ...address } = readAddress('trino', text, variables);
        const [catalog, schema] = path;
        return { type: 'trino', ...address, ...(catalog && { catalog }), ...(schema && { schema }) };
      },
    },
  ],
  [
    'clickhouse',
    {
      dialect: clickhouse,
      configOf(text, variables) {
        const { path, ...address } = readAddress('clickhouse', text, variables);
        const [database] = path;
        return { type: 'clickhouse', ...address, ...(database && { database }) };
      },
    },
  ],
]);

/** The dialect of the SQL that is shown where no source is named. */
export const defaultDialect: Dialect = duckdb;

/**
 * Finds the kind of a source. An address may hold a password, so no more of it is told than what stands before the
 * first colon.
 *
 * @throws {@link UsageError} for a kind that there is not
 */
export function getSourceKind(text: string): SourceKind {
  const [scheme = ''] = text.split(':');
  const kind = text.includes(':') ? sourceKinds.get(scheme) : undefined;
  if (kind) return kind;
  throw new UsageError(
    `--source takes duckdb:FILE or an address such as ${ADDRESSES.postgres} ` +
      `(also redshift, mysql, mariadb, trino and clickhouse), not ${JSON.stringify(scheme)}`,
  );
}

/**
 * `host` in the query of the address names the folder of a unix socket, of a PostgreSQL; `sslmode` is what libpq makes
 * of it.
 *
 * @throws {@link UsageError} for a text that is no such address
 */
function readAddress(kind: keyof typeof ADDRESSES, text: string, variables: Variables): Address {
  const address = /^\w+:\/\//.test(text) ? URL.parse(text) : null;
  if (!address) throw noAddress(kind);
  const host = address.searchParams.get('host') ?? decodeURIComponent(address.hostname);
  const password =
    address.password === '' ? variables[PASSWORD_VARIABLES[kind]] : decodeURIComponent(address.password);
  const ssl = readSslMode(address.searchParams.get('sslmode'));
  return {
    host: host === '' ? 'localhost' : host.replace(/^\[(.*)\]$/, '$1'),
    ...(address.port !== '' && { port: Number(address.port) }),
    user: decodeURIComponent(address.username) || USERS[kind],
    ...(password && { password }),
    ...(ssl && { ssl }),
    path: address.pathname
      .split('/')
      .slice(1)
      .map((part) => decodeURIComponent(part)),
  };
}

/** Who signs in where the address names nobody, as with the database's own programs. */
const USERS = {
  postgres: 'postgres',
  redshift: 'awsuser',
  mysql: 'root',
  trino: 'oriel',
  clickhouse: 'default',
} as const;

/** @throws {@link UsageError} where the address names no database */
function databaseOf(kind: keyof typeof ADDRESSES, [database = '', ...more]: readonly string[]): string {
  if (database === '' || more.length > 0) throw noAddress(kind);
  return database;
}

const NAMES = {
  postgres: 'a PostgreSQL',
  redshift: 'a Redshift',
  mysql: 'a MySQL',
  trino: 'a Trino',
  clickhouse: 'a ClickHouse',
};

function noAddress(kind: keyof typeof ADDRESSES): UsageError {
  return new UsageError(`--source: this is no address of ${NAMES[kind]}; give ${ADDRESSES[kind]}`);
}

function readSslMode(mode: string | null): TlsConfig | undefined {
  switch (mode) {
    case null:
    case 'disable':
    case 'allow':
    case 'prefer':
      return undefined;
    case 'require':
      return { rejectUnauthorized: false };
    case 'verify-ca':
    case 'verify-full':
      return { rejectUnauthorized: true };
    default:
      throw new UsageError(
        `--source: sslmode is disable, require, verify-ca or verify-full, not ${JSON.stringify(mode)}`,
      );
  }
}
