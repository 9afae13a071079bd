import { defineError } from './define-error.ts';

/** Refusals of requests about callers and API keys. */
export const identityErrors = {
  unauthenticated: defineError(
    401,
    () => 'A valid credential is needed: send Authorization: Bearer with an API key, or sign in',
  ),
  credential_expired: defineError(401, () => 'The credential has expired; get a new one'),
  forbidden: defineError<{ reason: string }>(403, ({ reason }) => reason),
  administrator_protected: defineError(
    403,
    () =>
      'Neither provisioning nor a key for groups of operations makes administrators, or changes how they sign in; an administrator does it, or allows it (managesAdministrators in the settings of provisioning)',
  ),
  admin_only: defineError(403, () => 'Only an administrator may do this'),
  deployment_out_of_scope: defineError<{ deploymentId: number }>(
    403,
    ({ deploymentId }) => `The credential does not reach the deployment ${deploymentId}`,
  ),
  insufficient_scope: defineError<{ reason: string }>(403, ({ reason }) => reason),
  csrf_refused: defineError(403, () => 'The request did not come from the console itself'),
  api_key_not_found: defineError<{ id: number }>(404, ({ id }) => `There is no API key ${id} of yours`),
};
