import { signedInOrEmbed } from '../access.ts';
import { MAX_MEMORIES, MAX_MEMORY_LENGTH } from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import { boolean, id, input, list, object, optional, text, timestamp, type Static } from '../schema.ts';

const memoryText = (description: string) =>
  text(description, {
    minLength: 1,
    maxLength: MAX_MEMORY_LENGTH,
    pattern: '\\S',
    example: 'Our fiscal year begins in April',
  });

export const AgentMemory = object('A text that an agent remembers beyond a thread.', {
  id: id('Id of the memory.'),
  text: memoryText('What is remembered.'),
  isShared: boolean('Whether everybody has it who asks an agent of the space, or only the caller.'),
  mayDelete: boolean('Whether the caller may delete it.'),
  createdAt: timestamp('When it was remembered.'),
});
export type AgentMemory = Static<typeof AgentMemory>;

export const AgentMemoriesResponse = object('What an agent remembers for the caller.', {
  items: list(AgentMemory, 'The memories, those that were made first in front.', {
    maxItems: 2 * MAX_MEMORIES,
  }),
  mayShare: boolean('Whether the caller may have the agent remember something for everybody.'),
});
export type AgentMemoriesResponse = Static<typeof AgentMemoriesResponse>;

export const CreateAgentMemoryInput = input('A text to remember.', {
  text: memoryText('What is to be remembered.'),
  isShared: optional(boolean('Whether everybody has it who asks an agent of the space; default false.')),
});
export type CreateAgentMemoryInput = Static<typeof CreateAgentMemoryInput>;

const memories = '/api/v1/deployments/{deploymentId}/agents/{agentId}/memories';
const operation = operationsTagged('Agents');

/**
 * What agents remember. Whether they do is `memory_mode` of their configuration; agents of one space remember the same.
 */
export const agentMemoryOperations = {
  getAgentMemories: operation(`GET ${memories}`, {
    summary: 'List what an agent remembers',
    description:
      'The texts that the caller has had it remember, and those that everybody has. Without `memory_mode` in its configuration there are ' +
      'none; what it had remembered before comes back with the setting.',
    access: signedInOrEmbed,
    record: null,
    answer: AgentMemoriesResponse,
    refusals: ['ai_not_allowed'],
  }),
  createAgentMemory: operation(`POST ${memories}`, {
    summary: 'Have an agent remember a text',
    description:
      'For the caller, as the agent does by itself when it is asked to. With `isShared` it is for everybody who asks an agent of the ' +
      'space: that takes `memory_mode: space`, and the permission `SchemaUpdate`, as for a rule in the model repository. A text ' +
      'that is remembered already is not remembered twice.',
    access: signedInOrEmbed,
    record: null,
    body: CreateAgentMemoryInput,
    status: 201,
    answer: AgentMemory,
    refusals: ['ai_not_allowed', 'agent_memory_off', 'agent_memories_full'],
  }),
  deleteAgentMemory: operation(`DELETE ${memories}/{memoryId}`, {
    summary: 'Have an agent forget a text',
    description: 'One of the caller, or with the permission `SchemaUpdate` one that everybody has.',
    access: signedInOrEmbed,
    record: null,
    refusals: ['ai_not_allowed'],
  }),
};
