import { defineError } from './define-error.ts';

/** Refusals of requests about model builds. */
export const modelBuildErrors = {
  build_not_deployable: defineError<{ id: number }>(
    400,
    ({ id }) => `The build ${id} did not succeed or is not of the deployed branch; choose one that did`,
  ),
  build_not_found: defineError<{ id: number }>(404, ({ id }) => `There is no build ${id} in this deployment`),
};
