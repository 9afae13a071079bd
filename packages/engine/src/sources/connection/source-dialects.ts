import {
  bigquery,
  clickhouse,
  databricks,
  duckdb,
  mysql,
  postgres,
  redshift,
  snowflake,
  trino,
  type Dialect,
} from '@oriel/semantic';
import type { SourceConfig } from './source-config.ts';

/** What the SQL of each type of source is written in. */
export const sourceDialects: Readonly<Record<SourceConfig['type'], Dialect>> = {
  bigquery,
  clickhouse,
  databricks,
  duckdb,
  mysql,
  postgres,
  redshift,
  snowflake,
  trino,
};
