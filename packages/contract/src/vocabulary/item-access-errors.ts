import { defineError } from './define-error.ts';

/** Refusals of requests about access to items. */
export const itemAccessErrors = {
  duplicate_subject: defineError<{ subject: string }>(
    400,
    ({ subject }) => `The entries name ${subject} twice; each may be given one level`,
  ),
};
