import { defineError } from './define-error.ts';

// #region errors
/** Refusals of requests about user groups. */
export const userGroupErrors = {
  groups_not_found: defineError<{ names: string }>(
    400,
    ({ names }) => `Groups with names ${names} not found`,
  ),
  group_not_found: defineError<{ id: number | string }>(404, ({ id }) => `There is no group ${id}`),
  group_name_taken: defineError<{ name: string }>(
    409,
    ({ name }) => `A group named ${JSON.stringify(name)} is already there; choose another name`,
  ),
};
// #endregion
