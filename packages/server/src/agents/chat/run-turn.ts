import { chatEnds, limits, type ChatCitation, type ChatFrame } from '@oriel/contract';
import type { ModelMessage } from 'ai';
import { randomUUID } from 'node:crypto';
import type { ConnectedModel } from '../endpoint/language-model.ts';
import type { AgentCaller, AgentTool } from '../tools/agent-tool.ts';
import { addUsage, NO_USAGE } from '../chat-frames.ts';
import { withinContext } from './context-window.ts';
import { askModel, type StepAnswer } from '../endpoint/model-step.ts';
import { runCall, type CallResult } from './run-call.ts';
import type { TurnRoom } from './turn-room.ts';

/** Tokens that one turn may take. */
const MAX_TURN_TOKENS = 1_000_000;
/** Calls of tools that run of one step. */
const MAX_STEP_CALLS = 12;

/** What a turn works with. */
export interface TurnWork {
  readonly model: ConnectedModel;
  readonly instructions: string;
  /** All messages of the thread, with the one that is answered. */
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly AgentTool[];
  readonly caller: AgentCaller;
  /** What the lines say has made them. */
  readonly node: string;
  /** The `sort` of the next line. */
  readonly nextSort: number;
  /** Queries of the turn from before it was suspended. */
  readonly citations: readonly ChatCitation[];
  /** Whether what the model thinks aloud is shown. */
  readonly showsThinking: boolean;
  readonly signal: AbortSignal;
}

/** One step of a turn, and where it stands. */
interface Step {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly AgentTool[];
  readonly sort: number;
}

/**
 * Runs a turn to its end: asks the model, runs the tools that it calls with the rights of the caller, and tells it their answers,
 * until it calls none. Steps and tokens are bounded; at the bound the model is asked for its answer without tools.
 *
 * @throws what the model fails with, and the reason of the signal
 */
export async function runTurn(work: TurnWork, room: TurnRoom): Promise<void> {
  const messages = [...work.messages];
  const citations = [...work.citations];
  let sort = work.nextSort;
  let used = NO_USAGE;
  for (let count = 1; ; count++) {
    work.signal.throwIfAborted();
    const isLast = count >= limits.MAX_TURN_STEPS || used.totalTokens >= MAX_TURN_TOKENS;
    const step = { messages, tools: isLast ? [] : work.tools, sort };
    const { answer, textFrame } = await ask(work, step, room);
    used = addUsage(used, answer.usage);
    if (isLast || answer.calls.length === 0) {
      const final = finalFrame(work, textFrame, citations);
      await room.record({ frames: [final], messages: [answer.message] }, answer.usage);
      room.emit(final);
      return;
    }
    const texts = answer.text === '' ? [] : [textFrame];
    for (const frame of texts) room.emit(frame);
    const results = await runCalls(work, answer, sort + texts.length, room);
    const said = [answer.message, toolMessage(results)];
    messages.push(...said);
    citations.push(...results.flatMap(({ citation }) => citation ?? []));
    const frames = [...texts, ...results.map(({ frame }) => frame)];
    await room.record({ frames, messages: said }, answer.usage);
    sort += frames.length;
  }
}

/** Asks the model once, and shows what it says while it comes. */
async function ask(
  { model, instructions, node, showsThinking, signal }: TurnWork,
  { messages, tools, sort }: Step,
  room: TurnRoom,
): Promise<{ answer: StepAnswer; textFrame: ChatFrame }> {
  const base = { id: randomUUID(), role: 'assistant' as const, graphPath: [node], sort };
  const growing = { isDelta: true, isInProcess: true };
  let thinking: string | undefined;
  const request = { model, instructions, messages: withinContext(messages), tools, signal };
  const answer = await askModel(request, {
    onText: (content) =>
      room.emit({ ...base, ...growing, content, ...(thinking !== undefined && { thinking }) }),
    onThinking(text) {
      if (!showsThinking) return;
      thinking = text;
      room.emit({ ...base, ...growing, content: '', thinking });
    },
  });
  const textFrame: ChatFrame = {
    ...base,
    content: answer.text,
    isDelta: false,
    isInProcess: false,
    ...(thinking !== undefined && { thinking }),
  };
  return { answer, textFrame };
}

/** The answer: it replaces the text of the last step, and cites the queries of the turn. */
function finalFrame({ node }: TurnWork, textFrame: ChatFrame, citations: readonly ChatCitation[]): ChatFrame {
  const silence = { content: chatEnds.model_silent(), code: 'model_silent' };
  return {
    ...textFrame,
    ...(textFrame.content === '' && silence),
    graphPath: ['final', node],
    citations: [...citations],
  };
}

/** Runs the calls of a step beside each other; those beyond the bound are told so. */
async function runCalls(
  { caller, tools, node, signal }: TurnWork,
  { calls }: StepAnswer,
  sort: number,
  room: TurnRoom,
): Promise<CallResult[]> {
  const context = { caller, tools, node, signal, room };
  return Promise.all(
    calls.map((call, index) =>
      runCall({ ...context, isRefused: index >= MAX_STEP_CALLS }, { call, sort: sort + index }),
    ),
  );
}

function toolMessage(results: readonly CallResult[]): ModelMessage {
  return {
    role: 'tool',
    content: results.map(({ call, result }) => ({
      type: 'tool-result',
      toolCallId: call.id,
      toolName: call.name,
      output: { type: 'text', value: result },
    })),
  };
}
