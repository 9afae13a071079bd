import { defineError } from './define-error.ts';

/** Refusals of requests about embed sessions. */
export const embedSessionErrors = {
  embed_session_unknown: defineError(
    401,
    () => 'The embed session is unknown, expired or already used; generate a new one',
  ),
  embedding_not_allowed: defineError(403, () => 'Signed embedding is not allowed on this dashboard'),
};
