import type { ChatCitation, ChatFrame } from '@oriel/contract';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AgentCaller, AgentTool, CertifiedQuery } from '../tools/agent-tool.ts';
import { toToolFailure } from '../tools/tool-failure.ts';
import type { RequestedCall } from '../endpoint/model-step.ts';
import type { TurnRoom } from './turn-room.ts';

/** What the calls of a turn run with. */
interface CallContext {
  readonly caller: AgentCaller;
  readonly tools: readonly AgentTool[];
  readonly node: string;
  readonly signal: AbortSignal;
  readonly room: Pick<TurnRoom, 'emit' | 'onFault'>;
  /** Whether the call is one too many. */
  readonly isRefused: boolean;
}

/** A call that has ended. */
export interface CallResult {
  readonly call: RequestedCall;
  /** What the tool has answered, as JSON text. */
  readonly result: string;
  readonly frame: ChatFrame;
  readonly citation: ChatCitation | undefined;
}

/**
 * Runs one call with the rights of the caller, and shows it: first without, then with its result. What the tool refuses
 * is its result; a bug is logged, and the model hears that the tool has failed.
 */
export async function runCall(
  context: CallContext,
  { call, sort }: { readonly call: RequestedCall; readonly sort: number },
): Promise<CallResult> {
  const { node, room, signal } = context;
  // As it was written, where that is no JSON.
  const input = typeof call.input === 'string' ? call.input : JSON.stringify(call.input ?? {});
  const toolCall = { name: call.name, input };
  const base = { id: randomUUID(), role: 'assistant', content: '', sort } as const;
  room.emit({ ...base, graphPath: [node], toolCall, isInProcess: true });
  const answer = await answerOf(context, call);
  signal.throwIfAborted();
  const result = JSON.stringify(answer ?? null);
  const frame: ChatFrame = {
    ...base,
    graphPath: [node, 'tools'],
    toolCall: { ...toolCall, result },
    isInProcess: false,
  };
  room.emit(frame);
  const { certifiedQueries = [] } = context.caller.agent ?? {};
  return {
    call,
    result,
    frame,
    citation: citationOf(base.id, { name: call.name, answer }, certifiedQueries),
  };
}

async function answerOf(
  { caller, tools, signal, room, isRefused }: CallContext,
  { name, input, isMalformed }: RequestedCall,
): Promise<unknown> {
  if (isMalformed)
    return {
      error: {
        code: 'malformed_input',
        message:
          'The input of the call is no JSON object, or was cut off; send all of it again, shorter if need be',
      },
    };
  if (isRefused)
    return {
      error: { code: 'too_many_calls', message: 'Too many calls at once; send this one in the next step' },
    };
  const tool = tools.find((each) => each.name === name);
  if (!tool) return { error: { code: 'unknown_tool', message: `There is no tool ${JSON.stringify(name)}` } };
  try {
    return await tool.run(caller, input ?? {}, signal);
  } catch (error) {
    signal.throwIfAborted();
    try {
      return toToolFailure(error);
    } catch (fault) {
      room.onFault(fault);
      return { error: { code: 'internal', message: 'The tool has failed' } };
    }
  }
}

/** A query that was answered can be cited, as certified where it is one of those that are given. */
export function citationOf(
  messageId: string,
  { name, answer }: { readonly name: string; readonly answer: unknown },
  certifiedQueries: readonly CertifiedQuery[],
): ChatCitation | undefined {
  if (name !== 'run_query' || typeof answer !== 'object' || answer === null) return undefined;
  const { query, title } = answer as { query?: unknown; title?: unknown };
  if (typeof query !== 'object' || query === null) return undefined;
  const certified = certifiedQueries.find((each) => isCertified(query, each));
  return {
    messageId,
    title: typeof title === 'string' && title !== '' ? title : 'Query',
    // An object of JSON.
    query: query as Record<string, unknown>,
    ...(certified && { certifiedQuery: certified.name }),
  };
}

/** A certified query stays one with another limit, which leaves rows out and changes none. */
function isCertified(query: object, certified: CertifiedQuery): boolean {
  const certifiedQuery: unknown = JSON.parse(certified.query);
  const limited = { limit: undefined };
  return isDeepStrictEqual({ ...query, ...limited }, { ...(certifiedQuery as object), ...limited });
}
