import { createTestApp, type TestApp } from '@oriel/server/test';
import { startModelServer, type ModelServer } from '@oriel/server/test/model-server';
import type { AddressInfo } from 'node:net';
import { median, type Bench, type BenchResult } from '../support/bench.ts';

const ROUNDS = 100;
const WARM_UP = 20;
/** How much later a token of the model may come through a chat than to a program that asks the model itself. */
const TARGET_MS = 20;
/** A text that nothing else of an answer holds. */
const TOKEN = 'Twenty-three';

/**
 * How long the first token of an answer takes from the model to the reader: through a chat of Oriel, and by a request
 * to the same model server. The model waits until Oriel has sent it everything, so what comes before the model is asked
 * is not in it.
 */
export const firstToken: Bench = {
  id: 'first-token',
  title: 'The first token of a chat',
  async run() {
    const model = await startModelServer();
    const endpoint = { provider: 'openai-compatible', baseUrl: model.url, apiKey: 'k', model: 'm' } as const;
    const testApp = await createTestApp({ models: { endpoint, allowsPrivate: true } });
    try {
      await testApp.app.listen({ port: 0, host: '127.0.0.1' });
      return await measure(testApp, model);
    } finally {
      await testApp.close();
      await model.close();
    }
  },
};

async function measure(testApp: TestApp, model: ModelServer): Promise<BenchResult[]> {
  const asks = { floor: () => askModel(model), oriel: await askerOf(testApp) };
  const samples: { oriel: number[]; floor: number[] } = { oriel: [], floor: [] };
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1)
    for (const kind of ['floor', 'oriel'] as const) {
      const ms = await timeToToken(model, asks[kind]);
      if (round >= WARM_UP) samples[kind].push(ms);
    }
  const [chat, floor] = [median(samples.oriel), median(samples.floor)];
  const later = median(samples.oriel.map((ms, index) => ms - (samples.floor[index] ?? ms)));
  const note = `${chat.toFixed(2)} ms through a chat, ${floor.toFixed(2)} ms from the model itself`;
  return [{ name: 'first-token.later', unit: 'ms', oriel: later, target: TARGET_MS, samples, note }];
}

/** From when the model begins to write until the reader has its first token. */
async function timeToToken(model: ModelServer, ask: () => Promise<Response>): Promise<number> {
  const gate = Promise.withResolvers<void>();
  model.steps.push({ text: [TOKEN, ' flights.'], gate: gate.promise });
  const asked = model.requests.length;
  const asking = ask();
  while (model.requests.length === asked) await new Promise((resolve) => setTimeout(resolve, 1));
  const answer = await asking;
  if (!answer.ok || !answer.body) throw new Error(`The answer has status ${answer.status}`);
  const started = performance.now();
  gate.resolve();
  let text = '';
  let ms: number | undefined;
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (ms === undefined && text.includes(TOKEN)) ms = performance.now() - started;
  }
  if (ms === undefined) throw new Error(`The token never came: ${text}`);
  return ms;
}

/** The same model, asked as a program that streams does. */
function askModel(model: ModelServer): Promise<Response> {
  return fetch(`${model.url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer k' },
    body: JSON.stringify({
      model: 'm',
      stream: true,
      messages: [{ role: 'user', content: 'How many flights?' }],
    }),
  });
}

/** A back end that asks the first agent for a person. */
async function askerOf({ app, database, tenantId, adminKey }: TestApp): Promise<() => Promise<Response>> {
  const { rows } = await database.pool.query<{ account: string; agent: number }>(
    `select t.name account, (select min(id) from agents) agent from tenants t where t.id = $1`,
    [tenantId],
  );
  const [found] = rows;
  if (!found) throw new Error('There is no account');
  // A listening TCP server has an address with a port.
  const { port } = app.server.address() as AddressInfo;
  const path = `/api/v1/public/${found.account}/agents/${found.agent}/chat/stream-chat-state`;
  return () =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminKey}` },
      body: JSON.stringify({ sessionSettings: { externalId: 'reader' }, input: 'How many flights?' }),
    });
}
