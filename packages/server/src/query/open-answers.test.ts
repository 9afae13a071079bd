import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import { createModelEngine, createTestApp, type TestApp } from '../test/index.ts';

const ROWS = 40_000;
const model = `
cubes:
  - name: wide
    sql: SELECT n, repeat('wide ', 100) || n AS text FROM range(${ROWS}) AS r(n)
    dimensions:
      - { name: n, sql: n, type: number, primary_key: true, public: true }
      - { name: text, sql: text, type: string }
      - { name: late, sql: "CAST(CASE WHEN n = ${ROWS - 1} THEN 'none' ELSE '1' END AS INTEGER)", type: number }
`;

let engine: Engine;
let app: TestApp;
let url: string;
before(async () => {
  engine = createModelEngine([{ path: 'wide.yml', content: model }], {
    // So little that large answers are not held.
    cacheBytes: 1024 * 1024,
  });
  app = await createTestApp({ engine });
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
after(async () => {
  await app.close();
  await engine.close();
});

const rowsAsTheyCome = { ungrouped: true, order: [], limit: ROWS };
const large = { ...rowsAsTheyCome, dimensions: ['wide.n', 'wide.text'] };
const failing = { ...rowsAsTheyCome, dimensions: ['wide.n', 'wide.text', 'wide.late'] };

function addressOf(name: string, parameters: Record<string, string> = {}): string {
  return `${url}/deployments/${app.deploymentId}/cubejs-api/v1/${name}?${new URLSearchParams(parameters)}`;
}

const headers = () => ({ authorization: `Bearer ${app.adminKey}`, 'content-type': 'application/json' });
const load = (query: object) =>
  fetch(addressOf('load', { query: JSON.stringify(query) }), { headers: headers() });
const loadBatch = (queries: object[]) =>
  fetch(addressOf('load-batch'), {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify({ queries: queries.map((query, index) => ({ id: String(index), query })) }),
  });

async function untilIdle(): Promise<void> {
  while (engine.runtimes().some(({ requestsInFlight }) => requestsInFlight > 0))
    await new Promise(setImmediate);
}

test('an answer that is not held goes out whole, by itself and in a batch', async () => {
  const answer = await load(large);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  assert.equal(JSON.parse(await answer.text()).data.length, ROWS);
  const lines = (await (await loadBatch([large, large])).text()).trim().split('\n');
  const lengths = lines.map((line) => JSON.parse(line).answer.results[0].data.length);
  assert.deepEqual(lengths, [ROWS, ROWS]);
});

test('an answer is cut when its query fails behind the first rows', async () => {
  for (const answer of [await load(failing), await loadBatch([failing])]) {
    assert.equal(answer.status, 200);
    await assert.rejects(answer.text());
  }
  await untilIdle();
});

test('a caller who reads slowly and goes away leaves nothing running', async () => {
  const address = addressOf('load', { query: JSON.stringify(large) });
  const answer = await new Promise<IncomingMessage>((resolve) =>
    get(address, { headers: headers() }, resolve),
  );
  answer.pause();
  assert.equal(engine.runtimes()[0]?.requestsInFlight, 1);
  answer.destroy();
  await untilIdle();
});
