import { defineError } from './define-error.ts';

/** Refusals of requests about deployments. */
export const deploymentErrors = {
  deployment_not_found: defineError<{ id: number }>(404, ({ id }) => `There is no deployment ${id}`),
  deployment_name_taken: defineError<{ name: string }>(
    409,
    ({ name }) => `A deployment named ${JSON.stringify(name)} is already there; choose another name`,
  ),
};
