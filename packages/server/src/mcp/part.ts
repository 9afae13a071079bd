import { toolsPart } from '../agents/tools-part.ts';
import { requestsPart } from '../http/requests-part.ts';
import { part } from '../parts/part.ts';
import { registerMcp } from './mcp-endpoint.ts';
import { createMcpTools } from './mcp-tools.ts';

/** The tools of agents, for programs of others. */
export const mcpPart = part({
  name: 'Model Context Protocol',
  needs: { requests: requestsPart, tools: toolsPart },
  make: ({ requests, tools: { room, tools } }) => ({
    pages: [(app) => registerMcp(app, { ...requests, tools: createMcpTools(room, tools) })],
  }),
});
