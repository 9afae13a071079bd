import type { Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createModelEngine, createTestApp, type TestApp } from '../test/index.ts';

const model = `
cubes:
  - name: wide
    sql: SELECT n, repeat('wide ', 80) || n AS text FROM range(9000) AS r(n)
    dimensions:
      - { name: text, sql: text, type: string }
    measures:
      - { name: count, type: count }
`;

let engine: Engine;
let app: TestApp;
before(async () => {
  engine = createModelEngine([{ path: 'wide.yml', content: model }], {
    // So little that large answers are not held.
    cacheBytes: 1024 * 1024,
  });
  app = await createTestApp({ engine });
  // Unlike a query, it waits for the start of the runtime however long that takes.
  assert.equal((await app.call({ method: 'GET', path: pathOf('meta') })).statusCode, 200);
});
after(async () => {
  await app.close();
  await engine.close();
});

const large = { dimensions: ['wide.text'] };
const pathOf = (name: string) => `/deployments/${app.deploymentId}/cubejs-api/v1/${name}`;

test('a large answer goes out whole', async () => {
  const answer = await app.call({ method: 'POST', path: pathOf('load'), body: { query: large } });
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['content-type']), /^application\/json/);
  assert.equal(answer.json().data.length, 9000);
});

test('an answer says how long its query waited and ran, and so does /metrics', async () => {
  const query = { measures: ['wide.count'], limit: 17 };
  const ask = () => app.call({ method: 'POST', path: pathOf('load'), body: { query } });
  const executed = await ask();
  assert.match(String(executed.headers['server-timing']), /^queue;dur=[\d.]+, execute;dur=[\d.]+$/);
  assert.equal((await ask()).headers['server-timing'], undefined);
  const { body } = await app.call({ method: 'GET', path: '/metrics' });
  const figure = (name: string) =>
    Number(
      new RegExp(`^${name}\\{deployment="${app.deploymentId}",branch="\\w+"\\} (.*)$`, 'm').exec(body)?.[1],
    );
  assert.ok(figure('oriel_queries_admitted_total') >= 1);
  assert.ok(figure('oriel_query_queue_seconds_total') >= 0);
  for (const name of ['waiting', 'running', 'refused_total'])
    assert.equal(figure(`oriel_queries_${name}`), 0);
});

test('a filter with a number that would be read as another one is refused, in a body, in an address and in a text', async () => {
  const query =
    '{"measures":["wide.count"],"filters":[{"member":"wide.text","operator":"equals","values":[NUMBER]}]}';
  for (const number of ['9007199254740993', '5000000000000000.01']) {
    const text = query.replace('NUMBER', number);
    const headers = { authorization: `Bearer ${app.adminKey}`, 'content-type': 'application/json' };
    const post = (payload: string) =>
      app.app.inject({ method: 'POST', url: pathOf('load'), headers, payload });
    const answers = [
      await post(`{"query":${text}}`),
      await post(JSON.stringify({ query: text })),
      await app.call({ method: 'GET', path: `${pathOf('load')}?query=${encodeURIComponent(text)}` }),
    ];
    for (const answer of answers) {
      assert.equal(answer.statusCode, 400, answer.body);
      assert.match(answer.body, new RegExp(`the number ${number} would be read as`));
    }
    const taken = await post(`{"query":${query.replace('NUMBER', `"${number}"`)}}`);
    assert.equal(taken.statusCode, 200, taken.body);
  }
});

test('large answers of a batch do not mingle', async () => {
  const queries = [
    { id: 'one', query: large },
    { id: 'two', query: { ...large, order: { 'wide.text': 'desc' } } },
    { id: 'three', query: { measures: ['wide.count'] } },
  ];
  const { body } = await app.call({ method: 'POST', path: pathOf('load-batch'), body: { queries } });
  const lines = body.trim().split('\n');
  const rows = lines.map((line) => {
    const { id, status, answer } = JSON.parse(line);
    return [id, status, answer.results[0].data.length];
  });
  assert.deepEqual(rows.sort(), [
    ['one', 200, 9000],
    ['three', 200, 1],
    ['two', 200, 9000],
  ]);
});

test('a caller who may query the data sources learns whether they answer', async () => {
  const answer = await app.call({ method: 'GET', path: pathOf('readyz') });
  assert.equal(answer.statusCode, 200);
  assert.deepEqual(answer.json(), { health: 'HEALTH', sources: { default: { health: 'HEALTH' } } });
  const stranger = await app.call({ method: 'GET', path: pathOf('readyz'), key: '' });
  assert.equal(stranger.statusCode, 403);
});

test('what a model is made of is for its developers', async () => {
  const { build, tenantId } = app;
  const viewer = await build.apiKey({ tenantId, userId: await build.user({ tenantId, role: 'Viewer' }) });
  const ask = (query: string, key?: string) =>
    app.call({ method: 'GET', path: pathOf(`meta${query}`), ...(key !== undefined && { key }) });
  assert.equal((await ask('?extended', viewer)).statusCode, 403);
  assert.equal((await ask('', viewer)).statusCode, 200);
  assert.doesNotMatch((await ask('', viewer)).body, /repeat\(/);
  assert.match((await ask('?extended')).body, /repeat\(/);
});

test('metadata may be of views alone', async () => {
  const answer = await app.call({ method: 'GET', path: pathOf('meta?onlyViews=true') });
  assert.deepEqual(answer.json().cubes, []);
});
