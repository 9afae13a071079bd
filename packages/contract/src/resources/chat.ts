import type { Access } from '../access.ts';
import {
  MAX_CHAT_IMAGES,
  MAX_CHAT_INPUT_LENGTH,
  MAX_DOCUMENT_BODY_BYTES,
  MAX_DOCUMENT_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PATH_LENGTH,
  MAX_TIMEZONE_LENGTH,
} from '../limits.ts';
import { bytes, json, operationsTagged, optionalJson } from '../operation.ts';
import {
  boolean,
  describe,
  freeObject,
  input,
  integer,
  list,
  nullish,
  object,
  oneOf,
  optional,
  text,
  type Static,
} from '../schema.ts';
import { GenerateSession } from './embed-sessions.ts';
import { controlFields } from './rendering-controls.ts';

/** As ids of threads are written. */
const CHAT_ID = { minLength: 36, maxLength: 36, example: '6f9619ff-8b86-4d01-b42d-00c04fc964ff' };

export const ChatSessionSettings = input('The person who asks, where an API key does.', {
  externalId: nullish(GenerateSession.properties.externalId),
  internalId: nullish(GenerateSession.properties.internalId),
  email: nullish(GenerateSession.properties.email),
  isEphemeral: nullish(
    boolean(
      'Whether the viewer is removed after `ephemeralTtlSeconds`; default true, other than in an embed session.',
    ),
  ),
  ephemeralTtlSeconds: nullish(
    integer('Seconds until an ephemeral viewer is removed with all threads; default a week.', {
      minimum: 60,
      maximum: 365 * 24 * 60 * 60,
      example: 604_800,
    }),
  ),
  embedTenantName: nullish(GenerateSession.properties.embedTenantName),
  groups: nullish(GenerateSession.properties.groups),
  userAttributes: nullish(GenerateSession.properties.userAttributes),
  roles: nullish(GenerateSession.properties.roles),
  securityContext: nullish(GenerateSession.properties.securityContext),
  publicDashboardId: nullish(GenerateSession.properties.publicDashboardId),
  timezone: nullish(
    text('IANA name of the zone of dates in this turn; one that cannot be used is ignored.', {
      maxLength: MAX_TIMEZONE_LENGTH,
      example: 'Europe/Berlin',
    }),
  ),
  allowChatWorkspaceAuthoring: nullish(
    boolean('Whether the agent may make workbooks and reports for the person, where they may; default true.'),
  ),
});
export type ChatSessionSettings = Static<typeof ChatSessionSettings>;

export const ChatImage = input('A picture.', {
  mimeType: text('Media type of the picture, such as `image/png`.', {
    maxLength: MAX_NAME_LENGTH,
    example: 'image/png',
  }),
  data: text('The bytes in base64.', { maxLength: MAX_DOCUMENT_LENGTH, example: 'iVBORw0KGgo=' }),
  name: nullish(text('Name of the file.', { maxLength: MAX_NAME_LENGTH, example: 'chart.png' })),
});
export type ChatImage = Static<typeof ChatImage>;

export const ChatDashboard = input('The dashboard that the chat stands beside.', {
  publicId: text('Public id of the dashboard.', { maxLength: 64, example: 'Zk3pQ9rT1xWb' }),
  widgetId: nullish(
    text('Id of the widget that is asked about; of an AI widget also where nothing is asked.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'revenue',
    }),
  ),
  refreshesSummary: nullish(
    boolean('Whether the text of the AI widget is written anew, whatever there is; default false.'),
  ),
  ...controlFields,
});
export type ChatDashboard = Static<typeof ChatDashboard>;

export const StreamChatStateInput = input(
  'A turn of a chat, or without `input` the wish to see where it stands.',
  {
    input: nullish(
      text('Text of the question to the agent.', {
        maxLength: MAX_CHAT_INPUT_LENGTH,
        example: 'How many flights were late in March?',
      }),
    ),
    chatId: nullish(text('Id of the thread; without one a new thread is begun.', CHAT_ID)),
    messageId: nullish(
      text('Id of the message: the same id again joins the turn that it began.', {
        pattern: '^\\d{13,}-message$',
        maxLength: 64,
        example: '1767225600000-message',
      }),
    ),
    images: nullish(list(ChatImage, 'Pictures for the model.', { maxItems: MAX_CHAT_IMAGES })),
    activeBranchName: nullish(
      text('Branch of the data model that is queried; default the one that is deployed.', {
        maxLength: MAX_PATH_LENGTH,
        example: 'main',
      }),
    ),
    isDefaultBranch: nullish(
      boolean('Whether the deployed branch is queried; default true without `activeBranchName`.'),
    ),
    sessionSettings: nullish(describe(ChatSessionSettings, 'The person who asks, where an API key does.')),
    timezone: nullish(
      text('IANA name of the zone of dates in this turn; one that cannot be used is ignored.', {
        maxLength: MAX_TIMEZONE_LENGTH,
        example: 'Europe/Berlin',
      }),
    ),
    dashboard: nullish(describe(ChatDashboard, 'The dashboard that the chat stands beside.')),
  },
);
export type StreamChatStateInput = Static<typeof StreamChatStateInput>;

export const AbortChatInput = input('The turn to stop.', {
  chatId: text('Id of the thread.', CHAT_ID),
  sessionSettings: nullish(describe(ChatSessionSettings, 'The person who asks, where an API key does.')),
});
export type AbortChatInput = Static<typeof AbortChatInput>;

export const ChatToolCall = object('A call of a tool.', {
  name: text('Name of the tool.', { example: 'run_query' }),
  input: text('What it was called with, as JSON.', { example: '{"query":{"measures":["flights.count"]}}' }),
  result: optional(text('What it answered, as JSON, once it has; `{"error": …}` where it failed.')),
});
export type ChatToolCall = Static<typeof ChatToolCall>;

export const ChatCitation = object('A query that an answer rests on.', {
  messageId: text('`id` of the line with the call of the tool.'),
  title: text('What the query is called.', { example: 'Flights by month' }),
  query: freeObject('The query, as the query API takes it.'),
  certifiedQuery: optional(
    text('Name of the certified query of the agent that it is, but for its `limit`.', {
      example: 'flights-by-month',
    }),
  ),
});
export type ChatCitation = Static<typeof ChatCitation>;

export const ChatUsage = object('What a turn took of models.', {
  models: list(text('Name of a model.', { example: 'large-1' }), 'The models that were asked.'),
  llmCalls: integer('Requests to models.', { minimum: 0, example: 2 }),
  inputTokens: integer('Tokens that were read anew.', { minimum: 0, example: 1_200 }),
  outputTokens: integer('Tokens that were written.', { minimum: 0, example: 240 }),
  cacheWriteTokens: integer('Tokens that were written to the cache of the model.', {
    minimum: 0,
    example: 0,
  }),
  cacheReadTokens: integer('Tokens that were read from the cache of the model.', { minimum: 0, example: 0 }),
  totalTokens: integer('The sum of the four.', { minimum: 0, example: 1_440 }),
});
export type ChatUsage = Static<typeof ChatUsage>;

export const ChatFrame = object(
  'A line of the stream. One with an `id` that came before replaces that line.',
  {
    id: optional(
      text('Id of the message, or `__cutoff__`, `__state__`, `__aborted__`, `__suspended__`, `__usage__`.', {
        example: '__cutoff__',
      }),
    ),
    role: optional(oneOf('The author of the message.', ['user', 'assistant'])),
    content: optional(text('Markdown, all of it so far.', { maxLength: MAX_DOCUMENT_LENGTH })),
    thinking: optional(text('What a model thinks aloud.')),
    toolCall: optional(describe(ChatToolCall, 'The call of a tool that the line is about.')),
    graphPath: optional(
      list(text('A part of the path.', { example: 'final' }), 'What made it; `final` first: the answer.'),
    ),
    isDelta: optional(boolean('Whether it is a part of a message that is not complete.')),
    isInProcess: optional(boolean('Whether it is being made.')),
    sort: optional(integer('Place in the thread.', { minimum: 0, example: 1 })),
    state: optional(
      freeObject(
        '`isStreaming` and `chatId` of the thread, `messages` of its snapshot, `suspended.messageId`.',
      ),
    ),
    citations: optional(list(ChatCitation, 'The queries that the answer rests on.')),
    isWithoutModel: optional(
      boolean('Whether no model has answered but certified queries and names of the data model.'),
    ),
    type: optional(oneOf('Kind of a line that ends the turn.', ['abort', 'suspend', 'usage'])),
    code: optional(
      text(
        'Why there is no answer of a model: a code of the error catalogue, `chat_aborted`, `chat_suspended`, `chat_streaming`, ' +
          '`chat_timeout`, `model_context` or `model_failed`; of a last message that says it in English, `model_refused`, ' +
          '`model_silent` or `query_failed`, and of one that is not complete `model_cut_off`.',
        { example: 'chat_aborted' },
      ),
    ),
    params: optional(
      freeObject(
        'The values of `code`: `minutes` of `chat_timeout`, `retryAfterSeconds` of refusals that say when to ask again.',
      ),
    ),
    retryable: optional(boolean('Whether the same message can be sent again.')),
    messageId: optional(text('Id of the message to send again.')),
    usage: optional(describe(ChatUsage, 'What the turn took.')),
    error: optional(text('What went wrong.')),
  },
);
export type ChatFrame = Static<typeof ChatFrame>;

/** Who may chat: users, viewers of embed sessions, and holders of data tokens where the deployment takes them. */
const chatting: Access = { principals: ['user', 'embed', 'data'], role: 'Viewer', takesApiKeyScheme: true };

const account = '/api/v1/public/{accountName}';
const operation = operationsTagged('Chat');

const stream = {
  summary: 'Ask an agent, or read a chat',
  description:
    'Sends a message and answers with JSON lines until the turn is over, or without `input` with the lines of the thread so ' +
    'far. The first line is `__cutoff__` with `state.chatId`, the last `__usage__`. A line replaces the one with its id; ' +
    'where there is nothing new for 15 seconds the last one comes again. The answer is the last line of the role `assistant` ' +
    'with `graphPath[0]` `final`. A failure after the beginning is a line ' +
    'with `error`. The same `messageId` joins a turn that runs; another message meanwhile is an error. The turn goes on when ' +
    'the caller leaves. A user in the console, an embed session and a data token ask as themselves; an API key names the ' +
    'person in `sessionSettings`, and everything is done with the rights of that person. Without `input` and `chatId`, and with ' +
    '`dashboard.widgetId` of an AI widget, it answers with the thread of the text of that widget: that of the person for the controls ' +
    'as they are given, else an older one of the person (`state.isStale` of the first line), else it has one written. Where it may ' +
    'not, because the session or the account says so (`showAiWidgets`) or no model is set up, `state.reason` is `not_allowed` or `no_model`. ' +
    '`state.checksum` is of what the text was written from.',
  access: chatting,
  body: optionalJson(StreamChatStateInput, { maxBytes: MAX_DOCUMENT_BODY_BYTES }),
  answers: { 200: bytes('The lines.', 'application/json', { schema: ChatFrame }) },
  refusals: [
    'ai_not_allowed',
    'ai_usage_limit',
    'attribute_type_mismatch',
    'attributes_not_found',
    'branch_not_found',
    'chat_thread_not_found',
    'dashboard_not_found',
    'duplicate_name',
    'embed_user_limit',
    'embedding_not_allowed',
    'groups_not_found',
    'user_not_found',
    'unavailable',
    'widget_not_found',
  ],
} as const;

const abort = {
  summary: 'Stop the turn of a chat',
  description:
    'Stops the turn that runs in the thread, of which only its owner may. Its stream ends with the line `__aborted__`. It ' +
    'does nothing where none runs.',
  access: chatting,
  body: json(AbortChatInput),
  refusals: [
    'ai_not_allowed',
    'attribute_type_mismatch',
    'attributes_not_found',
    'chat_thread_not_found',
    'duplicate_name',
    'embed_user_limit',
    'groups_not_found',
    'user_not_found',
  ],
} as const;

/** The deployment of an agent is not in the path. */
const ofAgent = ['deployment_not_found', 'deployment_out_of_scope'] as const;
const ofDeployment =
  'It is the automatic agent of the deployment that answers. An API key is refused here: it names an agent.';
const withinScope = 'The agent must be of a deployment in the scope of the key.';

/** Chats with agents, as their clients know them. */
export const chatOperations = {
  streamAgentChat: operation(`POST ${account}/agents/{agentId}/chat/stream-chat-state`, {
    ...stream,
    withinScope,
    refusals: [...stream.refusals, ...ofAgent, 'admin_only'],
  }),
  streamDeploymentChat: operation(`POST ${account}/deployments/{deploymentId}/chat/stream-chat-state`, {
    ...stream,
    description: `${stream.description} ${ofDeployment}`,
  }),
  abortAgentChat: operation(`POST ${account}/agents/{agentId}/chat/abort`, {
    ...abort,
    withinScope,
    refusals: [...abort.refusals, ...ofAgent, 'admin_only'],
  }),
  abortDeploymentChat: operation(`POST ${account}/deployments/{deploymentId}/chat/abort`, {
    ...abort,
    description: `${abort.description} ${ofDeployment}`,
  }),
};
