import { MAX_CHAT_MESSAGES, MAX_NAME_LENGTH, MAX_THREAD_READERS } from '../limits.ts';
import {
  boolean,
  describe,
  id,
  input,
  list,
  object,
  oneOf,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { ChatFrame } from './chat.ts';
import { page } from './lists.ts';

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
  agentId: id('Id of the agent.'),
  title: text('Title: the beginning of the first message, unless it was renamed.', {
    maxLength: MAX_NAME_LENGTH,
    example: 'How many flights were late?',
  }),
  owner: describe(ChatThreadOwner, 'The owner.'),
  isOwn: boolean('Whether it is of the caller, who alone may continue, rename, share and delete it.'),
  isStreaming: boolean('Whether a turn runs.'),
  createdAt: timestamp('When it was begun.'),
  updatedAt: timestamp('When its last turn began or ended.'),
});
export type ChatThread = Static<typeof ChatThread>;

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
  title: text('The title.', {
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
