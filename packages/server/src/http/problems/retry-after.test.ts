import { createEngine, type Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';

const model = `
cubes:
  - name: orders
    sql: SELECT 1 AS id
    measures:
      - { name: count, type: count }
`;

/** The deployment's database is not there. */
let engine: Engine;
let world: TestApp;
before(async () => {
  engine = createEngine({
    resolve: async () => ({
      modelVersion: 'one',
      files: [{ path: 'orders.yml', content: model }],
      sources: {
        default: { type: 'postgres', host: '127.0.0.1', port: 1, database: 'd', user: 'u' },
      },
      brandKey: 'svcCloud',
    }),
  });
  world = await createTestApp({ engine });
});
after(async () => {
  await world.close();
  await engine.close();
});

const queryApi = (name: string) => `/deployments/${world.deploymentId}/cubejs-api/v1/${name}`;

test('a data source that is away says when to ask again', async () => {
  const body = { query: { measures: ['orders.count'] } };
  const answer = await world.call({ method: 'POST', path: queryApi('load'), body });
  assert.equal(answer.statusCode, 503, answer.body);
  assert.equal(answer.headers['retry-after'], '5');
});

test('who has guessed too often is told how long to wait', async () => {
  const signIn = () =>
    world.call({
      method: 'POST',
      path: '/api/v1/sign-in',
      key: '',
      body: { email: 'nobody@example.com', password: 'a guess' },
    });
  for (let failure = 0; failure < 6; failure += 1) await signIn();
  const answer = await signIn();
  assert.equal(answer.statusCode, 429, answer.body);
  assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
});
