import type { Problem } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';

const password = 'correct horse battery staple';
const changed = 'another horse, other staples';
const sameOrigin = { 'sec-fetch-site': 'same-origin' };

let app: TestApp;
before(async () => {
  app = await createTestApp();
});
after(() => app.close());

let email: string;
let userId: number;
beforeEach(async () => {
  await app.database.pool.query('delete from sign_in_buckets');
  email = `analyst-${crypto.randomUUID()}@example.com`;
  userId = await app.build.user({ tenantId: app.tenantId, email, password });
});

async function signIn(secret = password): Promise<string> {
  const answer = await app.call({
    method: 'POST',
    path: '/api/v1/sign-in',
    key: '',
    body: { email, password: secret },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return `oriel_session=${answer.cookies[0]?.value}`;
}

const change = (headers: Record<string, string>, body: object = {}) =>
  app.call({
    method: 'POST',
    path: '/api/v1/users/me/password',
    key: '',
    headers,
    body: { currentPassword: password, newPassword: changed, ...body },
  });

const statusOf = async (cookie: string) =>
  (await app.call({ method: 'GET', path: '/api/v1/users/me', key: '', headers: { cookie } })).statusCode;

test('a user changes their password, and every session but this one ends', async () => {
  const [cookie, other] = [await signIn(), await signIn()];
  const answer = await change({ cookie, ...sameOrigin });
  assert.equal(answer.statusCode, 204, answer.body);
  assert.equal(await statusOf(cookie), 200);
  assert.equal(await statusOf(other), 401);
  await signIn(changed);
});

test('the old password is asked for, and guessing it is counted as a sign-in is', async () => {
  const cookie = await signIn();
  const guess = () => change({ cookie, ...sameOrigin }, { currentPassword: 'guess' });
  const codes: string[] = [];
  for (let times = 0; times < 12; times += 1) codes.push((await guess()).json<Problem>().code);
  assert.equal(codes[0], 'password_wrong');
  assert.equal(codes.at(-1), 'too_many_requests');
  assert.equal(await statusOf(cookie), 200);
});

test('a key changes no password, and no page of another origin does', async () => {
  const cookie = await signIn();
  const key = await app.build.apiKey({ tenantId: app.tenantId, userId });
  const byKey = await change({ authorization: `Bearer ${key}` });
  assert.equal(byKey.json<Problem>().code, 'console_session_required');
  const foreign = await change({ cookie, 'sec-fetch-site': 'cross-site' });
  assert.equal(foreign.json<Problem>().code, 'csrf_refused');
});

test('of two changes at once one is made', async () => {
  const cookie = await signIn();
  const answers = await Promise.all(
    [changed, 'a third horse, no staples'].map((newPassword) =>
      change({ cookie, ...sameOrigin }, { newPassword }),
    ),
  );
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [204, 403]);
});

test('a password that is common or made of names is refused wherever one is set', async () => {
  const cookie = await signIn();
  const own = await change({ cookie, ...sameOrigin }, { newPassword: 'password1' });
  assert.equal(own.json<Problem>().code, 'password_refused');
  const username = `ada-${crypto.randomUUID().slice(0, 8)}`;
  const body = { username, email: `${username}@example.com`, password: `${username}!!` };
  const created = await app.call({ method: 'POST', path: '/api/v1/users', body });
  assert.equal(created.json<Problem>().code, 'password_refused');
  const path = `/api/v1/users/${userId}`;
  const updated = await app.call({ method: 'PUT', path, body: { password: 'qwertyuiop' } });
  assert.equal(updated.json<Problem>().code, 'password_refused');
  const long = await app.call({ method: 'PUT', path, body: { password: 'x'.repeat(201) } });
  assert.equal(long.json<Problem>().code, 'validation_failed');
});
