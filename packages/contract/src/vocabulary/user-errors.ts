import { defineError } from './define-error.ts';

/** Refusals of requests about users. */
export const userErrors = {
  own_deletion: defineError(400, () => 'Nobody deletes themselves; another administrator may do it'),
  user_deactivated: defineError<{ id: number }>(
    400,
    ({ id }) => `The user ${id} is deactivated; activate it first`,
  ),
  invitation_unknown: defineError(
    401,
    () => 'The invitation is unknown, expired or already used; ask an administrator for a new link',
  ),
  own_deactivation: defineError(403, () => 'Nobody deactivates themselves; another administrator may do it'),
  last_administrator: defineError(
    403,
    () => 'An active user has to remain who is an administrator by themselves; name another one first',
  ),
  user_not_found: defineError<{ id: number | string } | { username: string }>(
    404,
    (user) => `There is no user ${'id' in user ? user.id : JSON.stringify(user.username)}`,
  ),
  email_taken: defineError<{ email: string }>(
    409,
    ({ email }) => `Another user has the e-mail address ${JSON.stringify(email)}`,
  ),
  username_taken: defineError<{ username: string }>(
    409,
    ({ username }) => `Another user has the username ${JSON.stringify(username)}; choose another`,
  ),
  account_not_found: defineError<{ name: string }>(
    404,
    ({ name }) => `This address is not of an account named ${JSON.stringify(name)}`,
  ),
};
