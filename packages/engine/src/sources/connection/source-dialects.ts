import { clickhouse, duckdb, mysql, postgres, trino, type Dialect } from '@oriel/semantic';
import type { SourceConfig } from './source-config.ts';

/** What the SQL of each type of source is written in. The warehouses have the nearest one. */
export const sourceDialects: Readonly<Record<SourceConfig['type'], Dialect>> = {
  bigquery: mysql,
  clickhouse,
  databricks: mysql,
  duckdb,
  mysql,
  postgres,
  redshift: postgres,
  snowflake: trino,
  trino,
};
