import { parameter } from './define-parameter.ts';
import { text } from '../schema.ts';

/** Path parameters of exports. */
export const exportParameters = {
  jobId: parameter(
    text('Id of the export.', { minLength: 1, maxLength: 64, example: 'kM3fQ9rT1xWb' }),
    'export_not_found',
  ),
};
