import { createEngine, type Engine } from '@oriel/engine';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../test/test-app.ts';

const username = '{{ COMPILE_CONTEXT.securityContext.svcCloud.username }}';
const model = `
cubes:
  - name: callers
    sql: "SELECT '${username}' AS caller, '{{ env_var('STAGE') }}' AS stage"
    dimensions:
      - { name: caller, sql: caller, type: string }
      - { name: stage, sql: stage, type: string }
{% if COMPILE_CONTEXT.securityContext.svcCloud.username == 'broken@example.com' %}
  - name: broken
{% endif %}
`;
const shared = `
cubes:
  - name: fixed
    sql: SELECT 1 AS n
    measures:
      - { name: count, type: count }
`;

let engine: Engine;
let app: TestApp;
before(async () => {
  engine = createEngine({
    resolve: async () => ({
      modelVersion: 'one',
      files: [
        { path: 'callers.yml', content: model },
        { path: 'fixed.yml', content: shared },
      ],
      sources: { default: { type: 'duckdb', path: ':memory:' } },
      environment: { STAGE: 'test' },
      brandKey: 'svcCloud',
    }),
  });
  app = await createTestApp({ engine });
});
after(async () => {
  await app.close();
  await engine.close();
});

async function keyOf(email: string): Promise<string> {
  const { build, tenantId } = app;
  return build.apiKey({ tenantId, userId: await build.user({ tenantId, email, role: 'Viewer' }) });
}

function load(key: string, query: object) {
  const path = `/deployments/${app.deploymentId}/cubejs-api/v1/load`;
  return app.call({ method: 'POST', path, key, body: { query } });
}

test('each caller has the model that templates make for its security context', async () => {
  const query = { dimensions: ['callers.caller', 'callers.stage'] };
  const emails = ['first@example.com', 'second@example.com'];
  const keys = await Promise.all(emails.map(keyOf));
  for (let round = 0; round < 2; round += 1)
    for (const [index, key] of keys.entries()) {
      const answer = await load(key, query);
      assert.deepEqual(answer.json().data, [{ 'callers.caller': emails[index], 'callers.stage': 'test' }]);
    }
});

test('a model that is broken for one caller answers the others', async () => {
  const query = { measures: ['fixed.count'] };
  const broken = await load(await keyOf('broken@example.com'), query);
  assert.equal(broken.statusCode, 500);
  assert.equal(broken.json().code, 'model.broken');
  assert.equal((await load(await keyOf('whole@example.com'), query)).statusCode, 200);
});
