import type { CallToolResult, JSONObject, Tool } from '@modelcontextprotocol/server';
import { refuse, Refusal, schemas, toJsonSchema } from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { UserPrincipal } from '../access/principal.ts';
import type { AgentCaller, AgentTool } from '../agents/tools/agent-tool.ts';
import { toToolFailure } from '../agents/tools/tool-failure.ts';
import { mayCall, type ToolRoom } from '../agents/tools/tool-room.ts';
import type { McpTool } from './mcp-tool.ts';
import { createWorkbookTools } from './workbook-tools.ts';

/** Who calls, in one request. */
export interface McpSession {
  readonly principal: UserPrincipal;
  readonly requestId: string;
  readonly clientAddress: string;
  readonly baseUrl: string;
  readonly log: FastifyBaseLogger;
}

/** The tools of the MCP server. */
export interface McpTools {
  /** Those that the caller may use in one of the deployments. */
  list(session: McpSession, signal: AbortSignal): Promise<Tool[]>;
  call(
    session: McpSession,
    call: { readonly name: string; readonly input: Readonly<Record<string, unknown>> },
    signal: AbortSignal,
  ): Promise<CallToolResult>;
}

/** Of the conversation in a page alone. */
const NOT_HERE: ReadonlySet<string> = new Set(['set_controls']);
const MAX_DEPLOYMENTS = 100;
/** No deployment has this id, so only what holds in the whole account is permitted in it. */
const NO_DEPLOYMENT = 0;

const deploymentId = schemas.id(
  'Id of the deployment, from list_deployments; may be left out where there is one alone.',
);

/** A deployment as tools name it. */
interface FoundDeployment {
  readonly deploymentId: number;
  readonly name: string;
}

const LIST_DEPLOYMENTS: Tool = {
  name: 'list_deployments',
  title: 'List deployments',
  description: 'Lists the deployments that the user reaches. Every other tool works on one of them.',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
};

/** Makes the tools: those of the agent, and those that read workbooks, each with the deployment as a parameter. */
export function createMcpTools(room: ToolRoom, agentTools: readonly AgentTool[]): McpTools {
  const tools = [...agentTools.filter(({ name }) => !NOT_HERE.has(name)), ...createWorkbookTools(room)];
  const byName = new Map<string, McpTool>(tools.map((tool) => [tool.name, tool]));

  const findDeployments = async (session: McpSession, signal: AbortSignal): Promise<FoundDeployment[]> => {
    const query = { first: MAX_DEPLOYMENTS };
    const { items } = await room.callOperation('getDeployments', { ...session, signal }, { query });
    return items.map(({ id, name }) => ({ deploymentId: id, name }));
  };

  /**
   * A credential may ask nothing but queries, and so not which deployments there are: the rights of the account decide
   * then.
   */
  const reachable = async (session: McpSession, signal: AbortSignal): Promise<readonly number[]> => {
    if (mayCall({ ...session, deploymentId: undefined }, 'getDeployments'))
      return (await findDeployments(session, signal)).map((found) => found.deploymentId);
    return session.principal.deploymentIds ?? [NO_DEPLOYMENT];
  };

  const run = async (
    session: McpSession,
    name: string,
    input: object,
    signal: AbortSignal,
  ): Promise<unknown> => {
    if (name === LIST_DEPLOYMENTS.name) return { deployments: await findDeployments(session, signal) };
    const tool = byName.get(name);
    if (!tool) throw refuse('invalid_request', { reason: `There is no tool ${name}` });
    const { deploymentId: wanted, ...rest } = input as { deploymentId?: unknown };
    const id = wanted === undefined ? onlyOne(await findDeployments(session, signal)) : readId(wanted);
    return tool.run(callerOf(session, id), rest, signal);
  };

  return {
    async list(session, signal) {
      const callers = (await reachable(session, signal)).map((id) => callerOf(session, id));
      const offered = tools.filter((tool) => callers.some((caller) => tool.isOffered(caller)));
      return [LIST_DEPLOYMENTS, ...offered.map(listed)];
    },
    async call(session, { name, input }, signal) {
      try {
        return answerOf(await run(session, name, input, signal));
      } catch (error) {
        if (error instanceof Refusal) return { ...answerOf(toToolFailure(error)), isError: true };
        session.log.error({ err: error, tool: name }, 'A tool failed');
        const failure = {
          error: { code: 'internal', message: 'The tool failed', requestId: session.requestId },
        };
        return { ...answerOf(failure), isError: true };
      }
    },
  };
}

/** The deployment decides on rights; authoring is bound by them alone here, and no dashboard stands beside. */
function callerOf({ principal, requestId, clientAddress, baseUrl }: McpSession, id: number): AgentCaller {
  return {
    principal,
    tenantId: principal.tenantId,
    deploymentId: id,
    mayAuthor: true,
    consoleUrl: baseUrl,
    requestId,
    clientAddress,
  };
}

function listed({ name, title, description, input, isReading }: McpTool): Tool {
  // Inputs of tools are objects, as plain data.
  const { properties, required = [] } = toJsonSchema(input) as {
    properties: JSONObject;
    required?: string[];
  };
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object',
      properties: { deploymentId: toJsonSchema(deploymentId) as JSONObject, ...properties },
      ...(required.length > 0 && { required }),
    },
    annotations: { readOnlyHint: isReading, destructiveHint: false, openWorldHint: false },
  };
}

/** @throws `invalid_request` where there are several or none */
function onlyOne(deployments: readonly FoundDeployment[]): number {
  const [only, ...more] = deployments;
  if (only && more.length === 0) return only.deploymentId;
  const known = deployments.map((each) => `${each.deploymentId} (${each.name})`).join(', ');
  throw refuse('invalid_request', {
    reason: `Name the deployment by deploymentId: ${known || 'there is none'}`,
  });
}

/** @throws `invalid_request` for what is no id */
function readId(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw refuse('invalid_request', { reason: 'deploymentId is a whole number' });
}

function answerOf(result: unknown): CallToolResult {
  // Tools answer with plain objects.
  const structuredContent = JSON.parse(JSON.stringify(result)) as Record<string, unknown>;
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}
