import { adminOnly } from '../access.ts';
import { MAX_NAME_LENGTH, MAX_PATH_LENGTH } from '../limits.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import {
  boolean,
  day,
  describe,
  id,
  input,
  integer,
  nullable,
  nullish,
  object,
  oneOf,
  optional,
  text,
  type Static,
} from '../schema.ts';
import { ChatThreadOwner } from './chat-threads.ts';
import { page, paging } from '../lists.ts';

const place = {
  provider: oneOf('Wire format of the API.', ['openai-compatible', 'anthropic']),
  baseUrl: text(
    'Base address of the API, such as `https://models.example.com/v1`: by HTTPS, without a user and a query. Where the server ' +
      'allows private addresses, they are reached by HTTP as well.',
    { minLength: 1, maxLength: MAX_PATH_LENGTH, example: 'https://models.example.com/v1' },
  ),
  model: text('Name of the model, as the API knows it.', {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    pattern: '\\S',
    example: 'large-1',
  }),
};

export const LanguageModelEndpoint = object('Where the language model of an account is asked.', {
  ...place,
  hasApiKey: boolean('Whether a key is stored. It is never answered.'),
});
export type LanguageModelEndpoint = Static<typeof LanguageModelEndpoint>;

const dailyTokens = integer(
  'Tokens that one person may use in a day (UTC); 0 is no limit, null the default.',
  {
    minimum: 0,
    example: 500_000,
  },
);

export const LanguageModelSettings = object('The language model that answers in the chats of an account.', {
  source: oneOf('Whether the account has one of its own, uses that of the server, or there is none.', [
    'account',
    'server',
    'none',
  ]),
  endpoint: nullable(describe(LanguageModelEndpoint, 'The own one; null for none.')),
  serverModel: nullable(
    text('Name of the model that the operator of the server has set up; null for none.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'medium-1',
    }),
  ),
  allowsPrivateAddresses: boolean(
    'Whether the model may be on the machine of the server or in its private network, as the operator has set.',
  ),
  dailyTokens: nullable(dailyTokens),
  defaultDailyTokens: integer('What null in `dailyTokens` stands for.', { minimum: 0, example: 2_000_000 }),
});
export type LanguageModelSettings = Static<typeof LanguageModelSettings>;

export const LanguageModelEndpointInput = input('Where a language model is asked.', {
  ...place,
  apiKey: nullish(
    text(
      'Key of the API. It is stored encrypted and never answered. Absent: the stored one stays, as long as provider, scheme, host and ' +
        'port do; null: there is none.',
      { minLength: 1, maxLength: 4_096, pattern: '^[!-~]+$', example: 'kX2vQ0p7' },
    ),
  ),
});
export type LanguageModelEndpointInput = Static<typeof LanguageModelEndpointInput>;

export const UpdateLanguageModelInput = input('What becomes of the language model; what is absent stays.', {
  endpoint: nullish(
    describe(
      LanguageModelEndpointInput,
      'The own one; null removes it with its key, so that the server’s answers.',
    ),
  ),
  dailyTokens: nullish(dailyTokens),
});
export type UpdateLanguageModelInput = Static<typeof UpdateLanguageModelInput>;

export const TryLanguageModelInput = input('The language model to try.', {
  endpoint: nullish(
    describe(
      LanguageModelEndpointInput,
      'An endpoint before it is stored; null or absent: the one that answers by now.',
    ),
  ),
});
export type TryLanguageModelInput = Static<typeof TryLanguageModelInput>;

export const LanguageModelTrial = object('What became of a short question to a language model.', {
  isAnswered: boolean('Whether it has answered.'),
  model: nullable(
    text('Name of the model that was asked; null where none is set up.', { example: 'large-1' }),
  ),
  text: nullable(text('The beginning of its answer.', { maxLength: MAX_NAME_LENGTH, example: 'Ready' })),
  durationMs: integer('Milliseconds that it took.', { minimum: 0, example: 640 }),
  failure: nullable(
    object('Why there is no answer.', {
      code: oneOf('What went wrong.', [
        'no_model',
        'address_refused',
        'unreachable',
        'timeout',
        'key_refused',
        'not_found',
        'request_refused',
        'rate_limited',
        'model_failed',
      ]),
      message: text('The same in a sentence, with what to do.', {
        example: 'models.example.com refuses the key (status 401); replace it',
      }),
    }),
  ),
});
export type LanguageModelTrial = Static<typeof LanguageModelTrial>;

const tokens = (description: string, example: number) =>
  integer(description, { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, example });

export const LanguageModelUsageAgent = object('The agent that was asked.', {
  id: id('Id of the agent.'),
  name: nullable(
    text('Name of the agent; null where its deployment is not there any more.', {
      maxLength: MAX_NAME_LENGTH,
      example: 'default',
    }),
  ),
  deploymentId: nullable(id('Id of its deployment; null where it is not there any more.')),
});
export type LanguageModelUsageAgent = Static<typeof LanguageModelUsageAgent>;

export const LanguageModelUsage = object(
  'What one person took of language models in one day, by one agent.',
  {
    id: id('Id of the entry.'),
    day: text('The day in UTC.', { maxLength: 10, example: '2026-03-01' }),
    isToday: boolean('Whether the day is today, so that the daily limit counts it.'),
    user: describe(ChatThreadOwner, 'The user that the questions are of.'),
    agent: nullable(
      describe(
        LanguageModelUsageAgent,
        'The agent; null where a model was tried, and for what was counted before agents were told apart.',
      ),
    ),
    llmCalls: tokens('Requests to models.', 12),
    inputTokens: tokens('Tokens that were read anew.', 9_400),
    outputTokens: tokens('Tokens that were written.', 2_100),
    cacheWriteTokens: tokens('Tokens that were written to the cache of the model.', 0),
    cacheReadTokens: tokens('Tokens that were read from the cache of the model.', 0),
    totalTokens: tokens('The sum of the four.', 11_500),
    dayTokens: tokens(
      'The sum of the person on this day, whatever was asked, which the daily limit is about.',
      14_200,
    ),
  },
);
export type LanguageModelUsage = Static<typeof LanguageModelUsage>;

export const LanguageModelUsageResponse = page(LanguageModelUsage);
export type LanguageModelUsageResponse = Static<typeof LanguageModelUsageResponse>;

const path = '/api/v1/language-model';
const operation = operationsTagged('Agents');

/** The language model of an account, and what its people take of it. */
export const languageModelOperations = {
  getLanguageModel: operation(`GET ${path}`, {
    summary: 'Get the language model of the account',
    description:
      'Which model answers in chats: the account’s own, or the one of the server. Where the latter is reached, and its key, are ' +
      'the operator’s alone.',
    access: adminOnly,
    answer: LanguageModelSettings,
  }),
  updateLanguageModel: operation(`PUT ${path}`, {
    summary: 'Set the language model of the account',
    description:
      'Sets the endpoint or the daily limit, or both, for turns that begin from then on. An endpoint of the account goes before ' +
      'that of the server. A stored key goes to no other origin than the one that it was given for: with another one, ' +
      'send the key again, or null.',
    access: adminOnly,
    body: optionalJson(UpdateLanguageModelInput),
    answer: LanguageModelSettings,
  }),
  tryLanguageModel: operation(`POST ${path}/try`, {
    summary: 'Try a language model',
    description:
      'Asks the model one short question, with a tool declared as agents need it, and answers within half a minute whether it ' +
      'works; nothing is stored but what it took, which counts for the caller. A failure is an answer like any other.',
    access: adminOnly,
    body: optionalJson(TryLanguageModelInput),
    answer: LanguageModelTrial,
  }),
  getLanguageModelUsage: operation(`GET ${path}/usage`, {
    summary: 'List what people took of language models',
    description:
      'By person, agent and day, the newest first. It stays when threads are deleted. Filters narrow it; each entry has to fit all of them.',
    access: adminOnly,
    query: {
      ...paging,
      search: optional(
        text('A part of the address of a user, or of the external id of a viewer.', {
          maxLength: MAX_NAME_LENGTH,
          example: 'ada@',
        }),
      ),
      agentId: optional(id('Id of the agent.')),
      from: optional(day('The first day, in UTC.')),
      to: optional(day('The last day, in UTC.')),
    },
    answer: LanguageModelUsageResponse,
    refusals: ['invalid_cursor'],
  }),
};
