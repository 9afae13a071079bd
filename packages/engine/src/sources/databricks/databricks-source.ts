import type { DatabricksSourceConfig } from '../connection/source-config.ts';
import type { Source } from '../connection/source.ts';
import { openApiSource } from '../statement-api/api-source.ts';
import { openDatabricksApi } from './databricks-api.ts';
import { PRODUCT } from './databricks-errors.ts';
import { checkIsSelect } from './databricks-statement-check.ts';

/** Speaks with a SQL warehouse of Databricks when the first statement comes. Statements can only read. */
export function openDatabricksSource(config: DatabricksSourceConfig): Source {
  return openApiSource(config, { product: PRODUCT, checkIsSelect, open: openDatabricksApi });
}
