import { defineError } from './define-error.ts';

/** Refusals of requests about OAuth integrations. */
export const oauthIntegrationErrors = {
  oauth_integration_not_found: defineError<{ id: number }>(
    404,
    ({ id }) => `There is no OAuth integration ${id}`,
  ),
  user_oauth_token_not_found: defineError<{ id: number }>(
    404,
    ({ id }) => `You are not connected with the OAuth integration ${id}`,
  ),
  oauth_integration_name_taken: defineError<{ name: string }>(
    409,
    ({ name }) => `An integration named ${JSON.stringify(name)} is already there; choose another name`,
  ),
};
