import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What the scripted model answers to one request. */
export interface ModelStep {
  /** Written before the calls, in these pieces. */
  readonly text?: string | readonly string[];
  /** What it thinks aloud, before the text. */
  readonly reasoning?: string;
  /** `text` is what is written in place of the input as JSON. */
  readonly toolCalls?: readonly { readonly name: string; readonly input?: unknown; readonly text?: string }[];
  /**
   * As the format says why the answer ends, such as `length` or `max_tokens`; default what belongs to text or calls.
   */
  readonly endReason?: string;
  /** Whether usage is told; default true. */
  readonly countsTokens?: boolean;
  /** Default 10 and 5. */
  readonly usage?: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly cachedTokens?: number;
  };
  /** Waited for before anything is written after the headers. */
  readonly gate?: Promise<unknown>;
  /** Waited for after the text, before the rest. */
  readonly pause?: Promise<unknown>;
  /** Answers with this status and an error instead. */
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  /** What is said beside the status; default that it is scripted. */
  readonly refusal?: string;
  /** Breaks the connection off after the text. */
  readonly breaksOff?: boolean;
  /** Ends the answer after the text as if it were complete. */
  readonly endsEarly?: boolean;
  /** Tells of a failure after the text, within the stream. */
  readonly failsLate?: boolean;
  /** Tells what its format may be given later, beside the rest: clients are to leave it out. Of Anthropic's format. */
  readonly hasNewEvents?: boolean;
}

/** A request as it came. */
interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: ModelRequestBody;
  /** Aborted when the client has left before the answer was written. */
  readonly left: AbortSignal;
}

/** What the tests look at; both formats have these fields. */
interface ModelRequestBody {
  readonly model: string;
  readonly stream?: boolean;
  /** Of Anthropic's format. */
  readonly system?: unknown;
  readonly messages: readonly {
    readonly role: string;
    readonly content?: unknown;
    readonly [name: string]: unknown;
  }[];
  readonly tools?: readonly object[];
}

/**
 * A model on loopback that answers what a test has written, in the formats of OpenAI's chat completions and Anthropic's
 * messages.
 */
export interface ModelServer {
  /** Base address of the OpenAI-compatible API, and of Anthropic's. */
  readonly url: string;
  readonly requests: ModelRequest[];
  /** Answers of the next requests, in this order. */
  readonly steps: ModelStep[];
  /** Answers where there are no more steps; default the text `Done.` */
  answer: (request: ModelRequest) => ModelStep;
  close(): Promise<void>;
}

/** Starts a model server. */
export async function startModelServer(): Promise<ModelServer> {
  const handle = async (message: IncomingMessage, reply: ServerResponse) => {
    const left = new AbortController();
    reply.on('close', () => {
      if (!reply.writableFinished) left.abort();
    });
    const request: ModelRequest = {
      path: message.url ?? '',
      headers: message.headers,
      // Our own client has written it.
      body: (await json(message)) as ModelRequestBody,
      left: left.signal,
    };
    server.requests.push(request);
    const step = server.steps.shift() ?? server.answer(request);
    if (step.status !== undefined) return refuse(reply, step);
    const isAnthropic = request.path.endsWith('/messages');
    reply.writeHead(200, { 'content-type': 'text/event-stream' });
    reply.flushHeaders();
    await step.gate;
    const events = isAnthropic ? anthropicEvents(request, step) : openAIEvents(request, step);
    for await (const event of events) {
      if (reply.destroyed) return;
      reply.write(event);
      // Each piece is a packet of its own.
      await nextTurn();
    }
    reply.end();
  };
  const http = createServer((message, reply) => {
    handle(message, reply).catch(() => reply.destroy());
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  // It listens on a port.
  const { port } = http.address() as AddressInfo;
  const server: ModelServer = {
    url: `http://127.0.0.1:${port}/v1`,
    requests: [],
    steps: [],
    answer: () => ({ text: 'Done.' }),
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}

function refuse(reply: ServerResponse, { status = 500, retryAfterSeconds, refusal }: ModelStep): void {
  reply
    .writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    })
    .end(
      JSON.stringify({
        type: 'error',
        error: { message: refusal ?? `The scripted model answers ${status}`, type: 'scripted' },
      }),
    );
}

const piecesOf = (text: ModelStep['text']): readonly string[] =>
  text === undefined ? [] : typeof text === 'string' ? (text.match(/\S*\s*/g)?.filter(Boolean) ?? []) : text;

/** A text in three pieces: what a client must join. */
function thirdsOf(text: string): string[] {
  const third = Math.ceil(text.length / 3);
  return [text.slice(0, third), text.slice(third, 2 * third), text.slice(2 * third)];
}

/** @see https://platform.openai.com/docs/api-reference/chat/streaming */
async function* openAIEvents({ body }: ModelRequest, step: ModelStep): AsyncGenerator<string> {
  const chunk = (delta: object, finishReason: string | null = null) =>
    `data: ${JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1_767_225_600,
      model: body.model,
      choices: [{ index: 0, delta, finish_reason: finishReason }],
    })}\n\n`;
  yield chunk({ role: 'assistant', content: '' });
  if (step.reasoning !== undefined) yield chunk({ reasoning_content: step.reasoning });
  for (const content of piecesOf(step.text)) yield chunk({ content });
  await step.pause;
  if (step.breaksOff) throw new Error('The connection breaks off');
  if (step.endsEarly) return;
  if (step.failsLate) {
    yield `data: ${JSON.stringify({ error: { message: 'Overloaded', type: 'server_error' } })}\n\n`;
    return;
  }
  for (const [index, { name, input, text }] of (step.toolCalls ?? []).entries()) {
    const id = `call_${index}_${Math.random().toString(36).slice(2)}`;
    yield chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] });
    for (const piece of thirdsOf(text ?? JSON.stringify(input)))
      yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
  }
  yield chunk({}, step.endReason ?? (step.toolCalls?.length ? 'tool_calls' : 'stop'));
  if (step.countsTokens === false) return;
  const { inputTokens, outputTokens, cachedTokens = 0 } = step.usage ?? { inputTokens: 10, outputTokens: 5 };
  yield `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_767_225_600,
    model: body.model,
    choices: [],
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
      prompt_tokens_details: { cached_tokens: cachedTokens },
    },
  })}\n\n`;
  yield 'data: [DONE]\n\n';
}

/** @see https://docs.anthropic.com/en/api/messages-streaming */
async function* anthropicEvents({ body }: ModelRequest, step: ModelStep): AsyncGenerator<string> {
  const event = (type: string, values: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...values })}\n\n`;
  const { inputTokens, outputTokens, cachedTokens = 0 } = step.usage ?? { inputTokens: 10, outputTokens: 5 };
  yield event('message_start', {
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: body.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: inputTokens - cachedTokens,
        output_tokens: 1,
        cache_read_input_tokens: cachedTokens,
      },
    },
  });
  yield event('ping', {});
  let index = 0;
  if (step.hasNewEvents) {
    yield event('quota_notice', { quota: { remaining: 3 } });
    yield event('content_block_start', { index, content_block: { type: 'drawing', strokes: [] } });
    yield event('content_block_delta', { index, delta: { type: 'text_delta', text: 'no text' } });
    yield event('content_block_stop', { index });
    index += 1;
  }
  if (step.text !== undefined) {
    yield event('content_block_start', { index, content_block: { type: 'text', text: '' } });
    if (step.hasNewEvents)
      yield event('content_block_delta', { index, delta: { type: 'mood_delta', mood: 3 } });
    for (const text of piecesOf(step.text))
      yield event('content_block_delta', { index, delta: { type: 'text_delta', text } });
    yield event('content_block_stop', { index });
    index += 1;
  }
  await step.pause;
  if (step.breaksOff) throw new Error('The connection breaks off');
  if (step.endsEarly) return;
  if (step.failsLate) {
    yield event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } });
    return;
  }
  for (const { name, input, text } of step.toolCalls ?? []) {
    const id = `toolu_${index}_${Math.random().toString(36).slice(2)}`;
    yield event('content_block_start', { index, content_block: { type: 'tool_use', id, name, input: {} } });
    for (const partial of thirdsOf(text ?? JSON.stringify(input)))
      yield event('content_block_delta', {
        index,
        delta: { type: 'input_json_delta', partial_json: partial },
      });
    yield event('content_block_stop', { index });
    index += 1;
  }
  yield event('message_delta', {
    delta: {
      stop_reason: step.endReason ?? (step.toolCalls?.length ? 'tool_use' : 'end_turn'),
      stop_sequence: null,
    },
    usage: { output_tokens: outputTokens },
  });
  yield event('message_stop', {});
}
