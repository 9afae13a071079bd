import type { StreamChatStateInput } from '@oriel/contract';
import type { AgentCaller } from '../tools/agent-tool.ts';
import type { AgentRow } from '../configuration/agent-store.ts';
import type { Asker } from './chat-asker.ts';

/** A request to the chat of an agent, by a person who may use it. */
export interface ChatRequest {
  readonly asker: Asker;
  readonly caller: AgentCaller;
  readonly agent: Pick<AgentRow, 'id' | 'deploymentId' | 'spaceId'>;
  /** Name of the model, where the agent has one of its own. */
  readonly llm: string | undefined;
  readonly input: StreamChatStateInput;
  /** Tokens that the person may use a day; 0 is no limit. */
  readonly dailyTokens: number;
  /** Ends what only reads; a turn goes on. */
  readonly signal: AbortSignal;
}
