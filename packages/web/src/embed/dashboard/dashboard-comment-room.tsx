import { createCommentClient } from '../../comments/comment-client.ts';
import { createCommentStore } from '../../comments/comment-store.ts';
import { CommentPanel } from '../../comments/comment-panel.tsx';
import type { RoomProps } from '../../dashboard/elements/side-panel.tsx';
import type { EmbeddedSurface } from '../surface/surface.ts';
import { readToken } from '../session/token-claims.ts';

/** Makes the comments of a dashboard as its viewer has them; `linked` is the one to show first. */
export function createCommentRoom(
  { session }: EmbeddedSurface,
  publicId: string,
  linked: number | undefined,
) {
  const client = createCommentClient({ publicId, fetch: session.fetch });
  const store = createCommentStore({ client });
  if (linked !== undefined) void store.showComment(linked);
  const token = session.token();
  const viewerId = token === undefined ? undefined : readToken(token).claims.embedUserId;
  // What was deleted a moment ago stays so when the page goes.
  window.addEventListener('pagehide', () => void store.flush());
  return function CommentRoom({ locale, isOpen, onClose }: RoomProps) {
    const room = { store, client, viewerId, isOpen, onClose };
    return <CommentPanel key={locale} {...room} />;
  };
}
