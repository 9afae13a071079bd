import type { ChatCitation, ChatFrame } from '@oriel/contract';

/** A call of a tool, as it is shown. */
export interface ToolStep {
  readonly kind: 'tool';
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** Undefined while it runs. */
  readonly result: unknown;
}

/** Something that happens on the way to an answer. */
export type Step =
  | ToolStep
  | { readonly kind: 'thinking' | 'text'; readonly id: string; readonly text: string };

/** What is answered to a question. */
export interface Answer {
  readonly id: string;
  /** Markdown. */
  readonly content: string;
  readonly citations: readonly ChatCitation[];
  readonly isWithoutModel: boolean;
  /** Why the content is none of a model's, in English; undefined for an answer. */
  readonly code?: string | undefined;
}

/** Why there is no answer, or no chat. */
export interface ChatProblem {
  /** Undefined, or not known to this page, where the server is of another version. */
  readonly code?: string | undefined;
  /** What the server says of it, in English. */
  readonly message: string;
  /** The values of the code. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** Why a turn has ended without an answer. */
export interface TurnProblem extends ChatProblem {
  readonly kind: 'failed' | 'aborted' | 'suspended';
}

/** A question with what came of it. */
export interface Turn {
  /** Id of the message of the question. */
  readonly id: string;
  readonly question: string;
  readonly steps: readonly Step[];
  readonly answer: Answer | undefined;
  readonly problem: TurnProblem | undefined;
}

/** What a model says on the way is its answer, or a step before it; only the last one may become the answer. */
export function growingTextOf({ steps }: Turn): string {
  const last = steps.at(-1);
  return last?.kind === 'text' ? last.text : '';
}

const SENTINEL = /^__\w+__$/;

/**
 * Puts a line of the stream into those that there are: one with an id that is known takes its place, or stands at the
 * end where its `sort` has become another.
 */
export function applyFrame(frames: readonly ChatFrame[], frame: ChatFrame): readonly ChatFrame[] {
  if (frame.id !== undefined && SENTINEL.test(frame.id) && frame.type !== 'abort' && frame.type !== 'suspend')
    return frames;
  const index =
    frame.id === undefined || SENTINEL.test(frame.id) ? -1 : frames.findIndex(({ id }) => id === frame.id);
  const { sort: before = frame.sort } = frames[index] ?? {};
  if (index !== -1 && before === (frame.sort ?? before)) return frames.with(index, frame);
  return [...frames.filter((_, each) => each !== index), frame];
}

/** The turns of a thread, in order. */
export function turnsOf(frames: readonly ChatFrame[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const frame of frames) {
    if (frame.role === 'user') {
      turns.push({
        id: frame.id ?? String(turns.length),
        question: frame.content ?? '',
        steps: [],
        answer: undefined,
        problem: undefined,
      });
      continue;
    }
    const turn = turns.pop();
    if (turn) turns.push(withFrame(turn, frame));
  }
  return turns;
}

function withFrame(turn: Turn, frame: ChatFrame): Turn {
  const problem = problemOf(frame);
  if (problem) return { ...turn, problem };
  if (frame.graphPath?.[0] === 'final' && frame.graphPath.length <= 2)
    return { ...turn, answer: answerOf(frame) };
  return { ...turn, steps: [...turn.steps, ...stepsOf(frame)] };
}

function problemOf({ type, error, code, params }: ChatFrame): TurnProblem | undefined {
  const said = { message: error ?? '', code, params };
  if (type === 'abort') return { kind: 'aborted', ...said };
  if (type === 'suspend') return { kind: 'suspended', ...said };
  return error === undefined ? undefined : { kind: 'failed', ...said };
}

/**
 * The first paragraph of an answer without a model is a quotation that says so, which a surface says in its own
 * language.
 */
const NOTICE = /^>[^\n]*(?:\n\n|$)/;

function answerOf(frame: ChatFrame): Answer {
  const { id = '', content = '', citations = [], isWithoutModel = false, code } = frame;
  return {
    id,
    content: isWithoutModel ? content.replace(NOTICE, '') : content,
    citations,
    isWithoutModel,
    code,
  };
}

function stepsOf({ id = '', thinking, toolCall, content }: ChatFrame): Step[] {
  return [
    ...(thinking ? [{ kind: 'thinking' as const, id: `${id}-thinking`, text: thinking }] : []),
    ...(content ? [{ kind: 'text' as const, id: `${id}-text`, text: content }] : []),
    ...(toolCall
      ? [
          {
            kind: 'tool' as const,
            id,
            name: toolCall.name,
            input: parse(toolCall.input),
            result: toolCall.result === undefined ? undefined : parse(toolCall.result),
          },
        ]
      : []),
  ];
}

/** Tools are called by models, which may write anything. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
