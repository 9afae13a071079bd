import { parameter } from './define-parameter.ts';
import { id } from '../schema.ts';

/** Path parameters of OAuth integrations. */
export const oauthIntegrationParameters = {
  integrationId: parameter(id('Id of the OAuth integration.'), 'oauth_integration_not_found'),
};
