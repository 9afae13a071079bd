import { defineError } from './define-error.ts';

/** Refusals of requests about passwords. */
export const passwordErrors = {
  password_refused: defineError<{ reason: string }>(
    400,
    ({ reason }) => `The password cannot be taken: ${reason}`,
  ),
  password_sign_in_disabled: defineError(
    403,
    () => 'Passwords are not taken in this account; sign in by an identity provider',
  ),
  password_reset_unknown: defineError(
    401,
    () => 'The link is unknown, expired or already used; ask for a new one',
  ),
  password_wrong: defineError(403, () => 'The password is wrong'),
};
