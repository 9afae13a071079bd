import type { EmbedDashboardCommentDto, EmbedDashboardCommentThreadDto } from '@oriel/contract';
import type { EmbedPrincipal } from '../../access/principal.ts';
import type { CommentRow } from './comment-store.ts';

/** Who looks at the comments of which dashboard. */
export interface CommentReader {
  readonly viewer: Pick<EmbedPrincipal, 'embedUserId'>;
  readonly publicId: string;
}

/** A comment as one viewer sees it. */
export function toComment(
  { id, userId, author, body, mentions, isUnread, createdAt, editedAt, removedAt }: CommentRow,
  { viewer, publicId }: CommentReader,
): EmbedDashboardCommentDto {
  const isOwn = userId === viewer.embedUserId;
  return {
    id,
    dashboardId: publicId,
    body,
    userId,
    author,
    mentions,
    isOwn,
    isUnread,
    createdAt,
    editedAt,
    removedAt,
  };
}

/** The threads of some comments, in the order of their ids; one that has gone meanwhile is left out. */
export function toThreads(
  threadIds: readonly number[],
  comments: readonly CommentRow[],
  reader: CommentReader,
): EmbedDashboardCommentThreadDto[] {
  const byThread = Map.groupBy(comments, ({ id, parentId }) => parentId ?? id);
  return threadIds.flatMap((id) => {
    const rows = byThread.get(id) ?? [];
    const root = rows.find((row) => row.id === id);
    if (!root) return [];
    return {
      root: toComment(root, reader),
      replies: rows.filter((row) => row !== root).map((row) => toComment(row, reader)),
      resolvedAt: root.resolvedAt,
      resolvedBy: root.resolvedBy,
    };
  });
}
