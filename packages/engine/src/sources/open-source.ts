import { openBigQuerySource } from './bigquery/bigquery-source.ts';
import { openClickHouseSource } from './clickhouse/clickhouse-source.ts';
import { openDatabricksSource } from './databricks/databricks-source.ts';
import type { DuckDbLimits } from './duckdb/duckdb-limits.ts';
import { createDuckDbSource, openDuckDbSource, type DuckDbSourceOptions } from './duckdb/duckdb-source.ts';
import { openMySqlSource } from './mysql/mysql-source.ts';
import { openPostgresSource } from './postgres/postgres-source.ts';
import { openTrinoSource } from './trino/trino-source.ts';
import { openSnowflakeSource } from './snowflake/snowflake-source.ts';
import type { SourceConfig } from './connection/source-config.ts';
import type { Source } from './connection/source.ts';

/**
 * A source that comes back by itself where it is away for a while; what is wrong with it is told by each statement.
 */
export function createSource(
  config: SourceConfig,
  { duckdb: limits = {}, ...options }: Omit<DuckDbSourceOptions, 'limits'> & { duckdb?: DuckDbLimits } = {},
): Source {
  switch (config.type) {
    case 'duckdb': {
      const source = createDuckDbSource(config, { limits, ...options });
      // Ready for the first statement, which hears of it where that fails.
      source.open().catch(() => {});
      return source;
    }
    case 'mysql':
      return openMySqlSource(config);
    case 'postgres':
    case 'redshift':
      return openPostgresSource(config);
    case 'bigquery':
      return openBigQuerySource(config);
    case 'databricks':
      return openDatabricksSource(config);
    case 'snowflake':
      return openSnowflakeSource(config);
    case 'trino':
      return openTrinoSource(config);
    case 'clickhouse':
      return openClickHouseSource(config);
    default:
      return config satisfies never;
  }
}

/** @throws `source.unavailable` when a DuckDB file cannot be opened; a server is connected to by the first statement */
export async function openSource(config: SourceConfig): Promise<Source> {
  switch (config.type) {
    case 'duckdb':
      return openDuckDbSource(config);
    case 'mysql':
      return openMySqlSource(config);
    case 'postgres':
    case 'redshift':
      return openPostgresSource(config);
    case 'bigquery':
      return openBigQuerySource(config);
    case 'databricks':
      return openDatabricksSource(config);
    case 'snowflake':
      return openSnowflakeSource(config);
    case 'trino':
      return openTrinoSource(config);
    case 'clickhouse':
      return openClickHouseSource(config);
    default:
      return config satisfies never;
  }
}
