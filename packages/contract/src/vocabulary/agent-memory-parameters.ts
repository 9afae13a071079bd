import { parameter } from './define-parameter.ts';
import { id } from '../schema.ts';

/** Path parameters of agent memories. */
export const agentMemoryParameters = {
  memoryId: parameter(id('Id of the memory.'), 'agent_memory_not_found'),
};
