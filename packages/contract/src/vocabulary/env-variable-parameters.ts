import { parameter } from './define-parameter.ts';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { text } from '../schema.ts';

/** Path parameters of variables of a deployment. */
export const envVariableParameters = {
  variableName: parameter(
    text('Name of the variable.', {
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      example: 'CUBEJS_DB_HOST',
    }),
    'variable_not_found',
  ),
};
