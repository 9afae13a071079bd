import { embedOnly } from '../access.ts';
import {
  MAX_COMMENTS_OF_PAGE,
  MAX_COMMENT_LENGTH,
  MAX_COMMENT_MENTIONS,
  MAX_COUNTED_THREADS,
  MAX_NAME_LENGTH,
  MAX_SEEN_COMMENTS,
  MAX_THREAD_REPLIES,
} from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import {
  boolean,
  describe,
  id,
  input,
  integer,
  list,
  nullish,
  object,
  optional,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { page, paging } from '../lists.ts';

export const EmbedMentionableUserDto = object('A viewer of the embed tenant.', {
  id: id('Id of the viewer.'),
  username: text(
    'The e-mail address, or the external id where there is none; written behind `@` in a comment.',
    {
      maxLength: MAX_NAME_LENGTH,
      example: 'ada@example.com',
    },
  ),
  firstName: nullish(text('Name for display.', { maxLength: MAX_NAME_LENGTH, example: 'Ada' })),
  email: nullish(
    text('E-mail address of the user; null for none.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'ada@example.com',
    }),
  ),
});
export type EmbedMentionableUserDto = Static<typeof EmbedMentionableUserDto>;

export const EmbedMentionableUsersListResponse = page(EmbedMentionableUserDto);
export type EmbedMentionableUsersListResponse = Static<typeof EmbedMentionableUsersListResponse>;

export const EmbedDashboardCommentDto = object('A comment on a dashboard.', {
  id: id('Id of the comment.'),
  dashboardId: text('Public id of the dashboard.', { example: 'Zk3pQ9rT1xWb' }),
  body: text('What was written, as plain text; empty where it was deleted.', {
    maxLength: MAX_COMMENT_LENGTH,
    example: 'Why is May so low?',
  }),
  userId: nullish(id('Id of the author; null where that viewer is gone.')),
  author: nullish(describe(EmbedMentionableUserDto, 'The author; null where that viewer is gone.')),
  mentions: optional(
    list(EmbedMentionableUserDto, 'The viewers whom the body mentions, in the order of usernames.', {
      maxItems: MAX_COMMENT_MENTIONS,
    }),
  ),
  isOwn: boolean('Whether the caller is the author, who alone may edit and delete it.'),
  isUnread: boolean(
    'Whether the caller has not seen it yet; false for what the caller has written, and for deleted ones.',
  ),
  createdAt: timestamp('When it was written.'),
  editedAt: nullish(timestamp('When it was last edited.')),
  removedAt: nullish(timestamp('When it was deleted.')),
});
export type EmbedDashboardCommentDto = Static<typeof EmbedDashboardCommentDto>;

export const EmbedDashboardCommentThreadDto = object('A comment and what was replied to it.', {
  root: describe(EmbedDashboardCommentDto, 'The comment that has opened the thread.'),
  replies: list(EmbedDashboardCommentDto, 'The replies, the oldest first.', { maxItems: MAX_THREAD_REPLIES }),
  resolvedAt: nullish(timestamp('When it was resolved; null for an open thread.')),
  resolvedBy: nullish(id('Id of the viewer who has resolved it.')),
});
export type EmbedDashboardCommentThreadDto = Static<typeof EmbedDashboardCommentThreadDto>;

export const EmbedDashboardCommentThreadsListResponse = page(EmbedDashboardCommentThreadDto);
export type EmbedDashboardCommentThreadsListResponse = Static<
  typeof EmbedDashboardCommentThreadsListResponse
>;

const body = text(
  'What is written, as plain text. `@` and a username mention a viewer of the embed tenant.',
  {
    minLength: 1,
    maxLength: MAX_COMMENT_LENGTH,
    pattern: '\\S',
    example: 'Why is May so low?',
  },
);

export const CreateEmbedDashboardCommentBody = input('A comment.', {
  body,
  parentId: nullish(
    id('Id of the comment that it replies to, which has opened a thread; default a new thread.'),
  ),
});
export type CreateEmbedDashboardCommentBody = Static<typeof CreateEmbedDashboardCommentBody>;

export const UpdateEmbedDashboardCommentBody = input('What a comment says from now on.', { body });
export type UpdateEmbedDashboardCommentBody = Static<typeof UpdateEmbedDashboardCommentBody>;

export const SetEmbedDashboardCommentResolvedBody = input('What becomes of a thread.', {
  resolved: boolean('Whether it is resolved, or open again.'),
});
export type SetEmbedDashboardCommentResolvedBody = Static<typeof SetEmbedDashboardCommentResolvedBody>;

export const UnreadEmbedDashboardCommentsDto = object('The comments that a viewer has not seen yet.', {
  count: integer('Comments of others in open threads.', { minimum: 0, example: 3 }),
  mentionCount: integer('Those among them that mention the viewer.', { minimum: 0, example: 1 }),
});
export type UnreadEmbedDashboardCommentsDto = Static<typeof UnreadEmbedDashboardCommentsDto>;

export const MarkEmbedDashboardCommentsSeenBody = input('What a viewer has seen.', {
  commentIds: list(
    id('Id of a comment.'),
    'Comments that were shown. Those that were written before them in their threads count as seen as well; ids without a comment are passed over.',
    { minItems: 1, maxItems: MAX_SEEN_COMMENTS },
  ),
});
export type MarkEmbedDashboardCommentsSeenBody = Static<typeof MarkEmbedDashboardCommentsSeenBody>;

const comments = '/api/v1/embed/dashboard/{publicId}/comments';
const comment = `${comments}/{commentId}` as const;
const operation = operationsTagged('Embed');
const access = embedOnly;
const withinScope = 'A session comments on dashboards of its deployment alone.';
const refusals = ['embedding_not_allowed'] as const;
const whoMay =
  'For embed sessions of a viewer (`externalId`) who may see the dashboard; API keys, console sessions and sessions with `internalId` ' +
  'are refused. Only what viewers of the same embed tenant have written is there.';

export const dashboardCommentOperations = {
  listDashboardComments: operation(`GET ${comments}`, {
    summary: 'List the comments on a dashboard',
    description:
      `Threads with all their replies, the one that was opened last first, so that a reply moves no thread. A page ends early where it has ` +
      `${MAX_COMMENTS_OF_PAGE} comments. ${whoMay} A deleted comment stays, without its body, as long as others of the thread are there.`,
    access,
    query: {
      includeResolved: nullish(boolean('Whether resolved threads come as well; default false.')),
      resolvedOnly: nullish(
        boolean('Whether resolved threads come alone, whatever `includeResolved` says; default false.'),
      ),
      ...paging,
    },
    answer: EmbedDashboardCommentThreadsListResponse,
    refusals: [...refusals, 'invalid_cursor'],
  }),
  createDashboardComment: operation(`POST ${comments}`, {
    summary: 'Comment on a dashboard',
    description:
      `Opens a thread, or replies to one. A thread has up to ${MAX_THREAD_REPLIES} replies, and none to a reply or to a comment that was ` +
      `deleted. A resolved thread stays so. The first ${MAX_COMMENT_MENTIONS} mentions are recognized. ${whoMay}`,
    access,
    withinScope,
    body: CreateEmbedDashboardCommentBody,
    answer: EmbedDashboardCommentDto,
    refusals: [...refusals, 'comment_not_found', 'comment_is_reply', 'comment_thread_full', 'unknown_host'],
  }),
  listMentionableEmbedUsers: operation(`GET ${comments}/mentionable-users`, {
    summary: 'List who can be mentioned in a comment',
    description: `The viewers of the embed tenant, the caller among them, by username; no users of the account, and no ephemeral viewers. ${whoMay}`,
    access,
    query: {
      search: nullish(
        text('Part of the name for display, of the e-mail address or of the external id, in any case.', {
          maxLength: MAX_NAME_LENGTH,
        }),
      ),
      ...paging,
    },
    answer: EmbedMentionableUsersListResponse,
    refusals: [...refusals, 'invalid_cursor'],
  }),
  countUnreadDashboardComments: operation(`GET ${comments}/unread`, {
    summary: 'Count the comments that the caller has not seen',
    description:
      `Comments of others in the ${MAX_COUNTED_THREADS} newest open threads; deleted ones do not count. To whom nothing was shown yet all ` +
      `are new. ${whoMay}`,
    access,
    query: {
      locale: nullish(
        text(
          'The language that the caller is shown the dashboard in, as a BCP 47 tag. It is noted for the mail that the caller gets about ' +
            'mentions; one that is not shipped is passed over.',
          { maxLength: MAX_NAME_LENGTH, example: 'de' },
        ),
      ),
    },
    answer: UnreadEmbedDashboardCommentsDto,
    refusals,
  }),
  markDashboardCommentsSeen: operation(`POST ${comments}/seen`, {
    summary: 'Say which comments the caller has seen',
    description: `Holds for all sessions of the viewer. What was seen once stays so. Answers with what is left. ${whoMay}`,
    access,
    withinScope,
    body: MarkEmbedDashboardCommentsSeenBody,
    answer: UnreadEmbedDashboardCommentsDto,
    refusals,
  }),
  updateDashboardComment: operation(`PATCH ${comment}`, {
    summary: 'Edit a comment',
    description: `For its author alone. Mentions are those of the new body. ${whoMay}`,
    access,
    withinScope,
    record: null,
    body: UpdateEmbedDashboardCommentBody,
    answer: EmbedDashboardCommentDto,
    refusals: [...refusals, 'unknown_host'],
  }),
  removeDashboardComment: operation(`DELETE ${comment}`, {
    summary: 'Delete a comment',
    description:
      'For its author alone. What it said is erased. The comment stays as deleted where others of the thread remain, also the one that has ' +
      `opened it; a thread of which nothing remains goes. ${whoMay}`,
    access,
    withinScope,
    record: null,
    refusals,
  }),
  setDashboardCommentResolved: operation(`POST ${comment}/resolve`, {
    summary: 'Resolve a thread, or open it again',
    description:
      'For the viewer who has opened the thread alone, also where that first comment was deleted. A thread that is so already stays as it ' +
      `is. ${whoMay}`,
    access,
    withinScope,
    record: null,
    body: SetEmbedDashboardCommentResolvedBody,
    answer: EmbedDashboardCommentThreadDto,
    refusals: [...refusals, 'comment_is_reply'],
  }),
};
