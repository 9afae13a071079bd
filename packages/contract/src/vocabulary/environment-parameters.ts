import { parameter } from './define-parameter.ts';
import { id } from '../schema.ts';

/** Path parameters of environments. */
export const environmentParameters = {
  environmentId: parameter(id('Id of the environment.'), 'environment_not_found'),
  environmentTokenId: parameter(id('Id of the token.'), 'environment_token_not_found'),
};
