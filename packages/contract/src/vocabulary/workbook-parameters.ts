import { parameter } from './define-parameter.ts';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { id, text } from '../schema.ts';

/** Path parameters of workbooks. */
export const workbookParameters = {
  workbookId: parameter(id('Id of the workbook.'), 'workbook_not_found'),
  // What it names is made where it is not there.
  slug: parameter(
    text('Slug of the workbook, in any case.', {
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      pattern: '\\S',
      example: 'sales',
    }),
    'deployment_not_found',
  ),
};
