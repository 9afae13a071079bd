import type { CommentClient } from './comment-client.ts';
import type { CommentState, CommentStore } from './comment-store.ts';

/** What every part of the panel works with. */
export interface CommentRoom {
  readonly store: CommentStore;
  readonly client: CommentClient;
  /** The one who looks; undefined where it is not known. */
  readonly viewerId: number | undefined;
  readonly state: CommentState;
  /** The time of now, for how long ago something was. */
  readonly nowMs: number;
}
