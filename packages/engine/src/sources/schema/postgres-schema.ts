import type { SchemaSelects } from './schema-statements.ts';

/** What every database has of its own. */
const IS_OURS = String.raw`n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\_%'`;
const NAMES = { schema: 'CAST(n.nspname AS text)', table: 'CAST(c.relname AS text)' };
const IN_ORDER = ['n.nspname', 'c.relname'];

/** Of domains, also of those of domains, the type below. */
const DOMAINS = `(
  WITH RECURSIVE below AS (
    SELECT oid AS domain, typbasetype AS base FROM pg_catalog.pg_type WHERE typtype = 'd'
    UNION ALL
    SELECT below.domain, t.typbasetype
    FROM below JOIN pg_catalog.pg_type AS t ON t.oid = below.base WHERE t.typtype = 'd'
  )
  SELECT below.domain, below.base
  FROM below JOIN pg_catalog.pg_type AS t ON t.oid = below.base WHERE t.typtype <> 'd'
) AS domains`;

/**
 * Keys of tables by the catalogs that Redshift has too; 32 columns are the most of a key.
 *
 * @see https://github.com/pgjdbc/pgjdbc/blob/REL42.7.4/pgjdbc/src/main/java/org/postgresql/jdbc/PgDatabaseMetaData.java
 */
export const postgresKeys: NonNullable<SchemaSelects['keys']> = {
  select: {
    ...NAMES,
    key: 'CAST(k.conname AS text)',
    column: 'CAST(a.attname AS text)',
    toSchema: 'CAST(tn.nspname AS text)',
    toTable: 'CAST(tc.relname AS text)',
    toColumn: 'CAST(ta.attname AS text)',
  },
  from: `pg_catalog.pg_constraint AS k
  JOIN pg_catalog.pg_class AS c ON c.oid = k.conrelid
  JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
  JOIN pg_catalog.generate_series(1, 32) AS pos(n) ON pos.n <= array_upper(k.conkey, 1)
  JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = k.conkey[pos.n]
  LEFT JOIN pg_catalog.pg_class AS tc ON tc.oid = k.confrelid AND k.contype = 'f'
  LEFT JOIN pg_catalog.pg_namespace AS tn ON tn.oid = tc.relnamespace
  LEFT JOIN pg_catalog.pg_attribute AS ta ON ta.attrelid = tc.oid AND ta.attnum = k.confkey[pos.n]`,
  where: [IS_OURS, "k.contype IN ('p', 'f')"],
  orderBy: [...IN_ORDER, 'k.conname', 'pos.n'],
};

/**
 * By the catalogs, for the information_schema leaves out materialized views, and of keys what the user does not own.
 * Partitions are left out, for the table that they are of has their rows.
 */
export const postgresSchema: SchemaSelects = {
  tables: {
    select: {
      ...NAMES,
      type: "CASE WHEN c.relkind IN ('v', 'm') THEN 'view' ELSE 'table' END",
      comment: "obj_description(c.oid, 'pg_class')",
    },
    from: 'pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace',
    where: [
      IS_OURS,
      "c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition",
      "has_schema_privilege(n.oid, 'USAGE')",
      // The second says no of a table without columns.
      "(has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))",
    ],
    orderBy: IN_ORDER,
  },
  columns: {
    select: {
      ...NAMES,
      column: 'CAST(a.attname AS text)',
      type: 'format_type(a.atttypid, a.atttypmod)',
      isNullable: "CASE WHEN a.attnotnull OR t.typnotnull THEN 'NO' ELSE 'YES' END",
      base: "CASE b.typtype WHEN 'e' THEN 'enum' ELSE format_type(b.oid, NULL) END",
      comment: 'col_description(c.oid, a.attnum)',
    },
    from: `pg_catalog.pg_attribute AS a
  JOIN pg_catalog.pg_class AS c ON c.oid = a.attrelid
  JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
  JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid
  LEFT JOIN ${DOMAINS} ON domains.domain = a.atttypid
  JOIN pg_catalog.pg_type AS b ON b.oid = coalesce(domains.base, a.atttypid)`,
    where: [
      IS_OURS,
      "c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition",
      'a.attnum > 0 AND NOT a.attisdropped',
      "has_column_privilege(c.oid, a.attnum, 'SELECT')",
    ],
    orderBy: [...IN_ORDER, 'a.attnum'],
  },
  keys: postgresKeys,
};
