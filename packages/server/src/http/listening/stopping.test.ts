import { createEngine, type Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';
import { createStopping, type Stopping } from './stopping.ts';

const model = `
cubes:
  - name: one
    sql: SELECT 1 AS n
    measures:
      - { name: count, type: count }
  - name: numbers
    sql: SELECT range AS n FROM range(0, 2000000000)
    measures:
      - { name: heavy, type: number, sql: "sum(hash(n) % 7 + sqrt(n))" }
`;

/** A server that finds the model of its deployment once `found` is settled. */
let engine: Engine;
let world: TestApp;
let stopping: Stopping;
let url: URL;
let asked: PromiseWithResolvers<void>;
let found: Promise<void>;
before(() => {
  engine = createEngine({
    resolve: async () => {
      asked.resolve();
      await found;
      return {
        modelVersion: 'one',
        files: [{ path: 'numbers.yml', content: model }],
        sources: { default: { type: 'duckdb', path: ':memory:' } },
        brandKey: 'svcCloud',
      };
    },
  });
});
after(() => engine.close());
beforeEach(async () => {
  asked = Promise.withResolvers();
  found = Promise.resolve();
  for (const runtime of engine.runtimes()) engine.invalidate(runtime);
  stopping = createStopping();
  world = await createTestApp({ engine, stopping });
  url = new URL(await world.app.listen({ port: 0, host: '127.0.0.1' }));
});
afterEach(() => world.close());

const queryApi = (name: string) => `/deployments/${world.deploymentId}/cubejs-api/v1/${name}`;

/** The bytes of a request with the administrator's key. */
function requestFor(method: string, path: string, body?: object): string {
  const content = body === undefined ? '' : JSON.stringify(body);
  const entity = body && `content-type: application/json\r\ncontent-length: ${content.length}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${world.adminKey}\r\n${entity ?? ''}\r\n${content}`;
}

async function open(): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname);
  await once(socket, 'connect');
  return socket;
}

test('what was accepted is finished, who comes meanwhile is told to come again, and every answer closes its connection', async () => {
  const release = Promise.withResolvers<void>();
  found = release.promise;
  const [accepted, late, health] = [await open(), await open(), await open()];
  accepted.write(requestFor('GET', queryApi('meta')));
  await asked.promise;
  const drained = stopping.drain({ timeoutMs: 60_000, graceMs: 0 });
  late.write(requestFor('GET', '/api/v1/users/me'));
  health.write(requestFor('GET', '/readyz'));
  const refused = await text(late);
  assert.match(refused, /^HTTP\/1\.1 503 /);
  assert.match(refused, /\r\nretry-after: 5\r\n/i);
  assert.match(refused, /\r\nconnection: close\r\n/i);
  assert.match(refused, /"code":"unavailable"/);
  const checked = await text(health);
  assert.match(checked, /^HTTP\/1\.1 503 /);
  assert.match(checked, /"status":"stopping"/);
  release.resolve();
  const answered = await text(accepted);
  assert.match(answered, /^HTTP\/1\.1 200 /);
  assert.match(answered, /\r\nconnection: close\r\n/i);
  await drained;
});

test('a query that is not finished in time is cancelled and answered', async () => {
  const query = { measures: ['numbers.heavy'] };
  const accepted = await open();
  accepted.write(requestFor('POST', queryApi('load'), { query }));
  await asked.promise;
  const startedAt = performance.now();
  await stopping.drain({ timeoutMs: 100, graceMs: 5_000 });
  assert.ok(performance.now() - startedAt < 3_000);
  const answered = await text(accepted);
  assert.match(answered, /^HTTP\/1\.1 503 /);
  assert.match(answered, /\r\nretry-after: 5\r\n/i);
});

test('the rest of a batch that is not finished in time is told query by query', async () => {
  const queries = [
    { id: 'quick', query: { measures: ['one.count'] } },
    { id: 'slow', query: { measures: ['numbers.heavy'] } },
  ];
  const accepted = await open();
  const answer = text(accepted);
  const quick = once(accepted, 'data');
  accepted.write(requestFor('POST', queryApi('load-batch'), { queries }));
  await quick;
  await stopping.drain({ timeoutMs: 500, graceMs: 5_000 });
  // Its head went out before, so the connection is kept until the server listens no more.
  await world.app.close();
  const answered = await answer;
  assert.match(answered, /^HTTP\/1\.1 200 /);
  assert.match(answered, /"id":"slow","status":400[^]*"query.cancelled"/);
  assert.match(answered, /\r\n0\r\n\r\n$/, 'the answer is whole');
});
