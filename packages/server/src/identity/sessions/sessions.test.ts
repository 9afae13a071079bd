import type { ConsoleSession, ConsoleSessionList, EndedSessions, Problem } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createTestApp, type TestApp, type TestCall } from '../../test/index.ts';
import { completeSignIn } from '../sign-in/complete-sign-in.ts';

/** Two servers on one database. */
let app: TestApp;
let second: TestApp;
before(async () => {
  app = await createTestApp();
  second = await createTestApp({ database: app.database });
});
after(async () => {
  await second.close();
  await app.close();
});

let userId: number;
beforeEach(async () => {
  userId = await app.build.user({ tenantId: app.tenantId });
});

const begin = (of = userId) =>
  completeSignIn(app.database.db, {
    tenantId: app.tenantId,
    userId: of,
    method: 'passkey',
    clientAddress: '192.0.2.7',
    userAgent: 'Firefox',
  });
const as = (token: string) => ({ cookie: `oriel_session=${token}`, 'sec-fetch-site': 'same-origin' });
const call = (method: TestCall['method'], path: string, token: string, on = app) =>
  on.call({ method, path: `/api/v1/${path}`, key: '', headers: as(token) });
const list = async (token: string) => (await call('GET', 'sessions', token)).json<ConsoleSessionList>().items;
const statusOf = async (token: string, on = app) => (await call('GET', 'users/me', token, on)).statusCode;

test('a user sees where they are signed in, and which session is this one', async () => {
  const [one, other] = [await begin(), await begin()];
  await begin(await app.build.user({ tenantId: app.tenantId }));
  const items = await list(one.token);
  assert.deepEqual(items.map(({ id }) => id).sort(), [one.sessionId, other.sessionId].sort());
  const current = items.find(({ isCurrent }) => isCurrent);
  const { createdAt: _, lastUsedAt: _used, expiresAt: _end, ...said } = current ?? ({} as ConsoleSession);
  assert.deepEqual(said, {
    id: one.sessionId,
    userId,
    method: 'passkey',
    userAgent: 'Firefox',
    clientAddress: '192.0.2.7',
    isCurrent: true,
  });
});

test('a session that is ended is refused with the next request, on every server', async () => {
  const [one, other] = [await begin(), await begin()];
  assert.equal(await statusOf(other.token, second), 200);
  assert.equal((await call('DELETE', `sessions/${other.sessionId}`, one.token)).statusCode, 204);
  assert.equal(await statusOf(other.token, second), 401);
  assert.equal(await statusOf(other.token), 401);
  assert.equal(await statusOf(one.token, second), 200);
});

test('ending the others leaves this one alone', async () => {
  const [one, other, third] = [await begin(), await begin(), await begin()];
  const answer = await call('POST', 'sessions/end-others', one.token);
  assert.deepEqual(answer.json<EndedSessions>(), { count: 2 });
  assert.deepEqual(
    [await statusOf(one.token, second), await statusOf(other.token, second), await statusOf(third.token)],
    [200, 401, 401],
  );
});

test('nobody sees or ends the sessions of another but an administrator', async () => {
  const { sessionId, token } = await begin();
  const stranger = await begin(await app.build.user({ tenantId: app.tenantId, role: 'Developer' }));
  const admin = await begin(app.adminId);
  const foreign = await call('DELETE', `sessions/${sessionId}`, stranger.token);
  assert.equal(foreign.json<Problem>().code, 'session_not_found');
  for (const [method, path] of [
    ['GET', `sessions?userId=${userId}`],
    ['POST', `sessions/end-others?userId=${userId}`],
  ] as const)
    assert.equal((await call(method, path, stranger.token)).json<Problem>().code, 'admin_only');
  const seen = (await call('GET', `sessions?userId=${userId}`, admin.token)).json<ConsoleSessionList>();
  assert.deepEqual(
    seen.items.map(({ id, isCurrent }) => [id, isCurrent]),
    [[sessionId, false]],
  );
  assert.equal((await call('DELETE', `sessions/${sessionId}`, admin.token)).statusCode, 204);
  assert.equal(await statusOf(token), 401);
  const again = await begin();
  await call('POST', `sessions/end-others?userId=${userId}`, admin.token);
  assert.deepEqual([await statusOf(again.token), await statusOf(admin.token)], [401, 200]);
});

test('a user has a hundred sessions at most: the oldest ends', async () => {
  const first = await begin();
  await app.database.pool.query(
    `update console_sessions set last_used_at = now() - interval '1 hour' where user_id = $1`,
    [userId],
  );
  for (let times = 0; times < 100; times += 1) await begin();
  const { rows } = await app.database.pool.query<{ count: string }>(
    'select count(*) from console_sessions where user_id = $1',
    [userId],
  );
  assert.equal(Number(rows[0]?.count), 100);
  assert.equal(await statusOf(first.token), 401);
});
