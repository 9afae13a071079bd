import type { ChatCitation, ChatFrame } from '@oriel/contract';
import type { ModelEndpoints } from '../endpoint/model-endpoints.ts';
import type { AgentTool } from '../tools/agent-tool.ts';
import { isRemembering } from '../tools/tool-room.ts';
import type { ChatRequest } from '../chat-request.ts';
import type { MemoryService } from '../memories/memory-service.ts';
import { instructionsFor } from './instructions.ts';
import { runTurn } from './run-turn.ts';
import type { TurnRoom } from './turn-room.ts';
import type { TurnStore } from './turn-store.ts';
import type { ThreadStore } from '../threads/thread-store.ts';

/** A turn that is to be answered. */
interface AnsweredTurn {
  readonly threadId: string;
  readonly request: ChatRequest;
  readonly room: TurnRoom;
  readonly signal: AbortSignal;
  readonly nextSort: number;
}

/** Answers a turn, by a model or without one. */
export type AnswerTurn = (turn: AnsweredTurn) => Promise<void>;

/** What turns are answered with. */
interface AnswerOptions {
  readonly endpoints: ModelEndpoints;
  readonly store: TurnStore;
  readonly threads: ThreadStore;
  readonly memories: Pick<MemoryService, 'listFor'>;
  /** The tools of the server; which a caller has is asked of each. */
  readonly tools: readonly AgentTool[];
  /** Answers where the account has no model. */
  readonly answerAlone: AnswerTurn;
  /** The node of the lines, by the names of the brand. */
  readonly node: string;
}

/** Makes what answers turns. */
export function createAnswerTurn(options: AnswerOptions): AnswerTurn {
  const { endpoints, store, threads, memories, node } = options;
  return async (turn) => {
    const { threadId, request, room, signal, nextSort } = turn;
    const { caller } = request;
    const { endpoint } = await endpoints.find(caller.tenantId);
    if (!endpoint) return options.answerAlone(turn);
    const [model, messages, frames, remembered] = await Promise.all([
      endpoints.connect({ ...endpoint, model: request.llm ?? endpoint.model }),
      store.listModelMessages(threadId),
      threads.listFrames(threadId),
      isRemembering(caller)
        ? memories.listFor(
            { agent: request.agent, mode: caller.agent?.memoryMode ?? 'disabled' },
            request.asker.owner,
          )
        : [],
    ]);
    const work = {
      model,
      messages,
      caller,
      node,
      nextSort,
      signal,
      instructions: instructionsFor(caller, remembered),
      tools: options.tools.filter((tool) => tool.isOffered(caller)),
      citations: citationsSince(frames),
      // Thoughts are for developers at work on a branch.
      showsThinking: caller.branch !== undefined,
    };
    await runTurn(work, room);
  };
}

/** The queries of a turn from before it was suspended: those behind the last message of its person. */
function citationsSince(frames: readonly ChatFrame[]): ChatCitation[] {
  const begin = frames.findLastIndex(({ role }) => role === 'user');
  return frames.slice(begin + 1).flatMap(({ id, toolCall }) => {
    if (id === undefined || toolCall?.name !== 'run_query' || toolCall.result === undefined) return [];
    const { query, title } = JSON.parse(toolCall.result) as {
      query?: Record<string, unknown>;
      title?: string;
    };
    return query ? [{ messageId: id, title: title ?? 'Query', query }] : [];
  });
}
