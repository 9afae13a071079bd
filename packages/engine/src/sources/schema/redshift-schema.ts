import { postgresKeys } from './postgres-schema.ts';
import type { SchemaSelects } from './schema-statements.ts';
import { standardSchema } from './standard-schema.ts';

/**
 * By views that have external tables too.
 *
 * @see https://docs.aws.amazon.com/redshift/latest/dg/r_SVV_TABLES.html
 * @see https://docs.aws.amazon.com/redshift/latest/dg/r_SVV_COLUMNS.html
 */
export const redshiftSchema: SchemaSelects = {
  ...standardSchema({
    tables: 'svv_tables',
    columns: 'svv_columns',
    hasCatalogs: false,
    tableComment: 'remarks',
    columnComment: 'remarks',
    where: ["table_schema NOT IN ('information_schema', 'pg_catalog', 'pg_internal', 'pg_automv')"],
  }),
  keys: postgresKeys,
};
