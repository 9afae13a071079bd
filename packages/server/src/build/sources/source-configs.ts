import { refuse } from '@oriel/contract';
import type {
  DuckDbSourceConfig,
  MySqlSourceConfig,
  PostgresSourceConfig,
  SourceConfig,
} from '@oriel/engine';
import { isAbsolute, join } from 'node:path';
import { readBigQuery } from './source-configs-bigquery.ts';
import { readClickHouse } from './source-configs-clickhouse.ts';
import { readHost, readTls, readUserToken } from './source-configs-connection.ts';
import { readDatabricks } from './source-configs-databricks.ts';
import { readSnowflake } from './source-configs-snowflake.ts';
import { readTrino } from './source-configs-trino.ts';
import { variablesOf, type SourceVariables } from './source-variables.ts';

/**
 * The data sources of a deployment by name, from its variables: `default`, or those that `CUBEJS_DATASOURCES` lists.
 * Relative paths are within the data folder.
 *
 * @throws `unavailable` with a sentence that names the variable that is missing or malformed
 */
export function readSourceConfigs(
  variables: ReadonlyMap<string, string>,
  { dataDir, networks }: SourcePlaces,
): Record<string, SourceConfig> {
  return Object.fromEntries(
    sourceNames(variables).map((name) => {
      const config = readSource(name, variablesOf(variables, name), dataDir);
      return [name, config.type !== 'duckdb' && networks ? { ...config, networks } : config];
    }),
  );
}

/** Where data sources may lie. */
export interface SourcePlaces {
  /** The folder that relative paths are within. */
  readonly dataDir: string;
  /** Undefined: every network. */
  readonly networks?: PostgresSourceConfig['networks'] | undefined;
}

function sourceNames(variables: ReadonlyMap<string, string>): readonly string[] {
  const list = variables.get('CUBEJS_DATASOURCES')?.trim();
  if (!list) return ['default'];
  const names = list.split(',').map((name) => name.trim());
  const odd = names.find((name) => !/^[a-z]\w*$/i.test(name));
  if (odd !== undefined)
    throw refuse('unavailable', {
      reason: `CUBEJS_DATASOURCES lists ${JSON.stringify(odd)}; a name has letters, digits and underscores and begins with a letter`,
    });
  return names;
}

function readSource(name: string, variables: SourceVariables, dataDir: string): SourceConfig {
  if (name !== 'default') variables.get('DB_TYPE');
  const types = [
    'duckdb',
    'postgres',
    'redshift',
    'mysql',
    'mariadb',
    'trino',
    'clickhouse',
    'snowflake',
    'bigquery',
    'databricks',
    'databricks-jdbc',
  ] as const;
  const type = variables.findOneOf('DB_TYPE', types) ?? 'duckdb';
  switch (type) {
    case 'duckdb':
      return readDuckDb(variables, dataDir);
    case 'postgres':
    case 'redshift':
      return { type, ...readDatabase(variables) };
    case 'mysql':
    case 'mariadb':
      return { type: 'mysql', ...readDatabase(variables) };
    case 'trino':
      return readTrino(variables);
    case 'clickhouse':
      return readClickHouse(variables);
    case 'snowflake':
      return readSnowflake(variables);
    case 'bigquery':
      return readBigQuery(variables);
    case 'databricks':
    case 'databricks-jdbc':
      return readDatabricks(variables);
    default:
      return type satisfies never;
  }
}

function readDuckDb(variables: SourceVariables, dataDir: string): DuckDbSourceConfig {
  const path = variables.find('DB_DUCKDB_DATABASE_PATH') ?? ':memory:';
  const memoryLimitMb = readMegabytes(variables, 'DB_DUCKDB_MEMORY_LIMIT');
  const queryTimeoutMs = variables.findDurationMs('DB_QUERY_TIMEOUT');
  return {
    type: 'duckdb',
    path: path === ':memory:' || isAbsolute(path) ? path : join(dataDir, path),
    ...(memoryLimitMb !== undefined && { memoryLimitMb }),
    ...(queryTimeoutMs !== undefined && { queryTimeoutMs }),
  };
}

function readMegabytes(variables: SourceVariables, name: string): number | undefined {
  const value = variables.find(name);
  if (value === undefined) return undefined;
  const [, amount, unit] = /^(\d+)\s*(MB|GB)$/i.exec(value) ?? [];
  if (amount === undefined || unit === undefined)
    throw refuse('unavailable', {
      reason: `${variables.nameOf(name)} is ${JSON.stringify(value)}; give a size such as 512MB or 4GB`,
    });
  return Number(amount) * (unit.toUpperCase() === 'GB' ? 1_000 : 1);
}

/** What a PostgreSQL, a Redshift and a MySQL are reached by. */
function readDatabase(
  variables: SourceVariables,
): Omit<PostgresSourceConfig, 'type'> & Omit<MySqlSourceConfig, 'type'> {
  const port = variables.findWholeNumber('DB_PORT', { min: 1, max: 65_535 });
  const password = variables.find('DB_PASS');
  const ssl = readTls(variables);
  const maxConnections = variables.findWholeNumber('DB_MAX_POOL', { min: 1, max: 1_000 });
  const queryTimeoutMs = variables.findDurationMs('DB_QUERY_TIMEOUT');
  const host = readHost(variables);
  const userToken = readUserToken(variables, { host, isEncrypted: ssl !== undefined });
  const isService = userToken === undefined || userToken.allowsFallback;
  return {
    host,
    database: variables.get('DB_NAME'),
    user: isService ? variables.get('DB_USER') : (variables.find('DB_USER') ?? ''),
    ...(userToken && { userToken }),
    ...(port !== undefined && { port }),
    ...(password !== undefined && { password }),
    ...(ssl && { ssl }),
    ...(maxConnections !== undefined && { maxConnections }),
    ...(queryTimeoutMs !== undefined && { queryTimeoutMs }),
  };
}
