import { defineError } from './define-error.ts';

/** Refusals of requests about OAuth clients and grants. */
export const oauthErrors = {
  oauth_sign_in_needed: defineError(403, () => 'The application asks that you sign in anew before'),
  oauth_client_not_found: defineError<{ id: number }>(404, ({ id }) => `There is no OAuth client ${id}`),
  oauth_grant_not_found: defineError<{ id: number }>(404, ({ id }) => `There is no grant ${id} of yours`),
  oauth_interaction_not_found: defineError(
    404,
    () => 'The application asked too long ago, or has its answer; go back to it and begin anew',
  ),
  oauth_device_code_not_found: defineError(404, () => 'No device that waits shows this code'),
};
