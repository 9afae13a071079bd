import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, test } from 'node:test';
import { jsonSchema, streamText, tool } from 'ai';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { startModelServer, type ModelServer } from '../../test/hosts/model-server.ts';
import { connectModel } from './language-model.ts';
import type { ModelProvider } from '../../db/values/stored-model-provider.ts';
import { modelProviders } from './model-endpoint.ts';

let server: ModelServer;
before(async () => {
  server = await startModelServer();
});
afterEach(() => server.requests.splice(0));
after(() => server.close());

const connect = (provider: ModelProvider, { allowsPrivate = true } = {}) =>
  connectModel({ provider, baseUrl: server.url, apiKey: 'key-1', model: 'large-1' }, { allowsPrivate });

const tools = {
  run_query: tool({ inputSchema: jsonSchema<{ query: object }>({ type: 'object' }), description: 'Asks.' }),
};

test('anthropic: what the format may be given later is left out', async () => {
  server.steps.push({
    text: ['Let me ', 'look.'],
    toolCalls: [{ name: 'run_query', input: { query: { measures: ['flights.count'] } } }],
    hasNewEvents: true,
  });
  const model = await connect('anthropic');
  const said: unknown[] = [];
  for await (const part of streamText({ model, prompt: 'Hi', tools, onError() {} }).stream) {
    if (part.type === 'text-delta') said.push(part.text);
    if (part.type === 'tool-call') said.push(part.input);
    if (part.type === 'error') said.push(part.error);
  }
  assert.deepEqual(said, ['Let me ', 'look.', { query: { measures: ['flights.count'] } }]);
});

for (const provider of modelProviders) {
  test(`${provider}: text, a call in pieces and usage come through, with the key of the endpoint`, async () => {
    server.steps.push({
      text: ['Let me ', 'look.'],
      toolCalls: [{ name: 'run_query', input: { query: { measures: ['flights.count'] } } }],
      usage: { inputTokens: 30, outputTokens: 7, cachedTokens: 20 },
    });
    const result = streamText({
      model: await connect(provider),
      messages: [{ role: 'user', content: 'Hi' }],
      tools,
    });
    let text = '';
    const calls: unknown[] = [];
    for await (const part of result.stream) {
      if (part.type === 'text-delta') text += part.text;
      if (part.type === 'tool-call') calls.push([part.toolName, part.input]);
    }
    assert.equal(text, 'Let me look.');
    assert.deepEqual(calls, [['run_query', { query: { measures: ['flights.count'] } }]]);
    const { inputTokens, outputTokens, inputTokenDetails } = await result.usage;
    assert.deepEqual([inputTokens, outputTokens, inputTokenDetails.cacheReadTokens], [30, 7, 20]);
    const [request] = server.requests;
    const { 'x-api-key': own, authorization = '' } = request?.headers ?? {};
    assert.equal(provider === 'anthropic' ? own : authorization.replace('Bearer ', ''), 'key-1');
    assert.equal(request?.body.model, 'large-1');
  });

  test(`${provider}: a request that is refused for a moment is sent again`, async () => {
    server.steps.push({ status: 429, retryAfterSeconds: 0 }, { text: 'Here.' });
    const result = streamText({ model: await connect(provider), prompt: 'Hi', maxRetries: 2 });
    assert.equal(await result.text, 'Here.');
    assert.equal(server.requests.length, 2);
  });
}

test('a model that stops half way is a failure, and text before it is there', async () => {
  server.steps.push({ text: 'Half', breaksOff: true });
  const model = await connect('openai-compatible');
  const result = streamText({ model, prompt: 'Hi', maxRetries: 0, onError: () => {} });
  let text = '';
  await assert.rejects(async () => {
    for await (const part of result.stream) {
      if (part.type === 'text-delta') text += part.text;
      if (part.type === 'error') throw part.error;
    }
  });
  assert.equal(text, 'Half');
});

test('a caller who leaves ends the request at the model', async () => {
  server.steps.push({ text: 'Begun ', pause: new Promise(() => {}) });
  const controller = new AbortController();
  const { signal: abortSignal } = controller;
  const result = streamText({ model: await connect('openai-compatible'), prompt: 'Hi', abortSignal });
  for await (const part of result.stream) if (part.type === 'text-delta') controller.abort();
  const [request] = server.requests;
  if (request && !request.left.aborted) await once(request.left, 'abort');
  assert.ok(request?.left.aborted);
});

test('a model on this machine is reached only where the operator allows it', async () => {
  const model = await connect('openai-compatible', { allowsPrivate: false });
  let failure: unknown;
  const result = streamText({
    model,
    prompt: 'Hi',
    maxRetries: 0,
    onError: ({ error }) => void (failure = error),
  });
  await result.consumeStream();
  const causes: unknown[] = [];
  for (let error = failure; error instanceof Error; error = error.cause) causes.push(error);
  assert.ok(causes.some((error) => error instanceof OutboundError && error.fault === 'address_refused'));
  assert.deepEqual(server.requests, []);
});
