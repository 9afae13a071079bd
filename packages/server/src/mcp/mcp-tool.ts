import type { AgentTool } from '../agents/tools/agent-tool.ts';

/** A tool of the MCP server: one of the agent, or one of its own. */
export type McpTool = Omit<AgentTool, 'name'> & { readonly name: string };
