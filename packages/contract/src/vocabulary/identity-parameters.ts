import { parameter } from './define-parameter.ts';
import { id } from '../schema.ts';

/** Path parameters of callers and API keys. */
export const identityParameters = {
  apiKeyId: parameter(id('Id of the API key.'), 'api_key_not_found'),
};
