import { trino } from '@oriel/semantic';
import type { TrinoSourceConfig } from '../connection/source-config.ts';
import type { SchemaSelects } from './schema-statements.ts';
import { standardSchema } from './standard-schema.ts';

const IS_OURS = "table_schema <> 'information_schema'";

/** Of the catalog of the settings, or else of all of them by what its drivers ask. It has no keys. */
export function trinoSchema({ catalog }: Pick<TrinoSourceConfig, 'catalog'>): SchemaSelects {
  if (catalog === undefined) return ofAllCatalogs;
  const schema = `${trino.quoteIdentifier(catalog)}.information_schema`;
  return standardSchema({ tables: `${schema}.tables`, columns: `${schema}.columns`, where: [IS_OURS] });
}

/** The views for drivers have the names of JDBC. */
const ofAllCatalogs = standardSchema({
  tables: `(
  SELECT table_cat AS table_catalog, table_schem AS table_schema, table_name, table_type FROM system.jdbc.tables
) AS tables`,
  columns: `(
  SELECT table_cat AS table_catalog, table_schem AS table_schema, table_name, column_name, is_nullable,
    type_name AS data_type, ordinal_position
  FROM system.jdbc.columns
) AS columns`,
  where: [IS_OURS, "table_catalog <> 'system'"],
});
