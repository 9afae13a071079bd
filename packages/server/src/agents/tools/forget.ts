import { schemas } from '@oriel/contract';
import { defineTool, type AgentTool } from './agent-tool.ts';
import { inProcess, isRemembering, type ToolRoom } from './tool-room.ts';

const input = schemas.input('A memory to delete.', {
  memoryId: schemas.id('Its id, as the instructions have it.'),
});

/** Deletes a memory of the caller. */
export function createForget({ callOperation }: ToolRoom): AgentTool {
  return defineTool({
    name: 'forget',
    title: 'Forget',
    description: 'Deletes a text that was remembered. Only when the person asks for it.',
    input,
    isReading: false,
    isOffered: (caller) => isRemembering(caller),
    async run(caller, { memoryId }, signal) {
      await callOperation('deleteAgentMemory', inProcess(caller, signal), {
        params: { deploymentId: caller.deploymentId, agentId: caller.agent?.id ?? 0, memoryId },
      });
      return { memoryId };
    },
  });
}
