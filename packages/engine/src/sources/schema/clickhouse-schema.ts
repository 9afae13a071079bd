import type { SchemaSelects } from './schema-statements.ts';

const where = (table: string) => [
  "database NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA')",
  // Where a materialized view keeps its rows.
  `NOT startsWith(${table}, '.inner')`,
];

/**
 * Its primary key orders rows and lets two be alike, so that it is none here.
 *
 * @see https://clickhouse.com/docs/operations/system-tables/columns
 */
export const clickhouseSchema: SchemaSelects = {
  tables: {
    select: { schema: 'database', table: 'name', type: 'engine', comment: 'comment' },
    from: 'system.tables',
    where: [...where('name'), 'NOT is_temporary'],
    orderBy: ['database', 'name'],
  },
  columns: {
    select: {
      schema: 'database',
      table: 'table',
      column: 'name',
      type: 'type',
      isNullable: "if(match(type, '^(LowCardinality[(])?Nullable[(]'), 'YES', 'NO')",
      comment: 'comment',
    },
    from: 'system.columns',
    where: where('table'),
    orderBy: ['database', 'table', 'position'],
  },
};
