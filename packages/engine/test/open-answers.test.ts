import { createEngine, type EncodedAnswer, type Engine, type SourceConfig } from '@oriel/engine';
import type { ModelFile } from '@oriel/semantic';
import { createDataDatabase } from '@oriel/server/test/database';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

const ROWS = 40_000;
const model = `
cubes:
  - name: wide
    sql: "SELECT n, repeat('wide ', 20) || n AS text FROM generate_series(1, ${ROWS}) AS s(n)"
    dimensions:
      - { name: n, sql: n, type: number, primary_key: true, public: true }
      - { name: text, sql: text, type: string }
      - { name: late, sql: "CAST(CASE WHEN n = ${ROWS} THEN 'x' || n ELSE '1' END AS INTEGER)", type: number }
    measures:
      - { name: count, type: count }
`;

const engines = ['duckdb', 'postgres'] as const;
type EngineName = (typeof engines)[number];

const sessions = `
cubes:
  - name: sessions
    sql: SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'oriel'
    measures: [{ name: count, type: count }]
`;

let database: Awaited<ReturnType<typeof createDataDatabase>>;
let engine: Engine;
let added: readonly ModelFile[] = [];
let changes = 0;
before(async () => {
  database = await createDataDatabase();
  const sources: Record<EngineName, SourceConfig> = {
    duckdb: { type: 'duckdb', path: ':memory:' },
    postgres: { type: 'postgres', ...database.connection, maxConnections: 2 },
  };
  engine = createEngine({
    resolve: async ({ branch }) => ({
      modelVersion: String(changes),
      files: [{ path: 'wide.yml', content: model }, ...added],
      // The branch is the name of the engine here.
      sources: { default: sources[branch as EngineName] },
      sourcesVersion: String(changes),
      brandKey: 'svcCloud',
      maxLimit: ROWS,
    }),
    // So little that large answers are not held.
    cacheBytes: 1024 * 1024,
  });
});
after(async () => {
  await engine.close();
  await database.drop();
});

const rowsAsTheyCome = { ungrouped: true, order: [], limit: ROWS };
const large = { ...rowsAsTheyCome, dimensions: ['wide.n', 'wide.text'] };

function load(name: EngineName, query: object, signal?: AbortSignal): Promise<EncodedAnswer> {
  const request = { query, securityContext: {}, queryType: 'multi' as const };
  return engine.load({ deploymentId: 1, branch: name }, request, signal && { signal });
}

async function readWhole({ body, rest }: EncodedAnswer): Promise<string> {
  const chunks = [...body];
  if (rest) for await (const chunk of rest) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const inFlight = (name: EngineName) =>
  engine.runtimes().find(({ branch }) => branch === name)?.requestsInFlight;

async function untilIdle(name: EngineName): Promise<void> {
  while (inFlight(name) !== 0) await pause(5);
}

for (const name of engines) {
  for (const responseFormat of ['default', 'compact'])
    test(`an answer that is not held comes whole, ${responseFormat} on ${name}`, async () => {
      const answer = await load(name, { ...large, responseFormat, total: true });
      assert.ok(answer.rest);
      const [result] = JSON.parse(await readWhole(answer)).results;
      const rows = responseFormat === 'compact' ? result.data.dataset : result.data;
      assert.equal(rows.length, ROWS);
      assert.equal(result.total, ROWS);
      await untilIdle(name);
    });

  test(`several callers each get the whole of it, on ${name}`, async () => {
    const answers = await Promise.all([load(name, large), load(name, large)]);
    for (const answer of answers)
      assert.equal(JSON.parse(await readWhole(answer)).results[0].data.length, ROWS);
  });

  test(`an answer is not whole when its query fails behind the first rows, on ${name}`, async () => {
    const answer = await load(name, { ...rowsAsTheyCome, dimensions: ['wide.n', 'wide.text', 'wide.late'] });
    assert.equal(answer.status, 200, Buffer.concat(answer.body).toString());
    await assert.rejects(readWhole(answer), /wide\.late: /);
    await untilIdle(name);
  });

  test(`who goes away, before or while reading, gives the connection back, on ${name}`, async () => {
    for (let round = 0; round < 5; round += 1) {
      const gone = new AbortController();
      const unread = await load(name, large, gone.signal);
      assert.ok(unread.rest);
      gone.abort();
      const left = await load(name, large);
      for await (const chunk of left.rest ?? []) {
        assert.ok(chunk.byteLength > 0);
        break;
      }
    }
    await untilIdle(name);
    const answer = await load(name, { measures: ['wide.count'] });
    assert.equal(JSON.parse(await readWhole(answer)).results[0].data[0]['wide.count'], String(ROWS));
  });
}

test('columns, and what several queries ask at once, are held', async () => {
  assert.equal((await load('duckdb', { ...large, responseFormat: 'columnar' })).rest, undefined);
});

test('an answer is read to its end when model and sources change meanwhile, which then close', async () => {
  const { rest } = await load('postgres', large);
  assert.ok(rest);
  const [runtime] = engine.runtimes().filter(({ branch }) => branch === 'postgres');
  changes += 1;
  added = [{ path: 'sessions.yml', content: sessions }];
  engine.invalidate({ deploymentId: 1, branch: 'postgres' });
  assert.equal(await countSessions(), 2);
  let bytes = 0;
  for await (const chunk of rest) bytes += chunk.byteLength;
  assert.ok(bytes > ROWS * 100);
  while ((await countSessions()) > 1);
  const [changed] = engine.runtimes().filter(({ branch }) => branch === 'postgres');
  assert.equal(changed?.startedAt, runtime?.startedAt);
});

async function countSessions(): Promise<number> {
  const request = {
    query: { measures: ['sessions.count'] },
    securityContext: {},
    cache: 'no-cache',
  } as const;
  const answer = await engine.load({ deploymentId: 1, branch: 'postgres' }, request);
  return Number(JSON.parse(await readWhole(answer)).data[0]['sessions.count']);
}
