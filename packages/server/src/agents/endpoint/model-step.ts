import type { ChatUsage } from '@oriel/contract';
import type { FinishReason, JSONSchema7, LanguageModelUsage, ModelMessage, ToolSet } from 'ai';
import type { ConnectedModel } from './language-model.ts';
import type { AgentTool } from '../tools/agent-tool.ts';

/** Tokens that a model may write in one step, where its format names a bound. */
const MAX_STEP_TOKENS = 8_192;
/** Characters that a model may write in one step, thoughts included. */
const MAX_STEP_CHARACTERS = 100_000;
const MAX_RETRIES = 2;
/** Of a text without a count of its tokens. */
const CHARACTERS_PER_TOKEN = 4;

/** What a model is asked in one step. */
interface StepRequest {
  readonly model: ConnectedModel;
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly DeclaredTool[];
  /**
   * Whether it may call the tools; default true. They are declared all the same where the messages have calls of them.
   */
  readonly mayCall?: boolean;
  readonly signal: AbortSignal;
  /** How often a request that is refused for a moment (429, 5xx) is sent again, before anything has come; default 2. */
  readonly maxRetries?: number;
}

/** What a model is told of a tool. */
export type DeclaredTool = Pick<AgentTool, 'name' | 'description' | 'input'>;

/** A call of a tool that a model asks for. */
export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  /** An object; where the model has written none, what it has written. */
  readonly input: unknown;
  /** Whether the input is no object, such as JSON that was cut off. */
  readonly isMalformed: boolean;
}

/** What a model has said in one step. */
export interface StepAnswer {
  readonly text: string;
  readonly calls: readonly RequestedCall[];
  /** Whether it has said everything, has come to its longest, or refuses to answer. */
  readonly end: 'whole' | 'cut-off' | 'refused';
  readonly usage: ChatUsage;
}

/** Is told of what comes, as it comes. */
export interface StepListener {
  /** The whole text so far. */
  onText(text: string): void;
  onThinking(text: string): void;
  /** What a step took that has not come to its end, as an estimate. */
  onUnfinished?(usage: ChatUsage): void;
}

/**
 * Asks a model once. The tools are declared, and not run: what of them runs, and with which rights, is decided by the
 * turn.
 *
 * @throws what the model or the way to it fails with
 */
export async function askModel(request: StepRequest, listener: StepListener): Promise<StepAnswer> {
  const { streamText } = await import('ai');
  const { model, instructions, messages, tools, mayCall = true, maxRetries = MAX_RETRIES } = request;
  const tooLong = new AbortController();
  let failure: { error: unknown } | undefined;
  const result = streamText({
    model,
    instructions,
    messages: [...messages],
    tools: await declareTools(tools),
    toolChoice: mayCall ? 'auto' : 'none',
    maxRetries,
    abortSignal: AbortSignal.any([request.signal, tooLong.signal]),
    maxOutputTokens: MAX_STEP_TOKENS,
    // Calls are run when they are whole.
    providerOptions: { anthropic: { toolStreaming: false } },
    onError: ({ error }) => {
      if (!isUnwantedCall(error)) failure ??= { error };
    },
  });
  let [text, thinking, written] = ['', '', 0];
  let end: StepEnd | undefined;
  const calls: RequestedCall[] = [];
  const estimate = () => estimatedUsage(request, written);
  try {
    for await (const part of result.stream) {
      if (part.type === 'text-delta') listener.onText((text += part.text));
      else if (part.type === 'reasoning-delta') listener.onThinking((thinking += part.text));
      else if (part.type === 'tool-call') calls.push(toCall(part));
      else if (part.type === 'finish-step') end = part;
      else if (part.type === 'error' && !isUnwantedCall(part.error)) throw part.error;
      if ('text' in part || part.type === 'tool-input-delta') written += lengthOf(part);
      if (written > MAX_STEP_CHARACTERS) {
        tooLong.abort();
        return { text, calls: [], end: 'cut-off', usage: estimate() };
      }
    }
    request.signal.throwIfAborted();
    if (failure) throw failure.error;
    // The formats name a reason at the end of an answer: without one the rest has not come.
    if (!end || end.finishReason === 'interrupted')
      throw new Error('The answer of the model ends before its end');
  } catch (error) {
    if (written > 0 || request.signal.aborted) listener.onUnfinished?.(estimate());
    throw error;
  }
  return { text, calls, end: endOf(end), usage: toUsage(end.usage, model.modelId, estimate()) };
}

/** How a step has ended, in the words of the SDK. */
interface StepEnd {
  readonly finishReason: FinishReason;
  readonly rawFinishReason?: string | undefined;
  readonly usage: LanguageModelUsage;
}

const lengthOf = (part: { text?: string; delta?: string }) => (part.text ?? part.delta ?? '').length;

/** @see https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
function endOf({ finishReason, rawFinishReason }: StepEnd): StepAnswer['end'] {
  if (finishReason === 'content-filter' || rawFinishReason === 'refusal') return 'refused';
  const isCutOff = finishReason === 'length' || rawFinishReason === 'model_context_window_exceeded';
  return isCutOff ? 'cut-off' : 'whole';
}

/** Some models call tools although they are told not to: what else they have said stands. */
const isUnwantedCall = (error: unknown) =>
  error instanceof Error && error.name === 'AI_ToolChoiceViolationError';

function toCall({ toolCallId, toolName, input }: { toolCallId: string; toolName: string; input: unknown }) {
  const isMalformed = typeof input !== 'object' || input === null || Array.isArray(input);
  return { id: toolCallId, name: toolName, input, isMalformed };
}

async function declareTools(tools: readonly DeclaredTool[]): Promise<ToolSet> {
  const { jsonSchema, tool } = await import('ai');
  return Object.fromEntries(
    tools.map(({ name, description, input }) => [
      name,
      // The schemas of tools are JSON Schema.
      tool({ description, inputSchema: jsonSchema(plainSchema(input) as JSONSchema7) }),
    ]),
  );
}

/** Without what constructors add beside JSON Schema. */
function plainSchema(schema: object): unknown {
  return JSON.parse(JSON.stringify(schema));
}

/**
 * What a model has said, as it is told it in the next step.
 * @returns none for nothing, which models take for no message
 */
export function toMessages(text: string, calls: readonly RequestedCall[]): ModelMessage[] {
  if (text === '' && calls.length === 0) return [];
  const content = [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.map(({ id, name, input, isMalformed }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      // Models refuse a conversation in which the input of a call is no object.
      input: isMalformed ? {} : input,
    })),
  ];
  return [{ role: 'assistant', content }];
}

/** What a step takes, by its length: for steps that are not told, and models that do not count. */
function estimatedUsage({ model, instructions, messages, tools }: StepRequest, written: number): ChatUsage {
  const read = instructions.length + JSON.stringify([messages, tools]).length;
  const [inputTokens, outputTokens] = [read, written].map((count) => Math.ceil(count / CHARACTERS_PER_TOKEN));
  return usageOf(model.modelId, { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 });
}

function toUsage(
  { inputTokenDetails, inputTokens, outputTokens }: LanguageModelUsage,
  model: string,
  estimate: ChatUsage,
): ChatUsage {
  // Some servers count nothing.
  if (!inputTokens && !outputTokens) return estimate;
  const cacheReadTokens = inputTokenDetails.cacheReadTokens ?? 0;
  const cacheWriteTokens = inputTokenDetails.cacheWriteTokens ?? 0;
  const fresh = inputTokenDetails.noCacheTokens ?? (inputTokens ?? 0) - cacheReadTokens - cacheWriteTokens;
  return usageOf(model, {
    inputTokens: Math.max(0, fresh),
    outputTokens: outputTokens ?? 0,
    cacheWriteTokens,
    cacheReadTokens,
  });
}

function usageOf(
  model: string,
  {
    inputTokens,
    outputTokens,
    cacheWriteTokens = 0,
    cacheReadTokens = 0,
  }: Pick<ChatUsage, 'inputTokens' | 'outputTokens'> & Partial<ChatUsage>,
): ChatUsage {
  return {
    models: [model],
    llmCalls: 1,
    inputTokens,
    outputTokens,
    cacheWriteTokens,
    cacheReadTokens,
    totalTokens: inputTokens + outputTokens + cacheWriteTokens + cacheReadTokens,
  };
}
