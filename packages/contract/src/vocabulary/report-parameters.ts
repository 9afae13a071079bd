import { parameter } from './define-parameter.ts';
import { PUBLIC_ID_LENGTH } from '../limits.ts';
import { id, text } from '../schema.ts';

/** Path parameters of reports. */
export const reportParameters = {
  reportId: parameter(id('Id of the report.'), 'report_not_found'),
  // What it names is made where it is not there.
  reportPublicId: parameter(
    text('Public id of the report.', {
      minLength: PUBLIC_ID_LENGTH,
      maxLength: PUBLIC_ID_LENGTH,
      pattern: '^[0-9A-Za-z]+$',
      example: 'Zk3pQ9rT1xWb',
    }),
    'deployment_not_found',
  ),
};
