import { defineError } from './define-error.ts';

/** Refusals of requests about python runs. */
export const pythonRunErrors = {
  python_unavailable: defineError<{ reason: string }>(
    503,
    ({ reason }) => reason,
    // The operator of the server changes it, so a program has no use for a short wait.
    () => 3_600,
  ),
};
