import type { StreamChatStateInput } from '@oriel/contract';
import type { DataPrincipal, EmbedPrincipal, UserPrincipal } from '../access/principal.ts';
import type { AgentRow } from './configuration/agent-store.ts';
import type { ThreadOwner } from './threads/thread-owner.ts';
import type { AgentCaller } from './tools/agent-tool.ts';

/** The person of a turn. */
export interface Asker {
  /** Everything is done with the rights of this one. */
  readonly principal: UserPrincipal | EmbedPrincipal | DataPrincipal;
  /** The owner of the threads. */
  readonly owner: ThreadOwner;
  /** Whether session and request let the agent create content. */
  readonly mayAuthor: boolean;
}

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
