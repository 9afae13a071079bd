import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../test/index.ts';

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
});
after(() => testApp.close());

const path = '/api/v1/api-keys';

test('a new key works at once and is listed without its secret', async () => {
  const created = await testApp.call({ method: 'POST', path, body: { name: 'automation' } });
  assert.equal(created.statusCode, 201);
  const { secret, apiKey } = created.json();
  const listed = await testApp.call({ method: 'GET', path: `${path}/`, key: secret });
  assert.equal(listed.statusCode, 200);
  assert.equal(listed.json().items[0].id, apiKey.id);
  assert.ok(!listed.body.includes(secret));
});

test('a revoked key is refused at once', async () => {
  const { secret, apiKey } = (
    await testApp.call({ method: 'POST', path, body: { name: 'short-lived' } })
  ).json();
  assert.equal((await testApp.call({ method: 'DELETE', path: `${path}/${apiKey.id}` })).statusCode, 204);
  const refused = await testApp.call({ method: 'GET', path, key: secret });
  assert.equal(refused.statusCode, 401);
  assert.equal(refused.json().code, 'unauthenticated');
});

test('a key with a scope makes only keys within that scope', async () => {
  const { build, tenantId, adminId, deploymentId } = testApp;
  const other = await build.deployment({ tenantId });
  const scoped = await build.apiKey({ tenantId, userId: adminId, deploymentIds: [deploymentId] });
  const outside = await testApp.call({
    method: 'POST',
    path,
    key: scoped,
    body: { name: 'wider', deploymentIds: [other] },
  });
  assert.equal(outside.statusCode, 403);
  const inherited = await testApp.call({ method: 'POST', path, key: scoped, body: { name: 'same' } });
  assert.deepEqual(inherited.json().apiKey.deploymentIds, [deploymentId]);
});

test('a scope of deployments that are not there is refused, also beyond what an id can be', async () => {
  for (const deploymentId of [900_001, 2 ** 31, 2 ** 53 - 1]) {
    const body = { name: 'nowhere', deploymentIds: [deploymentId] };
    const answer = await testApp.call({ method: 'POST', path, body });
    assert.equal(answer.statusCode, 404, answer.body);
    assert.equal(answer.json().code, 'deployment_not_found');
  }
});

test("another user's key is not found", async () => {
  const { build, tenantId } = testApp;
  const stranger = await build.apiKey({ tenantId, userId: await build.user({ tenantId }) });
  const { apiKey } = (await testApp.call({ method: 'POST', path, body: { name: 'mine' } })).json();
  const answer = await testApp.call({ method: 'DELETE', path: `${path}/${apiKey.id}`, key: stranger });
  assert.equal(answer.statusCode, 404);
});

test('an expired key is refused with a reason of its own', async () => {
  const { build, tenantId, adminId } = testApp;
  const expired = await build.apiKey({ tenantId, userId: adminId, expiresAt: '2020-01-01T00:00:00Z' });
  const answer = await testApp.call({ method: 'GET', path, key: expired });
  assert.equal(answer.statusCode, 401);
  assert.equal(answer.json().code, 'credential_expired');
});

test('unknown and malformed fields are refused and named', async () => {
  const answer = await testApp.call({
    method: 'POST',
    path,
    body: { name: '', deploymentIds: ['1'], color: 'red' },
  });
  assert.equal(answer.statusCode, 400);
  const paths = answer.json().issues.map((issue: { path: string }) => issue.path);
  assert.deepEqual(paths.sort(), ['color', 'deploymentIds[0]', 'name']);
});

test('no credential, a wrong scheme and a made-up key are 401', async () => {
  for (const authorization of [undefined, 'Basic abc', 'Bearer nope', 'Bearer a b', 'Bearer']) {
    const answer = await testApp.call({
      method: 'GET',
      path,
      key: '',
      headers: authorization === undefined ? {} : { authorization },
    });
    assert.equal(answer.statusCode, 401, String(authorization));
  }
});
