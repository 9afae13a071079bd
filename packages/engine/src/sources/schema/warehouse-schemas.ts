import { databricks } from '@oriel/semantic';
import type { BigQuerySourceConfig, DatabricksSourceConfig } from '../connection/source-config.ts';
import type { SchemaSelects } from './schema-statements.ts';
import { standardSchema } from './standard-schema.ts';

/**
 * Of the database of the settings, or of the user. Keys are told by SHOW alone, which is no SELECT.
 *
 * @see https://docs.snowflake.com/en/sql-reference/info-schema
 */
export const snowflakeSchema: SchemaSelects = standardSchema({
  tables: 'information_schema.tables',
  columns: 'information_schema.columns',
  tableComment: 'comment',
  columnComment: 'comment',
  where: ["table_schema <> 'INFORMATION_SCHEMA'"],
});

/**
 * Of the dataset of the settings, or else of every dataset of the project where it runs its statements: `US` unless
 * the settings say so. Keys are not read: those of a project cannot be asked for at once.
 *
 * @see https://cloud.google.com/bigquery/docs/information-schema-intro
 */
export function bigquerySchema({ project, dataset, location = 'US' }: BigQuerySourceConfig): SchemaSelects {
  const path = dataset ?? `region-${location.toLowerCase()}`;
  // The project of an old account has points in it too.
  const [, owner = project, name = ''] = /^(?:(.+)\.)?([^.]*)$/.exec(path) ?? [];
  const schema = `${quotePath(owner)}.${quotePath(name)}.INFORMATION_SCHEMA`;
  return standardSchema({
    tables: `${schema}.TABLES`,
    columns: `${schema}.COLUMNS`,
    where: ["table_schema <> 'INFORMATION_SCHEMA'"],
  });
}

/**
 * Escapes as texts do. What the dialect quotes are names of its own, which have no hyphens.
 *
 * @see https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical#quoted_identifiers
 */
const quotePath = (name: string) => `\`${name.replace(/[\\`]/g, String.raw`\$&`)}\``;

/**
 * Of the catalog of the settings, or else of all that the user may see. Keys are not enforced, and are told all the
 * same.
 *
 * @see https://docs.databricks.com/aws/en/sql/language-manual/sql-ref-information-schema
 */
export function databricksSchema({ catalog }: Pick<DatabricksSourceConfig, 'catalog'>): SchemaSelects {
  const schema = `${databricks.quoteIdentifier(catalog ?? 'system')}.information_schema`;
  return {
    ...standardSchema({
      tables: `${schema}.tables`,
      columns: `${schema}.columns`,
      type: 'full_data_type',
      tableComment: 'comment',
      columnComment: 'comment',
      where: ["table_schema <> 'information_schema'", "table_catalog <> 'system'"],
    }),
    keys: databricksKeys(schema),
  };
}

function databricksKeys(schema: string): NonNullable<SchemaSelects['keys']> {
  const same = (left: string, right: string, prefix = '') =>
    ['catalog', 'schema', 'name']
      .map((part) => `${left}.constraint_${part} = ${right}.${prefix}constraint_${part}`)
      .join(' AND ');
  return {
    select: {
      catalog: 'k.table_catalog',
      schema: 'k.table_schema',
      table: 'k.table_name',
      key: 'k.constraint_name',
      column: 'k.column_name',
      toCatalog: 'p.table_catalog',
      toSchema: 'p.table_schema',
      toTable: 'p.table_name',
      toColumn: 'p.column_name',
    },
    from: `${schema}.key_column_usage AS k
  JOIN ${schema}.table_constraints AS t ON ${same('t', 'k')}
  LEFT JOIN ${schema}.referential_constraints AS r ON ${same('r', 'k')}
  LEFT JOIN ${schema}.key_column_usage AS p
    ON ${same('p', 'r', 'unique_')} AND p.ordinal_position = k.position_in_unique_constraint`,
    where: ["(t.constraint_type = 'PRIMARY KEY' OR p.table_name IS NOT NULL)"],
    orderBy: ['k.table_catalog', 'k.table_schema', 'k.table_name', 'k.constraint_name', 'k.ordinal_position'],
  };
}
