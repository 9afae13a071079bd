import type { AgentTool } from './agent-tool.ts';
import { createCreateReport } from './create-report.ts';
import { createCreateWorkbook } from './create-workbook.ts';
import { createDraftDashboard } from './draft-dashboard.ts';
import { createForget } from './forget.ts';
import { createReadDashboard } from './read-dashboard.ts';
import { createRemember } from './remember.ts';
import { createRunQuery } from './run-query.ts';
import { createSearchModel } from './search-model.ts';
import { createSetControls } from './set-controls.ts';
import { refuseUnoffered, type ToolRoom } from './tool-room.ts';

/** Makes all tools. What a caller is not offered refuses to run. */
export function createAgentTools(room: ToolRoom): readonly AgentTool[] {
  return [
    createSearchModel,
    createRunQuery,
    createReadDashboard,
    createSetControls,
    createCreateReport,
    createCreateWorkbook,
    createDraftDashboard,
    createRemember,
    createForget,
  ]
    .map((create) => create(room))
    .map(withOffer);
}

function withOffer(tool: AgentTool): AgentTool {
  return {
    ...tool,
    run: async (caller, input, signal) => {
      if (!tool.isOffered(caller)) throw refuseUnoffered(tool.name);
      return tool.run(caller, input, signal);
    },
  };
}
