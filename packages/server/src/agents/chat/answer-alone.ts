import type { ChatEndCode, ChatFrame } from '@oriel/contract';
import { randomUUID } from 'node:crypto';
import type { AgentCaller } from '../tools/agent-tool.ts';
import type { AnswerTurn } from './answer-turn.ts';
import { NO_USAGE } from '../chat-frames.ts';
import { citationOf } from './run-call.ts';

/** What answers a question where no model is set up, with the rights of the caller. */
export type AnswerQuestion = (
  caller: AgentCaller,
  question: string,
  signal: AbortSignal,
) => Promise<{
  readonly content: string;
  /** Why there is no answer, where there is none. */
  readonly code?: ChatEndCode;
  readonly toolCalls: readonly { readonly name: string; readonly input: object; readonly result: unknown }[];
}>;

/** Makes what answers a turn without a model; its lines are marked as such. */
export function createAnswerAlone(answer: AnswerQuestion, node: string): AnswerTurn {
  return async ({ request, room, signal, nextSort }) => {
    const question = request.input.input ?? '';
    const { content, code, toolCalls } = await answer(request.caller, question, signal);
    const calls = toolCalls.map(({ name, input, result }, index) => {
      const id = randomUUID();
      const toolCall = { name, input: JSON.stringify(input), result: JSON.stringify(result ?? null) };
      const frame: ChatFrame = {
        id,
        role: 'assistant',
        content: '',
        graphPath: [node, 'tools'],
        toolCall,
        isInProcess: false,
        sort: nextSort + index,
      };
      const { certifiedQueries = [] } = request.caller.agent ?? {};
      return { frame, citation: citationOf(id, { name, answer: result }, certifiedQueries) };
    });
    const final: ChatFrame = {
      id: randomUUID(),
      role: 'assistant',
      content,
      ...(code && { code }),
      graphPath: ['final', node],
      isDelta: false,
      isInProcess: false,
      isWithoutModel: true,
      sort: nextSort + calls.length,
      citations: calls.flatMap(({ citation }) => citation ?? []),
    };
    const frames = [...calls.map(({ frame }) => frame), final];
    await room.record({ frames, messages: [{ role: 'assistant', content }] }, NO_USAGE);
    for (const frame of frames) room.emit(frame);
  };
}
