import { defineError } from './define-error.ts';

/** Refusals of requests about data sources of a deployment. */
export const dataSourceErrors = {
  data_source_not_found: defineError<{ name: string }>(
    404,
    ({ name }) =>
      `The deployment has no data source ${JSON.stringify(name)}; CUBEJS_DATASOURCES lists those that it has`,
  ),
};
