import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';

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

type Made = { apiKey: { id: number; [field: string]: unknown }; token: string };

async function make(body: object, key?: string): Promise<Made> {
  const answer = await testApp.call({
    method: 'POST',
    path,
    body: { name: 'made', ...body },
    ...(key !== undefined && { key }),
  });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json();
}
const rotate = (id: number, body?: object, key?: string) =>
  testApp.call({
    method: 'POST',
    path: `${path}/${id}/rotate`,
    ...(body && { body }),
    ...(key !== undefined && { key }),
  });
const statusWith = async (key: string) => (await testApp.call({ method: 'GET', path, key })).statusCode;

test('a key says what it is narrowed to, and makes only keys that are as narrow', async () => {
  const parent = await make({ tags: ['API Keys', 'Reports', 'Reports'] });
  assert.deepEqual(parent.apiKey['tags'], ['API Keys', 'Reports']);
  assert.deepEqual((await make({}, parent.token)).apiKey['tags'], ['API Keys', 'Reports']);
  const child = await make({ tags: ['API Keys'], isReadOnly: true }, parent.token);
  assert.deepEqual([child.apiKey['tags'], child.apiKey['isReadOnly']], [['API Keys'], true]);
  const wider = { method: 'POST', path, key: parent.token } as const;
  const refused = await testApp.call({ ...wider, body: { name: 'wider', tags: ['Users'] } });
  assert.deepEqual([refused.statusCode, refused.json().code], [403, 'insufficient_scope']);
  const unknown = await testApp.call({ ...wider, body: { name: 'odd', tags: ['Reports', 'Nothing'] } });
  assert.deepEqual([unknown.statusCode, unknown.json().issues[0].path], [400, 'tags.1']);
  const reader = await testApp.call({ method: 'POST', path, key: child.token, body: { name: 'any' } });
  assert.deepEqual([reader.statusCode, reader.json().code], [403, 'insufficient_scope']);
});

test('a key is replaced by one that may do the same, and both work for a while', async () => {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const old = await make({ name: 'import', tags: ['API Keys'], expiresAt });
  const child = await make({}, old.token);
  const answer = await rotate(old.apiKey.id);
  assert.equal(answer.statusCode, 201, answer.body);
  const next: Made = answer.json();
  assert.deepEqual([next.apiKey['name'], next.apiKey['tags']], ['import', ['API Keys']]);
  const lasts = Date.parse(String(next.apiKey['expiresAt'])) - Date.parse(String(next.apiKey['createdAt']));
  assert.ok(Math.abs(lasts - 86_400_000) < 60_000, String(lasts));
  for (const { token } of [old, child, next]) assert.equal(await statusWith(token), 200);
  assert.equal((await rotate(next.apiKey.id, { overlapSeconds: 0 })).statusCode, 201);
  assert.equal(await statusWith(next.token), 401);
  assert.equal(await statusWith(child.token), 200);
});

test('a key that is revoked takes those along that were made with the one it has replaced', async () => {
  const old = await make({});
  const child = await make({}, old.token);
  const next: Made = (await rotate(old.apiKey.id)).json();
  assert.equal((await testApp.call({ method: 'DELETE', path: `${path}/${next.apiKey.id}` })).statusCode, 204);
  assert.deepEqual([await statusWith(child.token), await statusWith(next.token)], [401, 401]);
});

test('a key comes by nothing that is wider or outlives it by replacing keys', async () => {
  const { build, tenantId } = testApp;
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const full = await make({});
  const brief = await make({ expiresAt }, full.token);
  const narrow = await make({ tags: ['API Keys'] });
  for (const [id, key] of [
    [full.apiKey.id, brief.token],
    [full.apiKey.id, narrow.token],
    [brief.apiKey.id, narrow.token],
  ] as const)
    assert.equal((await rotate(id, {}, key)).statusCode, 404);
  const itself: Made = (await rotate(brief.apiKey.id, {}, brief.token)).json();
  assert.ok(Date.parse(String(itself.apiKey['expiresAt'])) <= Date.parse(expiresAt));
  // Of others nobody replaces a key, which would be to act as them.
  const other = await build.apiKey({ tenantId, userId: await build.user({ tenantId }) });
  const theirs = (await testApp.call({ method: 'GET', path, key: other })).json().items[0].id;
  assert.equal((await rotate(theirs)).statusCode, 404);
});

test('administrators see and end the keys of others, and nobody else does', async () => {
  const { build, tenantId } = testApp;
  const userId = await build.user({ tenantId });
  const theirKey = await build.apiKey({ tenantId, userId });
  const list = (query: string, key?: string) =>
    testApp.call({ method: 'GET', path: `${path}?${query}`, ...(key !== undefined && { key }) });
  const [found] = (await list(`userId=${userId}`)).json().items;
  assert.deepEqual((await testApp.call({ method: 'GET', path: `${path}/${found.id}` })).json(), found);
  assert.equal(found.userId, userId);
  assert.equal((await list(`userId=${userId}`, theirKey)).statusCode, 200);
  assert.equal((await list(`userId=${testApp.adminId}`, theirKey)).statusCode, 403);
  for (const id of [987_654, 2 ** 31 - 1]) assert.equal((await list(`userId=${id}`)).statusCode, 404);
  const one = (id: number, key?: string) =>
    testApp.call({ method: 'GET', path: `${path}/${id}`, ...(key !== undefined && { key }) });
  const mine = await make({});
  assert.equal((await one(mine.apiKey.id, theirKey)).statusCode, 404);
  assert.equal((await testApp.call({ method: 'DELETE', path: `${path}/${found.id}` })).statusCode, 204);
  assert.equal(await statusWith(theirKey), 401);
});

test('of keys that replace the same one at the same time each works', async () => {
  const old = await make({});
  const answers = await Promise.all([1, 2, 3].map(() => rotate(old.apiKey.id, { overlapSeconds: 60 })));
  for (const answer of answers) {
    assert.equal(answer.statusCode, 201, answer.body);
    assert.equal(await statusWith((answer.json() as Made).token), 200);
  }
});
