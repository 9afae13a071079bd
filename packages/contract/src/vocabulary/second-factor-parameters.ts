import { parameter } from './define-parameter.ts';
import { id } from '../schema.ts';

/** Path parameters of second factors. */
export const secondFactorParameters = {
  passkeyId: parameter(id('Id of the passkey.'), 'passkey_not_found'),
};
