import { parameter } from './define-parameter.ts';
import { id } from '../schema.ts';

/** Path parameters of dashboard comments. */
export const dashboardCommentParameters = {
  commentId: parameter(id('Id of the comment.'), 'comment_not_found'),
};
