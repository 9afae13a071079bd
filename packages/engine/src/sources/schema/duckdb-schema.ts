import type { SchemaSelects } from './schema-statements.ts';

/** Where the engine looks, whatever a table of the file is called. */
const of = (view: string) => `system.main.duckdb_${view}`;
const NAMES = { catalog: 'database_name', schema: 'schema_name', table: 'table_name' };
const IN_ORDER = ['database_name', 'schema_name', 'table_name'];

/** A list of names has a row for each. */
const KEYS = `(
  SELECT database_name, schema_name, table_name, constraint_index, referenced_table,
    unnest(constraint_column_names) AS column_name,
    unnest(referenced_column_names) AS referenced_column,
    unnest(range(len(constraint_column_names))) AS position
  FROM ${of('constraints')}
  WHERE constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY')
) AS keys`;

/**
 * Its views tell of files that are attached too, as the columns of files and of views. A foreign key never leaves its
 * schema.
 *
 * @see https://duckdb.org/docs/stable/sql/meta/duckdb_table_functions
 */
export const duckdbSchema: SchemaSelects = {
  tables: {
    select: { ...NAMES, type: 'type', comment: 'comment' },
    from: `(
  SELECT database_name, schema_name, table_name, 'table' AS type, comment FROM ${of('tables')} WHERE NOT temporary
  UNION ALL
  SELECT database_name, schema_name, view_name, 'view', comment FROM ${of('views')} WHERE NOT temporary
) AS tables`,
    where: [],
    orderBy: IN_ORDER,
  },
  columns: {
    select: {
      ...NAMES,
      column: 'column_name',
      type: 'data_type',
      isNullable: "CASE WHEN is_nullable THEN 'YES' ELSE 'NO' END",
      comment: 'comment',
    },
    from: of('columns'),
    where: [],
    orderBy: [...IN_ORDER, 'column_index'],
  },
  keys: {
    select: {
      ...NAMES,
      key: 'CAST(constraint_index AS VARCHAR)',
      column: 'column_name',
      toCatalog: 'CASE WHEN referenced_table IS NOT NULL THEN database_name END',
      toSchema: 'CASE WHEN referenced_table IS NOT NULL THEN schema_name END',
      toTable: 'referenced_table',
      toColumn: 'referenced_column',
    },
    from: KEYS,
    where: [],
    orderBy: [...IN_ORDER, 'constraint_index', 'position'],
  },
};
