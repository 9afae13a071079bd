import { defineError } from './define-error.ts';

/** Refusals of requests about dashboard comments. */
export const dashboardCommentErrors = {
  comment_not_found: defineError<{ id: number }>(
    404,
    ({ id }) => `There is no comment ${id} on this dashboard`,
  ),
  comment_is_reply: defineError<{ id: number }>(
    400,
    ({ id }) => `The comment ${id} is a reply; this takes the id of the comment that has opened the thread`,
  ),
  comment_thread_full: defineError<{ max: number }>(
    409,
    ({ max }) => `The thread has ${max} replies, as many as there can be; open another one`,
  ),
};
