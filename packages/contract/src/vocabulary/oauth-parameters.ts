import { parameter } from './define-parameter.ts';
import { id, text } from '../schema.ts';

/** Path parameters of OAuth clients and grants. */
export const oauthParameters = {
  oauthClientId: parameter(id('Id of the OAuth client.'), 'oauth_client_not_found'),
  oauthGrantId: parameter(id('Id of the grant.'), 'oauth_grant_not_found'),
  interactionUid: parameter(
    text('Id of what an OAuth client asks for.', {
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z0-9_-]+$',
      example: 'a8oXcFSDhHAsqz1mGK5n2',
    }),
    'oauth_interaction_not_found',
  ),
  userCode: parameter(
    text('The code that a device shows.', {
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z -]+$',
      example: 'WDJB-MJHT',
    }),
    'oauth_device_code_not_found',
  ),
};
