import { defineError } from './define-error.ts';

/** Refusals of requests about agent memories. */
export const agentMemoryErrors = {
  agent_memory_not_found: defineError<{ id: number }>(
    404,
    ({ id }) => `The agent remembers nothing with the id ${id} that you may see`,
  ),
  agent_memory_off: defineError(
    409,
    () => 'The agent remembers nothing: its configuration has no memory_mode, or memory_mode disabled',
  ),
  agent_memories_full: defineError<{ max: number }>(
    409,
    ({ max }) => `The agent remembers ${max} texts already, as many as it can; delete one of them first`,
  ),
};
