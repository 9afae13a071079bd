import { openDuckDbSource } from './duckdb-source.ts';
import { openPostgresSource } from './postgres-source.ts';
import type { SourceConfig } from './source-config.ts';
import type { Source } from './source.ts';

/** @throws a plain error when a DuckDB file cannot be opened; a server is connected to by the first statement */
export async function openSource(config: SourceConfig): Promise<Source> {
  switch (config.type) {
    case 'duckdb':
      return openDuckDbSource(config);
    case 'postgres':
      return openPostgresSource(config);
    default:
      return config satisfies never;
  }
}
