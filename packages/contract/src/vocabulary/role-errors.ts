import { defineError } from './define-error.ts';

/** Refusals of requests about roles. */
export const roleErrors = {
  roles_not_found: defineError<{ names: string }>(400, ({ names }) => `Roles with names ${names} not found`),
  role_not_found: defineError<{ id: number }>(404, ({ id }) => `There is no role ${id}`),
  role_name_taken: defineError<{ name: string }>(
    409,
    ({ name }) => `A role named ${JSON.stringify(name)} is already there; choose another name`,
  ),
};
