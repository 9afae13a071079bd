import { schemas } from '@oriel/contract';
import { defineTool, type AgentTool } from './agent-tool.ts';
import { workbookLink } from './console-links.ts';
import { inProcess, mayCall, type ToolRoom } from './tool-room.ts';

const input = schemas.input('A workbook to create.', {
  name: schemas.text('Its name in lists.', { minLength: 1, maxLength: 255 }),
  folderId: schemas.optional(schemas.id('Id of the folder; default the root.')),
});

/** Creates an empty workbook of the caller. */
export function createCreateWorkbook({ callOperation }: ToolRoom): AgentTool {
  return defineTool({
    name: 'create_workbook',
    title: 'Create a workbook',
    description:
      'Creates an empty workbook, which holds reports and a dashboard. Only when the user asks for it.',
    input,
    isReading: false,
    isOffered: (caller) => caller.mayAuthor && mayCall(caller, 'createWorkbook'),
    async run(caller, { name, folderId }, signal) {
      const workbook = await callOperation('createWorkbook', inProcess(caller, signal), {
        params: { deploymentId: caller.deploymentId },
        body: { name, ...(folderId !== undefined && { folderId }) },
      });
      return {
        workbookId: workbook.id,
        name: workbook.name,
        folderId: workbook.folderId ?? null,
        ...workbookLink(caller, workbook.id),
      };
    },
  });
}
