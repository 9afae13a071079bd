import type { SchemaSelects } from './schema-statements.ts';
import { standardSchema } from './standard-schema.ts';

const IS_OURS = "table_schema NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')";

const { tables, columns } = standardSchema({
  tables: 'information_schema.tables',
  columns: 'information_schema.columns',
  hasCatalogs: false,
  type: 'column_type',
  columnComment: 'column_comment',
  where: [IS_OURS],
});

/** MySQL and MariaDB. The comment of a view says that it is one, or what is wrong with it. */
export const mysqlSchema: SchemaSelects = {
  tables: {
    ...tables,
    select: {
      ...tables.select,
      comment: "CASE WHEN table_type LIKE '%VIEW' THEN NULL ELSE table_comment END",
    },
    where: [IS_OURS, "table_type NOT IN ('SEQUENCE', 'TEMPORARY')"],
  },
  columns,
  keys: {
    select: {
      schema: 'table_schema',
      table: 'table_name',
      key: 'constraint_name',
      column: 'column_name',
      toSchema: 'referenced_table_schema',
      toTable: 'referenced_table_name',
      toColumn: 'referenced_column_name',
    },
    from: 'information_schema.key_column_usage',
    // Keys that are unique alone reference nothing either.
    where: [IS_OURS, "(constraint_name = 'PRIMARY' OR referenced_table_name IS NOT NULL)"],
    orderBy: ['table_schema', 'table_name', 'constraint_name', 'ordinal_position'],
  },
};
