import { basename } from 'node:path';
import type { TransformSettings } from '../transform-settings.ts';

/**
 * Adapters of dbt by the types of data sources that Oriel knows, with what their profiles must have besides. Nothing
 * connects.
 */
const adapters: Readonly<Record<string, (database: string, schema: string) => object>> = {
  // The file is not made; its name is that of the database in the full names of tables.
  duckdb: (database, schema) => ({ type: 'duckdb', path: database, schema }),
  postgres: (database, schema) => ({
    type: 'postgres',
    host: 'localhost',
    port: 5432,
    user: 'none',
    password: 'none',
    dbname: database,
    schema,
    threads: 1,
  }),
};

/**
 * The text of a `profiles.yml` for parsing: it says how tables are named, and holds no credential.
 *
 * @param variables of the deployment
 */
export function profileOf(
  profile: string,
  { target = 'oriel', schema }: Pick<TransformSettings, 'target' | 'schema'>,
  variables: ReadonlyMap<string, string>,
): string {
  const type = variables.get('CUBEJS_DB_TYPE') || 'duckdb';
  const database =
    type === 'postgres'
      ? variables.get('CUBEJS_DB_NAME') || 'postgres'
      : basename(variables.get('CUBEJS_DB_DUCKDB_DATABASE_PATH') || ':memory:');
  const make = adapters[type] ?? adapters['duckdb'];
  const output = make?.(database, schema ?? (type === 'postgres' ? 'public' : 'main'));
  // JSON is YAML.
  return JSON.stringify({ [profile]: { target, outputs: { [target]: output } } });
}
