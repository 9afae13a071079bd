import { defineError } from './define-error.ts';

/** Refusals of requests about variables of a deployment. */
export const envVariableErrors = {
  variable_not_found: defineError<{ name: string }>(
    404,
    ({ name }) => `The deployment has no variable ${JSON.stringify(name)}`,
  ),
};
