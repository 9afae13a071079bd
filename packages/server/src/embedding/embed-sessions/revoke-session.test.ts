import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { removeExpired } from '../../jobs/expired-rows.ts';
import { createTestApp, type TestApp } from '../../test/index.ts';
import { applicationTables } from '../../application-tables.ts';

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
});
after(() => testApp.close());

async function generate(key?: string): Promise<string> {
  const body = { deploymentId: testApp.deploymentId, embedTenantName: 'acme', externalId: 'viewer' };
  const path = '/api/v1/embed/generate-session';
  const session = await testApp.call({ method: 'POST', path, body, ...(key !== undefined && { key }) });
  assert.equal(session.statusCode, 200, session.body);
  return (session.json() as { sessionId: string }).sessionId;
}

const exchange = (sessionId: string) =>
  testApp.call({ method: 'POST', path: '/api/v1/embed/session/token', key: '', body: { sessionId } });
const revoke = (sessionId: string, key?: string) =>
  testApp.call({
    method: 'POST',
    path: '/api/v1/embed/session/revoke',
    body: { sessionId },
    ...(key !== undefined && { key }),
  });
const tokenOf = async (sessionId: string) =>
  `Embed-Token ${((await exchange(sessionId)).json() as { token: string }).token}`;
const ask = (authorization: string, path: string) =>
  testApp.call({ method: 'GET', path, key: '', headers: { authorization } });
const CONFIG = '/api/v1/embed/dashboard/Missing00000';

test('a session that is ended cannot be exchanged', async () => {
  const sessionId = await generate();
  assert.equal((await revoke(sessionId)).statusCode, 204);
  assert.equal((await exchange(sessionId)).json().code, 'embed_session_unknown');
});

test('the token and the data token of a session end with it at the next request, and others stay', async () => {
  const [ended, other] = [await generate(), await generate()];
  const [token, kept] = [await tokenOf(ended), await tokenOf(other)];
  const path = `/api/v1/deployments/${testApp.deploymentId}/token`;
  const headers = { authorization: token };
  const made = await testApp.call({ method: 'POST', path, key: '', headers, body: {} });
  assert.equal(made.statusCode, 200, made.body);
  const dataToken = Object.values(made.json() as Record<string, string>)[0] ?? '';
  const query = `/api/v1/deployments/${testApp.deploymentId}/cubejs-api/v1/meta`;
  const before = await ask(dataToken, query);
  assert.notEqual(before.statusCode, 401, before.body);
  assert.equal((await ask(token, CONFIG)).statusCode, 404);
  assert.equal((await revoke(ended)).statusCode, 204);
  assert.equal((await ask(token, CONFIG)).statusCode, 401);
  assert.equal((await ask(dataToken, query)).statusCode, before.statusCode === 404 ? 404 : 401);
  assert.equal((await ask(kept, CONFIG)).statusCode, 404);
});

test('ending a session twice, or one that never was, succeeds; another form of id is refused', async () => {
  const sessionId = await generate();
  for (const id of [sessionId, sessionId, '0'.repeat(32)]) assert.equal((await revoke(id)).statusCode, 204);
  for (const id of ['', 'x'.repeat(32), 'A'.repeat(32), '0'.repeat(33)])
    assert.equal((await revoke(id)).json().issues[0].path, 'sessionId');
});

test('a key that is scoped to deployments ends the sessions of those alone', async () => {
  const { tenantId, adminId: userId, deploymentId } = testApp;
  const elsewhere = await testApp.build.deployment({ tenantId });
  const foreign = await testApp.build.apiKey({ tenantId, userId, deploymentIds: [elsewhere] });
  const own = await testApp.build.apiKey({ tenantId, userId, deploymentIds: [deploymentId] });
  const sessionId = await generate();
  const token = await tokenOf(sessionId);
  assert.equal((await revoke(sessionId, foreign)).statusCode, 204);
  assert.equal((await ask(token, CONFIG)).statusCode, 404, 'it is not of the scope of the key');
  assert.equal((await revoke(sessionId, own)).statusCode, 204);
  assert.equal((await revoke(sessionId, own)).statusCode, 204);
  const { rows } = await testApp.database.pool.query<{ deploymentIds: number[] }>(
    'select deployment_ids from revoked_embed_sessions where deployment_ids @> array[$1, $2]::integer[]',
    [deploymentId, elsewhere],
  );
  assert.deepEqual(
    rows.map(({ deploymentIds }) => deploymentIds.length),
    [2],
    'each deployment is noted once',
  );
  assert.equal((await ask(token, CONFIG)).statusCode, 401);
});

test('nobody but an administrator ends a session, and not of another account', async () => {
  const { tenantId } = testApp;
  const userId = await testApp.build.user({ tenantId, role: 'Developer' });
  const sessionId = await generate();
  const developer = await testApp.build.apiKey({ tenantId, userId });
  assert.equal((await revoke(sessionId, developer)).json().code, 'admin_only');
  const other = await testApp.build.tenant({ host: 'other.example.com' });
  const key = await testApp.build.apiKey({
    tenantId: other,
    userId: await testApp.build.user({ tenantId: other, role: 'Admin' }),
  });
  const path = '/api/v1/embed/session/revoke';
  const headers = { host: 'other.example.com' };
  const answer = await testApp.call({ method: 'POST', path, key, body: { sessionId }, headers });
  assert.equal(answer.statusCode, 204);
  assert.equal((await exchange(sessionId)).statusCode, 200);
});

test('what was ended is remembered as long as a token of it could last', async () => {
  const { pool, db } = testApp.database;
  const sessionId = await generate();
  await revoke(sessionId);
  const clean = () =>
    removeExpired(db, applicationTables, { signal: new AbortController().signal, onRemoved() {} });
  const count = async () =>
    (await pool.query<{ count: number }>('select count(*) from revoked_embed_sessions')).rows[0]?.count ?? 0;
  const before = await count();
  await clean();
  assert.equal(await count(), before);
  await pool.query(`update revoked_embed_sessions set expires_at = now() - interval '1 second'`);
  await clean();
  assert.equal(await count(), 0);
});

test('what was removed from sessions is refused by its name', async () => {
  const body = { deploymentId: testApp.deploymentId, externalId: 'viewer', ephemeralTtlSeconds: 60 };
  const path = '/api/v1/embed/generate-session';
  const refused = await testApp.call({ method: 'POST', path, body });
  assert.deepEqual([refused.statusCode, refused.json().issues[0].path], [400, 'ephemeralTtlSeconds']);
});
