import type { BigQuerySourceConfig } from '../connection/source-config.ts';
import type { Source } from '../connection/source.ts';
import { openApiSource } from '../statement-api/api-source.ts';
import { openBigQueryApi } from './bigquery-api.ts';
import { PRODUCT } from './bigquery-errors.ts';
import { checkIsSelect } from './bigquery-statement-check.ts';

/** Speaks with a BigQuery when the first statement comes. Statements can only read. */
export function openBigQuerySource(config: BigQuerySourceConfig): Source {
  return openApiSource(config, { product: PRODUCT, checkIsSelect, open: openBigQueryApi });
}
