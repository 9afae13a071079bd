import { signedInOrEmbed } from '../access.ts';
import { MAX_CHAT_MESSAGES, MAX_NAME_LENGTH, MAX_THREAD_READERS } from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import {
  boolean,
  describe,
  id,
  input,
  list,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { ChatFrame } from './chat.ts';
import { AccessSubject } from './item-access.ts';
import { page, paging } from '../lists.ts';

export const ChatThreadOwner = object('The owner of a thread.', {
  type: oneOf('A user of the account, or a viewer of an embed tenant.', ['USER', 'EMBED_USER']),
  id: id('Id of the user or viewer.'),
  name: text('Address of the user, or external id of the viewer.', {
    maxLength: MAX_NAME_LENGTH,
    example: 'ada@example.com',
  }),
});
export type ChatThreadOwner = Static<typeof ChatThreadOwner>;

export const ChatThread = object('A thread of messages with an agent.', {
  id: text('Id of the thread: the `chatId` of the chat API.', {
    example: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
  }),
  deploymentId: id('Id of the deployment.'),
  agentId: id('Id of the agent that answers in it.'),
  agentTitle: text('Name of the agent for display.', { maxLength: MAX_NAME_LENGTH, example: 'Analyst' }),
  kind: oneOf(
    'A chat, or the text of an AI widget, which becomes a chat with the first question that is asked about it.',
    ['chat', 'summary'],
  ),
  title: text('Title: the beginning of the first message, unless it was renamed.', {
    maxLength: MAX_NAME_LENGTH,
    example: 'How many flights were late?',
  }),
  owner: describe(ChatThreadOwner, 'The user who began the thread.'),
  isOwn: boolean('Whether it is of the caller, who alone may continue, rename, share and delete it.'),
  isStreaming: boolean('Whether a turn runs.'),
  createdAt: timestamp('When it was begun.'),
  updatedAt: timestamp('When its last turn began or ended.'),
});
export type ChatThread = Static<typeof ChatThread>;
export type ChatThreadKind = ChatThread['kind'];

export const ChatThreadsListResponse = page(ChatThread);
export type ChatThreadsListResponse = Static<typeof ChatThreadsListResponse>;

export const ChatThreadDetails = object('A thread with its messages.', {
  ...ChatThread.properties,
  messages: list(ChatFrame, 'The lines of the thread, each as it was at last.', {
    maxItems: MAX_CHAT_MESSAGES,
  }),
});
export type ChatThreadDetails = Static<typeof ChatThreadDetails>;

export const UpdateChatThreadInput = input('What becomes of a thread.', {
  title: text('New title of the thread.', {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: '\\S',
    example: 'Late flights',
  }),
});
export type UpdateChatThreadInput = Static<typeof UpdateChatThreadInput>;

export const ChatThreadAccess = input('Who reads a thread beside its owner.', {
  organization: boolean('Whether every user of the account does who may open the deployment.'),
  userIds: list(id('Id of a user.'), 'Users who do.', { maxItems: MAX_THREAD_READERS, uniqueItems: true }),
  groupIds: list(id('Id of a group.'), 'Groups of users that do.', {
    maxItems: MAX_THREAD_READERS,
    uniqueItems: true,
  }),
});
export type ChatThreadAccess = Static<typeof ChatThreadAccess>;

export const ChatThreadAccessResponse = object('Who reads a thread beside its owner.', {
  ...ChatThreadAccess.properties,
  subjects: list(AccessSubject, 'The same users and groups, with their names.', {
    maxItems: 2 * MAX_THREAD_READERS,
  }),
});
export type ChatThreadAccessResponse = Static<typeof ChatThreadAccessResponse>;

const threads = '/api/v1/deployments/{deploymentId}/chat-threads';
const operation = operationsTagged('Chat');

/** Threads as the console and the surfaces show them; turns are the chat API's. */
export const chatThreadOperations = {
  getChatThreads: operation(`GET ${threads}`, {
    summary: 'List threads',
    description:
      'The newest first. `own`, the default, are those of the caller, `shared` those that others share with them or that a role names, ' +
      '`all` those of everybody, for who has the permission `ChatHistoryRead`, or `ChatThreadRead` for every thread. The texts of AI ' +
      'widgets are a list of their own, by `kind`.',
    access: signedInOrEmbed,
    query: {
      ...paging,
      scope: optional(oneOf('The owners of the threads; default `own`.', ['own', 'shared', 'all'])),
      kind: optional(oneOf('Chats, or texts of AI widgets; default `chat`.', ['chat', 'summary'])),
      search: optional(
        text('A part of the title, or the id of a thread.', { maxLength: MAX_NAME_LENGTH, example: 'late' }),
      ),
    },
    answer: ChatThreadsListResponse,
    refusals: ['invalid_cursor'],
  }),
  getChatThread: operation(`GET ${threads}/{chatThreadId}`, {
    summary: 'Get a thread with its messages',
    description:
      'For its owner, those whom it is shared with, and who has the permission `ChatHistoryRead`, or `ChatThreadRead` for it.',
    access: signedInOrEmbed,
    record: null,
    answer: ChatThreadDetails,
    isBatched: true,
  }),
  updateChatThread: operation(`PUT ${threads}/{chatThreadId}`, {
    summary: 'Rename a thread',
    description: 'For its owner alone.',
    access: signedInOrEmbed,
    record: null,
    body: UpdateChatThreadInput,
    answer: ChatThread,
  }),
  deleteChatThread: operation(`DELETE ${threads}/{chatThreadId}`, {
    summary: 'Delete a thread',
    description: 'For its owner alone. A turn that runs is stopped; what it took is still counted.',
    access: signedInOrEmbed,
    record: null,
  }),
  getChatThreadAccess: operation(`GET ${threads}/{chatThreadId}/access`, {
    summary: 'Get who reads a thread',
    description: 'For its owner alone.',
    access: signedInOrEmbed,
    record: null,
    answer: ChatThreadAccessResponse,
  }),
  updateChatThreadAccess: operation(`PUT ${threads}/{chatThreadId}/access`, {
    summary: 'Share a thread',
    description:
      'Replaces who reads it beside its owner, who must be a user of the account. They see every message and result as it was ' +
      'answered to the owner; later messages too. An owner who may not find users and groups (`mayFindReaders` of ' +
      '`AIEngineerSettings`) keeps or removes those that are named, and adds everybody alone.',
    access: signedInOrEmbed,
    record: null,
    body: ChatThreadAccess,
    answer: ChatThreadAccessResponse,
    refusals: ['user_not_found', 'group_not_found'],
  }),
};
