import { parameter } from './define-parameter.ts';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { text } from '../schema.ts';

/** Path parameters of data sources of a deployment. */
export const dataSourceParameters = {
  dataSourceName: parameter(
    text('Name of the data source.', { minLength: 1, maxLength: MAX_NAME_LENGTH, example: 'default' }),
    'data_source_not_found',
  ),
};
