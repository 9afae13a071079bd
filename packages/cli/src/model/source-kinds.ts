import { duckdb, postgres, type Dialect } from '@oriel/semantic';
import type { PostgresSourceConfig, SourceConfig, TlsConfig } from '@oriel/engine';
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

const postgresKind: SourceKind = { dialect: postgres, configOf: readPostgresAddress };

/** By what stands before the first colon of `--source`. */
const sourceKinds = new Map<string, SourceKind>([
  [
    'duckdb',
    { dialect: duckdb, configOf: (text) => ({ type: 'duckdb', path: text.slice('duckdb:'.length) }) },
  ],
  ['postgres', postgresKind],
  ['postgresql', postgresKind],
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
    `--source takes duckdb:FILE or postgres://USER:PASSWORD@HOST:PORT/DATABASE, not ${JSON.stringify(scheme)}`,
  );
}

/**
 * `host` in the query of the address names the folder of a unix socket; `sslmode` is what libpq makes of it, and so is
 * `PGPASSWORD` where the address has no password.
 */
function readPostgresAddress(text: string, { PGPASSWORD }: Variables): PostgresSourceConfig {
  const address = /^postgres(ql)?:\/\//.test(text) ? URL.parse(text) : null;
  const database = address?.pathname.slice(1);
  if (!address || !database)
    throw new UsageError(
      '--source: this is no address of a PostgreSQL; give postgres://USER:PASSWORD@HOST:PORT/DATABASE',
    );
  const host = address.searchParams.get('host') ?? decodeURIComponent(address.hostname);
  const password = address.password === '' ? PGPASSWORD : decodeURIComponent(address.password);
  const ssl = readSslMode(address.searchParams.get('sslmode'));
  return {
    type: 'postgres',
    host: host === '' ? 'localhost' : host.replace(/^\[(.*)\]$/, '$1'),
    ...(address.port !== '' && { port: Number(address.port) }),
    database: decodeURIComponent(database),
    user: decodeURIComponent(address.username) || 'postgres',
    ...(password && { password }),
    ...(ssl && { ssl }),
  };
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
