import type { SnowflakeSourceConfig } from '../connection/source-config.ts';
import type { Source } from '../connection/source.ts';
import { openApiSource } from '../statement-api/api-source.ts';
import { openSnowflakeApi } from './snowflake-api.ts';
import { PRODUCT } from './snowflake-errors.ts';
import { checkIsSelect } from './snowflake-statement-check.ts';

/** Speaks with a Snowflake when the first statement comes. Statements can only read. */
export function openSnowflakeSource(config: SnowflakeSourceConfig): Source {
  return openApiSource(config, { product: PRODUCT, checkIsSelect, open: openSnowflakeApi });
}
