import { defineError } from './define-error.ts';

/** Refusals of requests about console sessions. */
export const consoleSessionErrors = {
  sign_in_failed: defineError(401, () => 'The e-mail address or the password is wrong'),
  sign_in_challenge_unknown: defineError(
    401,
    () => 'The sign-in has expired or ended, or began in another browser; begin again',
  ),
  recent_authentication_required: defineError(403, () => 'Prove once more who you are, and try again'),
  console_session_required: defineError(
    403,
    () => 'Only a person who has signed in to the console may do this, not a key or a token',
  ),
  session_not_found: defineError<{ id: number }>(404, ({ id }) => `There is no session ${id} of yours`),
};
