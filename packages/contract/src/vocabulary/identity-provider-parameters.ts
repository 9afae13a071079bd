import { parameter } from './define-parameter.ts';
import { id } from '../schema.ts';

/** Path parameters of identity providers. */
export const identityProviderParameters = {
  identityProviderId: parameter(id('Id of the identity provider.'), 'identity_provider_not_found'),
};
