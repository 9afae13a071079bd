import { defineError } from './define-error.ts';

/** Refusals of requests about user attributes. */
export const userAttributeErrors = {
  attributes_not_found: defineError<{ names: string }>(
    400,
    ({ names }) => `User attributes not found: ${names}`,
  ),
  attribute_type_mismatch: defineError<{ name: string; type: string }>(
    400,
    ({ name, type }) => `The user attribute ${JSON.stringify(name)} takes a value of type ${type}`,
  ),
  attribute_value_too_large: defineError<{ name: string; max: number }>(
    400,
    ({ name, max }) =>
      `The value of the user attribute ${JSON.stringify(name)} takes more than ${max} bytes as JSON; give fewer or shorter ones`,
  ),
  user_attribute_not_found: defineError<{ id: number }>(404, ({ id }) => `There is no user attribute ${id}`),
  attribute_name_taken: defineError<{ name: string }>(
    409,
    ({ name }) => `A user attribute named ${JSON.stringify(name)} is already there; choose another name`,
  ),
};
