import { ApiError } from '@oriel/client';
import type { EmbedDashboardCommentDto, EmbedDashboardCommentThreadDto } from '@oriel/contract';
import type { CommentClient, CommentFilter } from './comment-client.ts';
import { createCommentDrafts, type CommentDrafts } from './comment-drafts.ts';

/** Why something of the comments could not be done. */
export type CommentProblem = 'unreachable' | 'refused' | 'gone' | 'full' | 'storageFull';

/** What the panel shows. */
export interface CommentState {
  readonly filter: CommentFilter;
  /** Whether the threads of the filter are there, and why not. */
  readonly status: 'loading' | 'ready' | 'unreachable' | 'refused';
  readonly threads: readonly EmbedDashboardCommentThreadDto[];
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Comments that are deleted in a moment, unless the viewer undoes it. */
  readonly removing: ReadonlySet<number>;
  /** The thread that was resolved, or opened again, last, and is no longer among those that are shown. */
  readonly moved: { readonly threadId: number; readonly isResolved: boolean } | undefined;
  /** What others have written since the panel was drawn last: told to who does not see it. */
  readonly arrived: number;
  /** Comments that were new to the viewer when the panel was opened, or have come since. */
  readonly fresh: ReadonlySet<number>;
  /** The comment that is to be looked at, once it is there. */
  readonly linked: number | undefined;
  /** Why the last change was not made. */
  readonly problem: CommentProblem | undefined;
}

/**
 * Holds the comments of one dashboard. `create` and `edit` throw what the client does, for who has the text; see
 * {@link problemOf}.
 */
export interface CommentStore {
  /** A thread in which something is being written stays in sight, whatever others do with it. */
  readonly drafts: CommentDrafts;
  state(): CommentState;
  subscribe(listener: () => void): () => void;
  /**
   * Reads the threads that are shown anew. Where there are some, a server that does not answer leaves them; a refusal
   * does not.
   */
  refresh(): Promise<void>;
  loadMore(): Promise<void>;
  /** Says whether the panel is open: what is read meanwhile counts as seen, on every device of the viewer. */
  setShown(isShown: boolean): void;
  show(filter: CommentFilter): void;
  /**
   * Reads on until a comment is there, among open threads, then among resolved ones, and says so where it is nowhere.
   */
  showComment(commentId: number): Promise<void>;
  create(body: string, parentId?: number): Promise<void>;
  edit(commentId: number, body: string): Promise<void>;
  setResolved(threadId: number, isResolved: boolean): Promise<void>;
  /** Deletes in {@link UNDO_MS}. */
  remove(commentId: number): void;
  undo(commentId: number): void;
  /** Deletes at once what waits for it. */
  flush(): Promise<void>;
}

/** How long a deletion can be undone. */
const UNDO_MS = 6_000;
const PAGE = 20;
/** So many threads at most are read anew at once; those behind stay as they were. */
const MOST_REFRESHED = 100;
/** So many pages of each kind are looked through for a comment. */
const MOST_SEARCHED = 10;

const EMPTY: CommentState = {
  filter: 'open',
  status: 'loading',
  threads: [],
  hasMore: false,
  isLoadingMore: false,
  removing: new Set(),
  moved: undefined,
  arrived: 0,
  fresh: new Set(),
  linked: undefined,
  problem: undefined,
};

/** Why the server did not do what it was asked for. */
export function problemOf(error: unknown): CommentProblem {
  if (!(error instanceof ApiError)) return 'unreachable';
  if (error.code === 'comment_thread_full') return 'full';
  if (error.status === 404) return 'gone';
  if (error.status === 507) return 'storageFull';
  return error.status >= 500 || error.status === 429 ? 'unreachable' : 'refused';
}

/** Makes the store; `setTimer` as `window.setTimeout`. */
export function createCommentStore({
  client,
  setTimer = (callback, delayMs) => void setTimeout(callback, delayMs),
}: {
  readonly client: CommentClient;
  setTimer?(callback: () => void, delayMs: number): void;
}): CommentStore {
  const listeners = new Set<() => void>();
  const drafts = createCommentDrafts();
  let state = EMPTY;
  let cursor: string | undefined;
  /** Goes up with each change: what was read before it is not shown any more. */
  let revision = 0;
  /** Deletions that can be undone; one that was undone and asked for again waits anew. */
  const waiting = new Map<number, symbol>();
  const set = (changes: Partial<CommentState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const setThreads = (threads: readonly EmbedDashboardCommentThreadDto[]) => {
    revision += 1;
    set({ threads, problem: undefined, moved: undefined });
  };
  const withoutRemoving = (commentId: number) =>
    new Set([...state.removing].filter((each) => each !== commentId));

  let isShown = false;
  const noteSeen = (threads: readonly EmbedDashboardCommentThreadDto[]): void => {
    if (!isShown) return;
    const unread = threads.map((thread) => commentsOf(thread).filter((each) => each.isUnread));
    const newest = unread.flatMap((comments) => comments.at(-1)?.id ?? []);
    if (newest.length === 0) return;
    set({ fresh: new Set([...state.fresh, ...unread.flat().map(({ id }) => id)]) });
    // What is not noted is read as new again, and then it is tried once more.
    client.markSeen(newest.slice(0, MOST_REFRESHED)).catch(() => undefined);
  };

  const refresh = async (): Promise<void> => {
    const asked = revision;
    const { filter, threads: known } = state;
    const first = Math.min(MOST_REFRESHED, Math.max(PAGE, known.length));
    try {
      const { items, pageInfo } = await client.list(filter, { first });
      if (asked !== revision) return;
      const last = items.at(-1)?.root.id;
      const behind =
        pageInfo.hasNextPage && last !== undefined ? known.filter(({ root }) => root.id < last) : [];
      if (behind.length === 0) cursor = pageInfo.endCursor ?? undefined;
      const listed = new Set([...items, ...behind].map(({ root }) => root.id));
      const written = known.filter((thread) => !listed.has(thread.root.id) && drafts.isIn(thread));
      set({
        status: 'ready',
        threads: [...items, ...behind, ...written].toSorted(newestFirst),
        hasMore: behind.length > 0 ? state.hasMore : pageInfo.hasNextPage,
        arrived: state.status === 'ready' ? countNew(known, items) : 0,
      });
      noteSeen(items);
    } catch (error) {
      if (asked !== revision) return;
      if (problemOf(error) !== 'unreachable') set({ status: 'refused', threads: [], hasMore: false });
      else if (state.status !== 'ready') set({ status: 'unreachable' });
    }
  };

  const removeNow = async (commentId: number): Promise<void> => {
    if (!waiting.delete(commentId)) return;
    try {
      await client.remove(commentId);
      revision += 1;
    } catch (error) {
      const problem = problemOf(error);
      // Another tab has been faster: it is as it was meant to be.
      if (problem !== 'gone') set({ problem });
    }
    await refresh();
    set({ removing: withoutRemoving(commentId) });
  };

  const loadMore = async (): Promise<void> => {
    if (state.isLoadingMore || !state.hasMore) return;
    set({ isLoadingMore: true, problem: undefined });
    const { filter } = state;
    try {
      const { items, pageInfo } = await client.list(filter, { first: PAGE, after: cursor });
      if (filter !== state.filter) return;
      const known = new Set(state.threads.map(({ root }) => root.id));
      cursor = pageInfo.endCursor ?? undefined;
      setThreads([...state.threads, ...items.filter(({ root }) => !known.has(root.id))]);
      set({ hasMore: pageInfo.hasNextPage });
      noteSeen(items);
    } catch (error) {
      set({ problem: problemOf(error) });
    } finally {
      set({ isLoadingMore: false });
    }
  };

  const change = (filter: CommentFilter): void => {
    revision += 1;
    cursor = undefined;
    set({ ...EMPTY, removing: state.removing, fresh: state.fresh, filter });
  };

  /**
   * Whether a comment is among the threads of a filter; undefined where that cannot be said, or is not wanted any more.
   */
  const find = async (commentId: number, filter: CommentFilter): Promise<boolean | undefined> => {
    if (filter !== state.filter) change(filter);
    await refresh();
    for (let page = 0; state.filter === filter && state.status === 'ready'; page += 1) {
      if (state.threads.some((thread) => commentsOf(thread).some(({ id }) => id === commentId))) return true;
      if (!state.hasMore || page === MOST_SEARCHED) return false;
      await loadMore();
      if (state.problem) return undefined;
    }
    return undefined;
  };

  return {
    drafts,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    setShown(isOpen) {
      isShown = isOpen;
      if (!isOpen) set({ fresh: new Set() });
    },
    loadMore,
    show(filter) {
      if (filter === state.filter) return;
      change(filter);
      void refresh();
    },
    async showComment(commentId) {
      for (const filter of ['open', 'resolved'] as const) {
        const isThere = await find(commentId, filter);
        if (isThere === true) set({ linked: commentId });
        if (isThere !== false) return;
      }
      change('open');
      set({ problem: 'gone' });
      await refresh();
    },
    async create(body, parentId) {
      const comment = await client.create(body, parentId);
      if (parentId === undefined) {
        const thread = { root: comment, replies: [], resolvedAt: null, resolvedBy: null };
        if (state.filter === 'open') setThreads([thread, ...state.threads]);
        return;
      }
      setThreads(
        state.threads.map((thread) =>
          thread.root.id === parentId ? { ...thread, replies: [...thread.replies, comment] } : thread,
        ),
      );
    },
    async edit(commentId, body) {
      const comment = await client.edit(commentId, body);
      setThreads(state.threads.map((thread) => withComment(thread, comment)));
    },
    async setResolved(threadId, isResolved) {
      try {
        const changed = await client.setResolved(threadId, isResolved);
        const isListed = isResolved === (state.filter === 'resolved');
        const others = state.threads.filter(({ root }) => root.id !== threadId);
        setThreads(isListed ? [...others, changed].toSorted(newestFirst) : others);
        if (!isListed) set({ moved: { threadId, isResolved } });
      } catch (error) {
        set({ problem: problemOf(error) });
        await refresh();
      }
    },
    remove(commentId) {
      set({ removing: new Set([...state.removing, commentId]), problem: undefined });
      const token = Symbol(commentId);
      waiting.set(commentId, token);
      setTimer(() => waiting.get(commentId) === token && void removeNow(commentId), UNDO_MS);
    },
    undo(commentId) {
      if (waiting.delete(commentId)) set({ removing: withoutRemoving(commentId) });
    },
    async flush() {
      await Promise.all([...waiting.keys()].map(removeNow));
    },
  };
}

/** A thread in which a comment says something else. */
function withComment(
  thread: EmbedDashboardCommentThreadDto,
  comment: EmbedDashboardCommentDto,
): EmbedDashboardCommentThreadDto {
  const put = (each: EmbedDashboardCommentDto) => (each.id === comment.id ? comment : each);
  return { ...thread, root: put(thread.root), replies: thread.replies.map(put) };
}

const newestFirst = (one: EmbedDashboardCommentThreadDto, other: EmbedDashboardCommentThreadDto) =>
  other.root.id - one.root.id;

const commentsOf = ({ root, replies }: EmbedDashboardCommentThreadDto) => [root, ...replies];

/** Comments of others that were not there. */
function countNew(
  known: readonly EmbedDashboardCommentThreadDto[],
  threads: readonly EmbedDashboardCommentThreadDto[],
): number {
  const ids = new Set(known.flatMap(commentsOf).map(({ id }) => id));
  return threads.flatMap(commentsOf).filter(({ id, isOwn }) => !isOwn && !ids.has(id)).length;
}
