import { defineError } from './define-error.ts';

/** Refusals of requests about environments. */
export const environmentErrors = {
  environment_not_found: defineError<{ id: number }>(
    404,
    ({ id }) => `The deployment has no environment ${id}`,
  ),
  environment_token_not_found: defineError<{ id: number }>(
    404,
    ({ id }) => `The environment has no token ${id}; it may have expired`,
  ),
};
