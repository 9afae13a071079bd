import { defineError } from './define-error.ts';

/** Refusals of requests about embed tenants, their users and groups. */
export const embedDirectoryErrors = {
  embed_group_name_taken: defineError<{ name: string }>(
    400,
    ({ name }) => `A group named ${JSON.stringify(name)} is already there; choose another name`,
  ),
  embed_group_has_members: defineError<{ count: number }>(
    400,
    ({ count }) => `The group has ${count} ${count === 1 ? 'viewer' : 'viewers'}; remove them first`,
  ),
  embed_tenant_not_found: defineError<{ name: string }>(
    404,
    ({ name }) => `There is no embed tenant ${JSON.stringify(name)}`,
  ),
  embed_group_not_found: defineError<{ id: number }>(404, ({ id }) => `The embed tenant has no group ${id}`),
  embed_user_not_found: defineError<{ id: number }>(404, ({ id }) => `The embed tenant has no viewer ${id}`),
  embed_user_limit: defineError<{ max: number }>(
    429,
    ({ max }) => `The account has its ${max} embed users; remove some first`,
    // Only a person can remove embed users, so a program has no use for a short wait.
    () => 3_600,
  ),
};
