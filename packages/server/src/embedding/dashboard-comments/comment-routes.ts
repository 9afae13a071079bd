import type { dashboardCommentOperations } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import type { EmbedDashboardService } from '../embed-dashboards/embed-dashboard-service.ts';
import { commenterOf } from './comment-policy.ts';
import { createCommentService } from './comment-service.ts';

/** Makes the handlers of comments on embedded dashboards. */
export function createDashboardCommentRoutes(
  db: Db,
  dashboards: EmbedDashboardService,
): Handlers<typeof dashboardCommentOperations> {
  const comments = createCommentService(db, dashboards);
  return {
    listDashboardComments: ({ principal, params, query }) =>
      comments.list(commenterOf(principal), params.publicId, query),
    createDashboardComment: async ({ principal, params, body, linkUrl }) =>
      comments.create(commenterOf(principal), params.publicId, { ...body, linkUrl }),
    listMentionableEmbedUsers: ({ principal, params, query }) =>
      comments.listMentionable(commenterOf(principal), params.publicId, query),
    countUnreadDashboardComments: ({ principal, params, query }) =>
      comments.countUnread(commenterOf(principal), params.publicId, query),
    markDashboardCommentsSeen: ({ principal, params, body }) =>
      comments.markSeen(commenterOf(principal), params.publicId, body.commentIds),
    updateDashboardComment: ({ principal, params, body, linkUrl }) =>
      comments.edit(commenterOf(principal), params.publicId, {
        commentId: params.commentId,
        ...body,
        linkUrl,
      }),
    removeDashboardComment: ({ principal, params }) =>
      comments.remove(commenterOf(principal), params.publicId, params.commentId),
    setDashboardCommentResolved: ({ principal, params, body }) =>
      comments.setResolved(commenterOf(principal), params.publicId, {
        commentId: params.commentId,
        ...body,
      }),
  };
}
