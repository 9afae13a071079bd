import {
  createEngine,
  type Engine,
  type EncodedAnswer,
  type LoadRequest,
  type RuntimeSource,
} from '@oriel/engine';
import { writeDuckDbFile } from '@oriel/engine/test';
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

const target = { deploymentId: 1, branch: 'master' };
const model = `
cubes:
  - name: numbers
    sql_table: numbers
    dimensions:
      - { name: n, sql: n, type: number, primary_key: true, public: true }
      - { name: parity, sql: "CASE WHEN n % 2 = 0 THEN 'even' ELSE 'odd' END", type: string }
      - { name: at, sql: at, type: time }
      - { name: price, sql: "CAST(n AS DECIMAL(10,2)) / 4", type: number }
    measures:
      - { name: count, type: count }
      - { name: total, type: sum, sql: n }
  - name: slow
    sql: SELECT a.range AS n FROM range(300000) AS a, range(300000) AS b WHERE (a.range * b.range) % 7 = 3
    dimensions:
      - { name: n, sql: n, type: number }
    measures:
      - { name: total, type: sum, sql: n }
  - name: wide
    sql: SELECT repeat('wide ', 80) || range AS text FROM range(9000)
    dimensions:
      - { name: text, sql: text, type: string }
  - name: forbidden
    sql: SELECT * FROM read_csv('/etc/passwd')
    measures:
      - { name: count, type: count }
`;

let directory: string;
let engine: Engine;
let source: RuntimeSource;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oriel-engine-'));
  const path = join(directory, 'data.duckdb');
  await writeDuckDbFile(
    path,
    `create table numbers as select range::integer as n, timestamp '2024-01-01' + to_days(range::integer) as at from range(10)`,
  );
  source = {
    modelVersion: 'one',
    files: [{ path: 'numbers.yml', content: model }],
    sources: { default: { type: 'duckdb', path } },
    brandKey: 'svcCloud',
  };
  engine = createEngine({ resolve: async () => source, queryTimeoutMs: 30_000 });
});
after(async () => {
  await engine.close();
  await rm(directory, { recursive: true, maxRetries: 10 });
});

const request = (query: object, more: Partial<LoadRequest> = {}): LoadRequest => ({
  query,
  securityContext: {},
  seesModel: true,
  queryType: 'multi',
  ...more,
});
const load = (query: object, more: Partial<LoadRequest> = {}, signal?: AbortSignal) =>
  engine.load(target, request(query, more), signal ? { signal } : {});
const bodyOf = (answer: EncodedAnswer) => JSON.parse(Buffer.concat(answer.body).toString());
const slowQuery = { measures: ['slow.total'] };

test('answers with rows, annotation and the normalised query', async () => {
  const answer = await load({
    measures: ['numbers.count'],
    dimensions: ['numbers.parity'],
    order: { 'numbers.parity': 'asc' },
  });
  assert.equal(answer.status, 200);
  const { queryType, results, pivotQuery } = bodyOf(answer);
  assert.equal(queryType, 'regularQuery');
  assert.deepEqual(results[0].data, [
    { 'numbers.parity': 'even', 'numbers.count': '5' },
    { 'numbers.parity': 'odd', 'numbers.count': '5' },
  ]);
  assert.equal(results[0].annotation.measures['numbers.count'].type, 'number');
  assert.equal(results[0].dbType, 'duckdb');
  assert.equal(pivotQuery.queryType, 'regularQuery');
});

test('a time dimension is written under its granularity and again under its plain name', async () => {
  const { results } = bodyOf(
    await load({
      measures: ['numbers.total'],
      timeDimensions: [{ dimension: 'numbers.at', granularity: 'week' }],
      limit: 1,
    }),
  );
  assert.deepEqual(results[0].data, [
    {
      'numbers.at.week': '2024-01-01T00:00:00.000',
      'numbers.at': '2024-01-01T00:00:00.000',
      'numbers.total': '21',
    },
  ]);
});

test('compact and columnar formats hold the same values', async () => {
  const query = { dimensions: ['numbers.n', 'numbers.price'], order: { 'numbers.n': 'asc' }, limit: 2 };
  const compact = bodyOf(await load({ ...query, responseFormat: 'compact' })).results[0].data;
  assert.deepEqual(compact, {
    members: ['numbers.n', 'numbers.price'],
    dataset: [
      [0, 0],
      [1, 0.25],
    ],
  });
  const columnar = bodyOf(await load({ ...query, responseFormat: 'columnar' })).results[0].data;
  assert.deepEqual(columnar, {
    members: ['numbers.n', 'numbers.price'],
    columns: [
      [0, 1],
      [0, 0.25],
    ],
  });
});

test('a large answer comes in chunks, which are one JSON text', async () => {
  const query = { dimensions: ['wide.text'] };
  const dataOf = (answer: EncodedAnswer) => bodyOf(answer).results[0].data;
  const byFormat = async (responseFormat: string) => {
    const answer = await load({ ...query, responseFormat });
    assert.ok(answer.body.length > 1);
    return dataOf(answer);
  };
  assert.equal((await byFormat('default')).length, 9000);
  assert.equal((await byFormat('compact')).dataset.length, 9000);
  assert.equal((await byFormat('columnar')).columns[0].length, 9000);
});

test('a result without rows is whole in every format', async () => {
  const query = {
    dimensions: ['numbers.n'],
    filters: [{ member: 'numbers.n', operator: 'gt', values: [100] }],
  };
  const dataIn = async (responseFormat: string) =>
    bodyOf(await load({ ...query, responseFormat })).results[0].data;
  assert.deepEqual(await dataIn('default'), []);
  assert.deepEqual(await dataIn('compact'), { members: ['numbers.n'], dataset: [] });
  assert.deepEqual(await dataIn('columnar'), { members: ['numbers.n'], columns: [[]] });
});

test('total counts the rows beyond the limit', async () => {
  const { results } = bodyOf(await load({ dimensions: ['numbers.n'], limit: 3, total: true }));
  assert.equal(results[0].total, 10);
});

test('compared ranges give a result each, with rows that name their range', async () => {
  const query = {
    measures: ['numbers.count'],
    timeDimensions: [
      {
        dimension: 'numbers.at',
        compareDateRange: [
          ['2024-01-01', '2024-01-03'],
          ['2024-01-05', '2024-01-05'],
        ],
      },
    ],
  };
  const { results } = bodyOf(await load(query));
  assert.deepEqual(
    results.map(({ data }: { data: object[] }) => data[0]),
    [
      { 'numbers.count': '3', compareDateRange: '2024-01-01T00:00:00.000 - 2024-01-03T23:59:59.999' },
      { 'numbers.count': '1', compareDateRange: '2024-01-05T00:00:00.000 - 2024-01-05T23:59:59.999' },
    ],
  );
});

test('a repeated query comes from the cache, unless it says otherwise', async () => {
  const query = {
    measures: ['numbers.total'],
    filters: [{ member: 'numbers.n', operator: 'gt', values: [3] }],
  };
  assert.equal((await load(query)).cache, 'miss');
  assert.equal((await load(query)).cache, 'hit');
  assert.equal((await load(query, { cache: 'no-cache' })).cache, 'miss');
});

test('a query may say itself how the cache is used; the request says it first', async () => {
  const query = { measures: ['numbers.count'], dimensions: ['numbers.parity'] };
  await load(query);
  assert.equal((await load({ ...query, cache: 'no-cache' })).cache, 'miss');
  assert.equal((await load({ ...query, cache: 'no-cache' }, { cache: 'stale-if-slow' })).cache, 'hit');
  assert.equal((await load({ ...query, renewQuery: true })).cache, 'hit');
  assert.match(bodyOf(await load({ ...query, cache: 'never' })).error, /^cache is one of stale-if-slow/);
});

test('what is read with no-cache is not kept', async () => {
  const query = { measures: ['numbers.total'], dimensions: ['numbers.parity'] };
  await load(query, { cache: 'no-cache' });
  assert.equal((await load(query)).cache, 'miss');
});

test('identical queries in flight share one execution', async () => {
  const query = {
    measures: ['numbers.total'],
    filters: [{ member: 'numbers.n', operator: 'gt', values: [4] }],
  };
  const answers = await Promise.all([load(query), load(query), load(query)]);
  assert.deepEqual(answers.map(({ cache }) => cache).sort(), ['miss', 'shared', 'shared']);
});

test('a caller that goes is answered at once, and the statement is interrupted', async () => {
  const controller = new AbortController();
  const answer = load(slowQuery, {}, controller.signal);
  controller.abort();
  assert.equal(bodyOf(await answer).code, 'query.cancelled');
  assert.equal((await load({ measures: ['numbers.count'] })).status, 200);
});

test('a slow query is told to be asked again, and is still under way then', async () => {
  const first = await load(slowQuery, { waitMs: 1 });
  assert.deepEqual([first.status, bodyOf(first).error], [200, 'Continue wait']);
  const controller = new AbortController();
  const again = load(slowQuery, {}, controller.signal);
  controller.abort();
  assert.equal(bodyOf(await again).code, 'query.cancelled');
});

test('a caller that goes at once is answered, also where the query was compiled before', async () => {
  assert.equal((await engine.sql(target, { query: slowQuery, securityContext: {} })).status, 200);
  for (const more of [{}, { waitMs: 60_000 }, { cache: 'no-cache' }] as const) {
    const controller = new AbortController();
    const answer = load(slowQuery, more, controller.signal);
    controller.abort();
    assert.equal(bodyOf(await answer).code, 'query.cancelled');
  }
});

test('a query that takes too long is stopped', async () => {
  const hasty = createEngine({ resolve: async () => source, queryTimeoutMs: 200 });
  try {
    const answer = await hasty.load(target, request(slowQuery));
    assert.equal(answer.status, 400);
    assert.match(bodyOf(answer).error, /took longer than 0.2 s/);
  } finally {
    await hasty.close();
  }
});

test('the database is locked: files cannot be read', async () => {
  const answer = await load({ measures: ['forbidden.count'] });
  assert.equal(answer.status, 400);
  assert.match(bodyOf(answer).error, /disabled|Permission|not allowed/i);
});

test("a caller's mistake is a UserError that names it", async () => {
  const answer = await load({ measures: ['numbers.cuont'] });
  assert.equal(answer.status, 400);
  assert.equal(bodyOf(answer).type, 'UserError');
  assert.match(bodyOf(answer).error, /Did you mean count/);
});

test('sql, dry-run and meta describe without running', async () => {
  const query = {
    measures: ['numbers.count'],
    filters: [{ member: 'numbers.parity', operator: 'equals', values: ['odd'] }],
  };
  const { sql, plan } = bodyOf(await engine.sql(target, { query, securityContext: {} }));
  assert.match(plan, /^aggregate: numbers__count = .*\n {2}filter .*\n {4}scan numbers$/);
  assert.match(sql.sql[0], /\$1/);
  assert.deepEqual(sql.sql[1], ['odd']);
  const dry = bodyOf(await engine.dryRun(target, { query, securityContext: {} }));
  assert.equal(dry.normalizedQueries[0].filters[0].member, 'numbers.parity');
  const meta = bodyOf(await engine.meta(target, { securityContext: {} }));
  assert.ok(meta.cubes.some(({ name }: { name: string }) => name === 'numbers'));
});

test('a query is checked without running, and a fault told with its place', async () => {
  const caller = { securityContext: {} };
  const query = { measures: ['numbers.count'], fillMissingRows: { member: 'numbers.parity' } };
  const checked = await engine.checkQuery(target, { ...caller, query: { measures: ['numbers.count'] } });
  assert.equal(checked.status, 200);
  const refused = await engine.checkQuery(target, { ...caller, query });
  assert.equal(refused.status, 400);
  assert.equal(bodyOf(refused).path, 'fillMissingRows.member');
});

test('says whether the data sources answer, each by its name', async () => {
  assert.deepEqual(bodyOf(await engine.checkSources(target)), {
    health: 'HEALTH',
    sources: { default: { health: 'HEALTH' } },
  });
  const gone = { type: 'postgres', host: '127.0.0.1', port: 1, database: 'd', user: 'u' } as const;
  const partial = createEngine({
    resolve: async () => ({ ...source, sources: { ...source.sources, gone } }),
  });
  try {
    const answer = await partial.checkSources(target);
    assert.equal(answer.status, 500);
    assert.deepEqual(bodyOf(answer), {
      health: 'DOWN',
      sources: {
        default: { health: 'HEALTH' },
        gone: {
          health: 'DOWN',
          error:
            'The database cannot be reached: nothing is reached at its host and port, or no PostgreSQL answers there',
        },
      },
    });
    assert.equal((await partial.load(target, request({ measures: ['numbers.count'] }))).status, 200);
  } finally {
    await partial.close();
  }
});

test('a broken model answers with all of its problems, and a mended one takes over', async () => {
  const whole = source;
  const broken = { ...target, branch: 'broken' };
  source = {
    ...whole,
    modelVersion: 'two',
    files: [
      {
        path: 'bad.yml',
        content: 'cubes:\n  - name: a\n    sql_table: t\n    colour: red\n  - name: a\n    sql_tabel: t\n',
      },
    ],
  };
  const answer = await engine.load(broken, request({ measures: ['a.count'] }));
  assert.equal(answer.status, 500);
  assert.match(bodyOf(answer).error, /bad.yml:4:5.*colour[\s\S]*sql_tabel/);
  source = whole;
  engine.invalidate(broken);
  assert.equal((await engine.load(broken, request({ measures: ['numbers.count'] }))).status, 200);
});

test('what a runtime was doing when it ended is answered', async () => {
  const short = createEngine({ resolve: async () => source });
  const running = short.load(target, request(slowQuery));
  while (!short.runtimes().some(({ state }) => state === 'ready')) await pause(5);
  await short.close();
  const answer = await running;
  assert.deepEqual([answer.status, bodyOf(answer).code], [503, 'engine.runtime_lost']);
});

test('a result that is too large is refused, and harms nobody', async () => {
  const small = createEngine({
    resolve: async () => ({
      ...source,
      sources: { default: { type: 'duckdb' as const, path: join(directory, 'data.duckdb'), maxResultMb: 1 } },
    }),
  });
  try {
    const huge = await small.load(target, request({ dimensions: ['wide.text'] }));
    assert.equal(huge.status, 400);
    assert.match(bodyOf(huge).error, /more than 1 MiB/);
    assert.equal((await small.load(target, request({ measures: ['numbers.count'] }))).status, 200);
  } finally {
    await small.close();
  }
});

test('a data source that cannot be opened is answered, and tried again at the next query', async () => {
  const gone = createEngine({
    resolve: async () => ({
      ...source,
      sources: { default: { type: 'duckdb' as const, path: join(directory, 'missing.duckdb') } },
    }),
  });
  try {
    for (let round = 0; round < 2; round += 1) {
      const answer = await gone.load(target, request({ measures: ['numbers.count'] }));
      assert.equal(answer.status, 503);
    }
  } finally {
    await gone.close();
  }
});
