import { defineTables } from '../../db/schema/table-rules.ts';
import type { Generated } from 'kysely';

declare module '../../db/tables.ts' {
  interface Tables extends CommentTables {}
}

/** Comments on dashboards, and mail about them. */
interface CommentTables {
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

/** What becomes of their rows. */
export const commentTables = defineTables<CommentTables>({
  dashboardComments: { audited: { resource: 'dashboardComment', secret: ['body'] } },
  dashboardCommentSeen: { unaudited: 'It is noted by reading, which changes nothing.' },
  dashboardCommentMails: { unaudited: 'Jobs write it, for comments that are in the log.' },
  mentionMailStops: { audited: { resource: 'mentionMailStop', key: ['dashboardId', 'embedUserId'] } },
});
