import { createClient } from '@oriel/client';
import type {
  EmbedDashboardCommentDto,
  EmbedDashboardCommentThreadDto,
  EmbedDashboardCommentThreadsListResponse,
  EmbedMentionableUserDto,
} from '@oriel/contract';

/** Which threads of a dashboard are shown. */
export type CommentFilter = 'open' | 'resolved';

/** The comments on one dashboard, as one viewer may read and write them. */
export interface CommentClient {
  list(
    filter: CommentFilter,
    page: { first: number; after?: string | undefined },
  ): Promise<EmbedDashboardCommentThreadsListResponse>;
  create(body: string, parentId?: number): Promise<EmbedDashboardCommentDto>;
  edit(commentId: number, body: string): Promise<EmbedDashboardCommentDto>;
  remove(commentId: number): Promise<void>;
  setResolved(commentId: number, resolved: boolean): Promise<EmbedDashboardCommentThreadDto>;
  /** Says that comments were shown, and those before them in their threads. */
  markSeen(commentIds: readonly number[]): Promise<void>;
  /** The first few viewers who can be mentioned, by a part of the username. */
  findPeople(search: string): Promise<readonly EmbedMentionableUserDto[]>;
}

/** Viewers that are offered for a mention. */
const PEOPLE = 6;

/** Makes the client. What it throws is an `ApiError`, or that of `fetch` where the server cannot be reached. */
export function createCommentClient({
  publicId,
  fetch,
}: {
  readonly publicId: string;
  /** As `fetch`, with the right of the viewer. */
  readonly fetch: typeof globalThis.fetch;
}): CommentClient {
  const client = createClient({
    baseUrl: '',
    // A deletion may be sent while the page goes.
    fetch: (input, init) => fetch(input, init?.method === 'DELETE' ? { ...init, keepalive: true } : init),
    retry: false,
  });
  const params = { publicId };
  return {
    list: (filter, { first, after }) =>
      client.call('listDashboardComments', {
        params,
        query: {
          first,
          ...(after !== undefined && { after }),
          ...(filter === 'resolved' && { resolvedOnly: true }),
        },
      }),
    create: (body, parentId) =>
      client.call('createDashboardComment', {
        params,
        body: { body, ...(parentId !== undefined && { parentId }) },
      }),
    edit: (commentId, body) =>
      client.call('updateDashboardComment', { params: { ...params, commentId }, body: { body } }),
    remove: (commentId) => client.call('removeDashboardComment', { params: { ...params, commentId } }),
    setResolved: (commentId, resolved) =>
      client.call('setDashboardCommentResolved', { params: { ...params, commentId }, body: { resolved } }),
    markSeen: async (commentIds) => {
      await client.call('markDashboardCommentsSeen', { params, body: { commentIds: [...commentIds] } });
    },
    findPeople: async (search) =>
      (
        await client.call('listMentionableEmbedUsers', {
          params,
          query: { first: PEOPLE, ...(search !== '' && { search }) },
        })
      ).items,
  };
}
