import type { ChatUsage } from '@oriel/contract';
import type { JSONSchema7, LanguageModelUsage, ModelMessage, ToolSet } from 'ai';
import type { ConnectedModel } from './language-model.ts';
import type { AgentTool } from '../tools/agent-tool.ts';

/** Tokens that a model may write in one step. */
const MAX_STEP_TOKENS = 8_192;
const MAX_RETRIES = 2;

/** What a model is asked in one step. */
export interface StepRequest {
  readonly model: ConnectedModel;
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly DeclaredTool[];
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
  readonly input: unknown;
}

/** What a model has said in one step. */
export interface StepAnswer {
  readonly text: string;
  readonly calls: readonly RequestedCall[];
  /** The same as the model is told it in the next step, without the results of the calls. */
  readonly message: ModelMessage;
  readonly usage: ChatUsage;
}

/** Is told of what comes, as it comes. */
export interface StepListener {
  /** The whole text so far. */
  onText(text: string): void;
  onThinking(text: string): void;
}

/**
 * Asks a model once. The tools are declared, and not run: what of them runs, and with which rights, is decided by the turn.
 *
 * @throws what the model or the way to it fails with
 */
export async function askModel(request: StepRequest, listener: StepListener): Promise<StepAnswer> {
  const { streamText } = await import('ai');
  const { model, instructions, messages, signal, maxRetries = MAX_RETRIES } = request;
  let failure: { error: unknown } | undefined;
  const result = streamText({
    model,
    instructions,
    messages: [...messages],
    tools: await declareTools(request.tools),
    maxRetries,
    abortSignal: signal,
    maxOutputTokens: MAX_STEP_TOKENS,
    onError: ({ error }) => {
      failure ??= { error };
    },
  });
  let [text, thinking] = ['', ''];
  const calls: RequestedCall[] = [];
  for await (const part of result.stream) {
    if (part.type === 'text-delta') listener.onText((text += part.text));
    else if (part.type === 'reasoning-delta') listener.onThinking((thinking += part.text));
    else if (part.type === 'tool-call')
      calls.push({ id: part.toolCallId, name: part.toolName, input: part.input });
    else if (part.type === 'error') throw part.error;
  }
  signal.throwIfAborted();
  if (failure) throw failure.error;
  const usage = toUsage(await result.usage, model.modelId);
  return { text, calls, message: toMessage(text, calls), usage };
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

function toMessage(text: string, calls: readonly RequestedCall[]): ModelMessage {
  return {
    role: 'assistant',
    content: [
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
      ...calls.map(({ id, name, input }) => ({
        type: 'tool-call' as const,
        toolCallId: id,
        toolName: name,
        input,
      })),
    ],
  };
}

function toUsage(
  { inputTokenDetails, inputTokens = 0, outputTokens = 0 }: LanguageModelUsage,
  model: string,
): ChatUsage {
  const cacheReadTokens = inputTokenDetails.cacheReadTokens ?? 0;
  const cacheWriteTokens = inputTokenDetails.cacheWriteTokens ?? 0;
  const fresh = Math.max(
    0,
    inputTokenDetails.noCacheTokens ?? inputTokens - cacheReadTokens - cacheWriteTokens,
  );
  return {
    models: [model],
    llmCalls: 1,
    inputTokens: fresh,
    outputTokens,
    cacheWriteTokens,
    cacheReadTokens,
    totalTokens: fresh + outputTokens + cacheWriteTokens + cacheReadTokens,
  };
}
