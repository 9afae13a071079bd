import { defineError } from './define-error.ts';

/** Refusals of requests about chat threads. */
export const chatThreadErrors = {
  chat_thread_not_found: defineError(404, () => 'There is no such thread that you may read'),
};
