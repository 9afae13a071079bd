import type { Generated } from 'kysely';

/** Comments on dashboards, and mail about them. */
export interface CommentTables {
  dashboardComments: {
    id: Generated<number>;
    dashboardId: number;
    embedTenantId: number;
    parentId: number | null;
    embedUserId: number | null;
    body: string;
    mentions: Generated<number[]>;
    createdAt: Generated<string>;
    editedAt: string | null;
    removedAt: string | null;
    resolvedAt: string | null;
    resolvedBy: number | null;
  };
  dashboardCommentSeen: {
    threadId: number;
    embedUserId: number;
    lastSeenId: number;
  };
  dashboardCommentMails: {
    commentId: number;
    embedUserId: number;
    baseUrl: string;
    status: Generated<'pending' | 'sent' | 'skipped' | 'failed'>;
    attempts: Generated<number>;
    nextTryAt: Generated<string>;
  };
  mentionMailStops: { dashboardId: number; embedUserId: number };
}
