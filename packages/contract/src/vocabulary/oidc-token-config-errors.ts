import { defineError } from './define-error.ts';

/** Refusals of requests about configurations of workload tokens. */
export const oidcTokenConfigErrors = {
  oidc_token_config_not_found: defineError<{ id: number }>(
    404,
    ({ id }) => `There is no configuration ${id} of workload tokens`,
  ),
  oidc_token_config_taken: defineError<{ reason: string }>(409, ({ reason }) => reason),
};
