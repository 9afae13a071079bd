import { signedInOrEmbed } from '../access.ts';
import { boundedTo } from '../bounded-schemas.ts';
import { MAX_ACCOUNT_POLICY_BYTES, MAX_ID, MAX_ISSUES, MAX_NAME_LENGTH, MAX_PATH_LENGTH } from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import {
  boolean,
  describe,
  id,
  list,
  nullish,
  object,
  oneOf,
  text,
  timestamp,
  type Static,
} from '../schema.ts';
import { page, paging } from '../lists.ts';

export const AgentSpaceReference = object(
  'The space of an agent, which has its rules and certified queries.',
  {
    id: id('Id of the space.'),
    name: text('Name of the space.', { maxLength: MAX_NAME_LENGTH, example: 'finance' }),
  },
);
export type AgentSpaceReference = Static<typeof AgentSpaceReference>;

export const Agent = object('An agent of a deployment.', {
  id: id('Id of the agent.'),
  deploymentId: id('Id of the deployment.'),
  name: text('Name, by which the configuration in the model repository knows it.', {
    maxLength: MAX_NAME_LENGTH,
    example: 'analyst',
  }),
  title: nullish(text('Name for display.', { maxLength: MAX_NAME_LENGTH, example: 'Analyst' })),
  description: nullish(text('What it is for.', { example: 'Answers questions about sales' })),
  space: nullish(describe(AgentSpaceReference, 'The space that it belongs to.')),
  memoryMode: oneOf(
    'Whether it remembers texts beyond a thread: for each person, or also for everybody who asks an agent of its space.',
    ['disabled', 'user', 'space'],
  ),
  isAutomatic: boolean(
    'Whether it is the one that every deployment has, and that answers where none is named.',
  ),
  createdAt: timestamp('When it was found first.'),
});
export type Agent = Static<typeof Agent>;
export type MemoryMode = Agent['memoryMode'];

export const AgentsListResponse = page(Agent);
export type AgentsListResponse = Static<typeof AgentsListResponse>;

export const AgentSuggestion = object('A question to begin with.', {
  agentId: id('Id of the agent that it is for.'),
  agentName: text('Name of the agent.', { maxLength: MAX_NAME_LENGTH, example: 'analyst' }),
  title: text('A few words.', { maxLength: MAX_NAME_LENGTH, example: 'Revenue by month' }),
  prompt: text('What is asked.', { example: 'How did revenue develop by month this year?' }),
  source: oneOf('Whether it is configured, or the request of a certified query.', [
    'configuration',
    'certified_query',
  ]),
});
export type AgentSuggestion = Static<typeof AgentSuggestion>;

export const AgentSuggestionsResponse = object('Questions to begin with.', {
  items: list(AgentSuggestion, 'The suggestions, agent by agent.'),
});
export type AgentSuggestionsResponse = Static<typeof AgentSuggestionsResponse>;

export const AgentConfigIssue = object('A fault of the configuration of agents.', {
  path: text('The file in the model repository.', {
    maxLength: MAX_PATH_LENGTH,
    example: 'agents/config.yml',
  }),
  line: nullish(id('The line, from 1.')),
  message: text('What is wrong.', { example: 'llm must be a text' }),
});
export type AgentConfigIssue = Static<typeof AgentConfigIssue>;

export const ChatThreadPolicy = object('What the caller may do with threads.', {
  actions: list(oneOf('The action.', ['ChatThreadRead']), 'Actions that the rule is about.', { maxItems: 1 }),
  effect: oneOf('Whether they are allowed or denied.', ['allow', 'deny']),
  resourceType: oneOf('The kind of the resources.', ['ChatThread']),
  // Those that policies of the account name.
  resources: boundedTo(
    MAX_ACCOUNT_POLICY_BYTES,
    list(
      text('Id of a thread, or `All`.', { maxLength: MAX_NAME_LENGTH, example: 'All' }),
      'Threads that the rule is about, by id; `All` for every one.',
      { maxItems: MAX_ID },
    ),
  ),
});
export type ChatThreadPolicy = Static<typeof ChatThreadPolicy>;

export const AIEngineerSettings = object('What the chat of a deployment works with.', {
  accountName: text('Name of the account, as the addresses of the chat have it.', {
    maxLength: MAX_NAME_LENGTH,
    example: 'default',
  }),
  isAvailable: boolean('Whether a model answers; without one certified queries and names of the model do.'),
  hasCertifiedQueries: boolean(
    'Whether the configuration has certified queries, which answer without a model.',
  ),
  mayAsk: boolean('Whether the caller may ask: by their right, and by the settings of session and account.'),
  chatThreadPolicies: list(ChatThreadPolicy, 'What the caller may do with the threads of others.', {
    maxItems: 1,
  }),
  threadScopes: list(
    oneOf('A list of threads.', ['own', 'shared', 'all']),
    'The lists of threads that the caller may ask for.',
    { maxItems: 3 },
  ),
  mayShareThreads: boolean('Whether the caller may share their own threads.'),
  mayFindReaders: boolean(
    'Whether the caller may find users and groups to share with (`GET …/access-subjects`); without, they share with everybody or nobody.',
  ),
  agentsConfigCredentials: nullish(
    object('Where the configuration of agents lies.', {
      folder: text('Folder of the model repository.', { example: 'agents' }),
      branch: text('The branch that is read.', { maxLength: MAX_NAME_LENGTH, example: 'main' }),
    }),
  ),
  deployBranchName: text('The branch that is deployed.', { maxLength: MAX_NAME_LENGTH, example: 'main' }),
  resolvedTimezone: nullish(
    text('Zone of dates in answers where the question names none.', { example: 'Europe/Berlin' }),
  ),
  issues: list(
    AgentConfigIssue,
    `Faults of the configuration, for developers of the model; else empty. The first ${MAX_ISSUES}.`,
    { maxItems: MAX_ISSUES },
  ),
});
export type AIEngineerSettings = Static<typeof AIEngineerSettings>;

const deployment = '/api/v1/deployments/{deploymentId}';
const operation = operationsTagged('Agents');

/** Agents of a deployment, which its model repository configures. */
export const agentOperations = {
  getAgents: operation(`GET ${deployment}/agents`, {
    summary: 'List the agents of a deployment',
    description:
      'The agents that the caller may use: the automatic one first, the others in the order in which they were found. They are ' +
      'configured in the folder `agents` of the model repository, and known by their names.',
    access: signedInOrEmbed,
    query: paging,
    answer: AgentsListResponse,
    refusals: ['ai_not_allowed', 'invalid_cursor'],
  }),
  getAgentSuggestions: operation(`GET ${deployment}/agent-suggestions`, {
    summary: 'List questions to begin with',
    description:
      'Of the agents that the caller may use: the suggestions of their configuration, then the requests of their certified queries.',
    access: signedInOrEmbed,
    answer: AgentSuggestionsResponse,
    refusals: ['ai_not_allowed'],
  }),
  getAIEngineerSettings: operation(`GET ${deployment}/ai-engineer-settings`, {
    summary: 'Get what the chat of a deployment works with',
    description:
      'Whether a model answers, which branch the configuration of agents is read from, and what the caller may do with threads.',
    access: signedInOrEmbed,
    record: null,
    answer: AIEngineerSettings,
  }),
};
