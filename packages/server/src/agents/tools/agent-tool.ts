import { schemas, type MemoryMode, type Static, type TSchema } from '@oriel/contract';
import type { DataPrincipal, EmbedPrincipal, UserPrincipal } from '../../access/principal.ts';
import type { DashboardControls } from '@oriel/dashboard/initial-controls';
import { createValueReader } from '../../http/requests/validation.ts';

/** The names of all tools, as a model and the clients of the chat see them. */
export type AgentToolName =
  | 'search_model'
  | 'run_query'
  | 'read_dashboard'
  | 'set_controls'
  | 'create_report'
  | 'create_workbook'
  | 'draft_dashboard'
  | 'remember'
  | 'forget';

/** Whom a tool works for: the rights are those of the principal, and nothing here adds any. */
export interface AgentCaller {
  readonly principal: UserPrincipal | EmbedPrincipal | DataPrincipal;
  readonly tenantId: number;
  readonly deploymentId: number;
  /** Branch of the data model; default the one that the credential or the deployment queries. */
  readonly branch?: string | undefined;
  /** IANA name of the zone of dates in queries that name none; default that of the deployment. */
  readonly timezone?: string | undefined;
  /** The published dashboard that the conversation stands beside. */
  readonly dashboard?: AgentDashboard | undefined;
  /** The agent that works; absent for calls over MCP, where the client brings its own agent. */
  readonly agent?: CallingAgent | undefined;
  /** Whether the settings of the session and the agent let content be created; the rights are asked all the same. */
  readonly mayAuthor: boolean;
  /** Address of the console, where answers are to say where their items are opened. */
  readonly consoleUrl?: string | undefined;
  /** Of the request that began the work, for the log and the audit log. */
  readonly requestId: string;
  readonly clientAddress: string;
}

/** What the configuration of an agent says to its tools. None of it adds or takes a right. */
export interface CallingAgent {
  readonly id: number;
  readonly name: string;
  /** Whether it remembers texts beyond a thread. */
  readonly memoryMode: MemoryMode;
  /** Texts that every prompt of the agent carries. */
  readonly rules: readonly string[];
  readonly certifiedQueries: readonly CertifiedQuery[];
  /** Names of the views that it is to answer from; empty: all that the caller sees. */
  readonly accessibleViews: readonly string[];
}

/** A question with the query that its authors vouch for. */
export interface CertifiedQuery {
  readonly name: string;
  /** The question in the words of its askers. */
  readonly userRequest: string;
  readonly description?: string | undefined;
  /** A query of the query API as JSON text. */
  readonly query: string;
}

/** The dashboard beside which a question is asked, as its viewer sees it. */
interface AgentDashboard {
  readonly publicId: string;
  /** What the viewer has chosen, as exports take it; controls that are not here have their default. */
  readonly controls: DashboardControls;
  /** Whether a text is written that stands on it, rather than a question answered beside it. */
  readonly isSummarised?: boolean;
}

/** A tool of the agent and of the MCP server. It is JSON in and JSON out, and its answers are bounded. */
export interface AgentTool {
  readonly name: AgentToolName;
  /** One line for people. */
  readonly title: string;
  /** What it does, for a model. */
  readonly description: string;
  /** JSON Schema of an object. */
  readonly input: TSchema;
  /** Whether it changes nothing that is stored. */
  readonly isReading: boolean;
  /** Whether this caller is told of it. A tool that is not offered refuses to run as well. */
  isOffered(caller: AgentCaller): boolean;
  /**
   * Runs it with the rights of the caller. The input is checked by the schema first.
   *
   * @returns plain JSON of at most {@link MAX_TOOL_ANSWER_BYTES}
   * @throws a `Refusal` that a model or a person can read (`toToolFailure`); anything else is a bug
   */
  run(caller: AgentCaller, input: unknown, signal: AbortSignal): Promise<unknown>;
}

/** The largest answer of a tool as JSON text; rows beyond it are left out, and the answer says how many there are. */
export const MAX_TOOL_ANSWER_BYTES = 64 * 1024;

interface ToolDefinition<S extends TSchema> extends Omit<AgentTool, 'input' | 'run'> {
  readonly input: S;
  run(caller: AgentCaller, input: Static<S>, signal: AbortSignal): Promise<unknown>;
}

/** Makes a tool of one that is typed by its schema: its input is checked before it runs. */
export function defineTool<S extends TSchema>(definition: ToolDefinition<S>): AgentTool {
  const read = createValueReader(definition.input);
  return {
    ...definition,
    run: async (caller, input, signal) => definition.run(caller, read(input, 'input'), signal),
  };
}

/** The schema of a tool without parameters. */
export const noInput = schemas.input('No parameters.', {});
