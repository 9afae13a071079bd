import { chatEnds, limits, type ChatCitation, type ChatFrame } from '@oriel/contract';
import type { ModelMessage } from 'ai';
import { randomUUID } from 'node:crypto';
import type { ConnectedModel } from '../endpoint/language-model.ts';
import type { AgentCaller, AgentTool } from '../tools/agent-tool.ts';
import { addUsage, NO_USAGE } from '../chat-frames.ts';
import { isContextOverflow } from '../endpoint/context-overflow.ts';
import { askModel, toMessages, type StepAnswer, type StepListener } from '../endpoint/model-step.ts';
import { MAX_CONTEXT_CHARACTERS, withinContext } from './context-window.ts';
import { createFramePace } from './frame-pace.ts';
import { runCall, type CallResult } from './run-call.ts';
import type { TurnRoom } from './turn-room.ts';

/** Tokens that one turn may take. */
const MAX_TURN_TOKENS = 1_000_000;
/** Calls of tools that run of one step. */
const MAX_STEP_CALLS = 12;
/** With less a model cannot work. */
const MIN_CONTEXT_CHARACTERS = 4_000;

/** What a turn works with. */
interface TurnWork {
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
  readonly mayCall: boolean;
  readonly sort: number;
  /** Of the line of its text. */
  readonly textId: string;
  /** Characters of the messages that the model has room for, as far as is known. */
  readonly room: number;
}

/**
 * Runs a turn to its end: asks the model, runs the tools that it calls with the rights of the caller, and tells it
 * their answers, until it calls none. Steps and tokens are bounded; at the bound the model is asked for its answer
 * without tools.
 *
 * @throws what the model fails with, and the reason of the signal
 */
export async function runTurn(work: TurnWork, room: TurnRoom): Promise<void> {
  const messages = [...work.messages];
  const citations = [...work.citations];
  let sort = work.nextSort;
  let used = NO_USAGE;
  let contextRoom = MAX_CONTEXT_CHARACTERS;
  let textId: string = randomUUID();
  // Says that the answer is begun; the first text takes its place.
  room.emit(growingFrame(work, { textId, sort }, ''));
  for (let count = 1; ; count++) {
    work.signal.throwIfAborted();
    const isLast = count >= limits.MAX_TURN_STEPS || used.totalTokens >= MAX_TURN_TOKENS;
    const step = { messages, mayCall: !isLast, sort, textId, room: contextRoom };
    const { answer, textFrame, usedRoom } = await ask(work, step, room);
    contextRoom = usedRoom;
    used = addUsage(used, answer.usage);
    if (isLast || answer.calls.length === 0) {
      const final = finalFrame(work, { textFrame, end: answer.end }, citations);
      // Calls that are not run are left out: models refuse a conversation with a call that has no result.
      const said = answer.end === 'refused' ? [] : toMessages(answer.text, []);
      await room.record({ frames: [final], messages: said }, answer.usage);
      room.emit(final);
      return;
    }
    const texts = answer.text === '' ? [] : [textFrame];
    for (const frame of texts) room.emit(frame);
    if (texts.length > 0 || textFrame.thinking !== undefined) textId = randomUUID();
    const results = await runCalls(work, answer, sort + texts.length, room);
    const said = [...toMessages(answer.text, answer.calls), toolMessage(results)];
    messages.push(...said);
    citations.push(...results.flatMap(({ citation }) => citation ?? []));
    const frames = [...texts, ...results.map(({ frame }) => frame)];
    await room.record({ frames, messages: said }, answer.usage);
    sort += frames.length;
  }
}

/** Asks the model once, and shows what it says while it comes. A model that has less room is sent less. */
async function ask(
  work: TurnWork,
  step: Step,
  room: TurnRoom,
): Promise<{ answer: StepAnswer; textFrame: ChatFrame; usedRoom: number }> {
  const { showsThinking } = work;
  const pace = createFramePace(room.emit);
  let thinking: string | undefined;
  let said = '';
  const listener = {
    onText(content: string) {
      said = content;
      pace.emit({ ...growingFrame(work, step, content), ...(thinking !== undefined && { thinking }) });
    },
    onThinking(text: string) {
      if (!showsThinking) return;
      thinking = text;
      pace.emit({ ...growingFrame(work, step, ''), thinking });
    },
    onUnfinished: room.spend,
  };
  try {
    const { answer, usedRoom } = await askWithin(work, step, listener);
    const textFrame: ChatFrame = {
      ...saidFrame(work, step, answer.text),
      ...(thinking !== undefined && { thinking }),
    };
    return { answer, textFrame, usedRoom };
  } catch (error) {
    // Models refuse a text of white space.
    if (said.trim() !== '')
      room.leaveUnfinished({ frames: [saidFrame(work, step, said)], messages: toMessages(said, []) });
    throw error;
  } finally {
    pace.end();
  }
}

/** The line of a text that is still being written. */
function growingFrame(
  { node }: Pick<TurnWork, 'node'>,
  { textId, sort }: Pick<Step, 'textId' | 'sort'>,
  content: string,
): ChatFrame {
  const state = { isDelta: true, isInProcess: true };
  return { id: textId, role: 'assistant', graphPath: [node], sort, content, ...state };
}

/** The line of a text that nothing is added to. */
function saidFrame(...[work, step, content]: Parameters<typeof growingFrame>): ChatFrame {
  return { ...growingFrame(work, step, content), isDelta: false, isInProcess: false };
}

/** @throws what the model fails with, also that it has no room for the last question */
async function askWithin(
  work: TurnWork,
  step: Step,
  listener: StepListener,
): Promise<{ answer: StepAnswer; usedRoom: number }> {
  const { model, instructions, tools, signal } = work;
  const { messages, mayCall, room } = step;
  const sent = withinContext(messages, room);
  try {
    const answer = await askModel({ model, instructions, messages: sent, tools, mayCall, signal }, listener);
    return { answer, usedRoom: room };
  } catch (error) {
    if (!isContextOverflow(error)) throw error;
    const less = Math.floor(Math.min(room, JSON.stringify(sent).length) / 2);
    if (less < MIN_CONTEXT_CHARACTERS) throw error;
    return askWithin(work, { ...step, room: less }, listener);
  }
}

/** The answer: it replaces the text of the last step, and cites the queries of the turn. */
function finalFrame(
  { node }: TurnWork,
  { textFrame, end }: { readonly textFrame: ChatFrame; readonly end: StepAnswer['end'] },
  citations: readonly ChatCitation[],
): ChatFrame {
  return {
    ...textFrame,
    ...(end === 'refused'
      ? { content: chatEnds.model_refused(), code: 'model_refused' }
      : textFrame.content === ''
        ? { content: chatEnds.model_silent(), code: 'model_silent' }
        : end === 'cut-off' && { code: 'model_cut_off' }),
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
