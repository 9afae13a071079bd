import { defineError } from './define-error.ts';

/** Refusals of requests about SCIM. */
export const scimErrors = {
  scim_filter_invalid: defineError<{ reason: string }>(
    400,
    ({ reason }) => `The filter cannot be applied: ${reason}`,
  ),
  scim_path_invalid: defineError<{ path: string }>(
    400,
    ({ path }) => `The path ${JSON.stringify(path)} names no attribute that can be changed`,
  ),
  scim_target_missing: defineError<{ path: string }>(
    400,
    ({ path }) => `There is nothing at the path ${JSON.stringify(path)} that the operation could change`,
  ),
  scim_read_only: defineError<{ path: string }>(
    400,
    ({ path }) => `${JSON.stringify(path)} is kept by the server and cannot be changed`,
  ),
};
