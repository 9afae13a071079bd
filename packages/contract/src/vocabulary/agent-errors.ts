import { defineError } from './define-error.ts';

/** Refusals of requests about agents. */
export const agentErrors = {
  agent_not_found: defineError<{ id: number }>(404, ({ id }) => `There is no agent ${id} that you may use`),
  ai_not_allowed: defineError(403, () => 'The account or the session does not allow AI'),
  ai_usage_limit: defineError<{ limit: number; secondsLeft: number }>(
    429,
    ({ limit }) => `The ${limit} tokens that you may use of models today are spent`,
    ({ secondsLeft }) => secondsLeft,
  ),
};
