import type { CurrentUser } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../test/index.ts';

const email = 'analyst@example.com';
const password = 'correct horse battery staple';

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
  await testApp.build.user({ tenantId: testApp.tenantId, role: 'Explorer', email, password });
});
after(() => testApp.close());

const signIn = (body: object) => testApp.call({ method: 'POST', path: '/api/v1/sign-in', key: '', body });
const sameOrigin = { 'sec-fetch-site': 'same-origin' };

async function signedInCookie(): Promise<string> {
  const { cookies } = await signIn({ email, password });
  return `oriel_session=${cookies[0]?.value}`;
}

test('the right password sets a cookie that no script can read and no other site sends', async () => {
  const answer = await signIn({ email: ' Analyst@Example.com ', password });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.json().email, email);
  const [cookie] = answer.cookies;
  assert.equal(cookie?.name, 'oriel_session');
  assert.equal(cookie?.httpOnly, true);
  assert.equal(cookie?.sameSite, 'Lax');
});

test('the cookie authenticates', async () => {
  const cookie = await signedInCookie();
  const me = await testApp.call({ method: 'GET', path: '/api/v1/users/me', key: '', headers: { cookie } });
  assert.equal(me.statusCode, 200);
  assert.equal(me.json().role, 'Explorer');
});

test('a user is told what they are permitted, by the name of each permission', async () => {
  const { permissions } = (await signIn({ email, password })).json() as CurrentUser;
  assert.deepEqual(permissions, (await readMe({ cookie: await signedInCookie() })).permissions);
  assert.ok(permissions.includes('PlaygroundRead') && !permissions.includes('DeploymentCreate'));
  const { tenantId, build, adminKey } = testApp;
  const developer = await build.user({ tenantId, role: 'Developer' });
  const key = await build.apiKey({ tenantId, userId: developer });
  const own = await readMe({ authorization: `Bearer ${key}` });
  assert.ok(own.permissions.includes('DeploymentCreate') && !own.permissions.includes('All'));
  const admin = await readMe({ authorization: `Bearer ${adminKey}` });
  assert.ok(admin.permissions.includes('All') && admin.permissions.includes('DeploymentCreate'));
});

async function readMe(headers: Record<string, string>): Promise<CurrentUser> {
  const answer = await testApp.call({ method: 'GET', path: '/api/v1/users/me', key: '', headers });
  return answer.json() as CurrentUser;
}

test('a wrong password and an unknown address get the same answer', async () => {
  const wrong = await signIn({ email, password: 'wrong' });
  const unknown = await signIn({ email: 'nobody@example.com', password });
  assert.equal(wrong.statusCode, 401);
  const { requestId: _one, ...first } = wrong.json();
  const { requestId: _two, ...second } = unknown.json();
  assert.deepEqual(first, second);
});

test('a change that rests on the cookie must come from the same origin', async () => {
  const cookie = await signedInCookie();
  const create = (headers: Record<string, string>) =>
    testApp.call({
      method: 'POST',
      path: '/api/v1/api-keys',
      key: '',
      headers: { cookie, ...headers },
      body: { name: 'k' },
    });
  assert.equal((await create({ 'sec-fetch-site': 'cross-site' })).json().code, 'csrf_refused');
  assert.equal((await create({})).json().code, 'csrf_refused');
  assert.equal((await create({ origin: 'https://evil.example' })).json().code, 'csrf_refused');
  assert.equal((await create({ origin: 'http://localhost:4000', host: 'localhost:4000' })).statusCode, 201);
  assert.equal((await create(sameOrigin)).statusCode, 201);
});

test('signing out ends the session', async () => {
  const cookie = await signedInCookie();
  const out = await testApp.call({
    method: 'POST',
    path: '/api/v1/sign-out',
    key: '',
    headers: { cookie, ...sameOrigin },
  });
  assert.equal(out.statusCode, 200);
  const after = await testApp.call({ method: 'GET', path: '/api/v1/users/me', key: '', headers: { cookie } });
  assert.equal(after.statusCode, 401);
});

test('a page of another origin cannot sign anybody out', async () => {
  const cookie = await signedInCookie();
  const signOut = (headers: Record<string, string>) =>
    testApp.call({ method: 'POST', path: '/api/v1/sign-out', key: '', headers: { cookie, ...headers } });
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];
  for (const headers of foreign)
    assert.equal((await signOut(headers)).json().code, 'csrf_refused', JSON.stringify(headers));
  const me = () => testApp.call({ method: 'GET', path: '/api/v1/users/me', key: '', headers: { cookie } });
  assert.equal((await me()).statusCode, 200);
  assert.deepEqual((await signOut(sameOrigin)).json(), { providerSignOutUrl: null });
  assert.equal((await me()).statusCode, 401);
});

test('the answer to a form of another site sets and clears no cookie, though none came along', async () => {
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  for (const [path, body] of [
    ['/api/v1/sign-out', undefined],
    ['/api/v1/sign-in', { email, password }],
  ] as const) {
    const answer = await testApp.call({ method: 'POST', path, key: '', headers: foreign, body });
    assert.equal(answer.json().code, 'csrf_refused', path);
    assert.equal(answer.headers['set-cookie'], undefined, path);
  }
});

test('a stale cookie does not keep anybody from signing in', async () => {
  const answer = await testApp.call({
    method: 'POST',
    path: '/api/v1/sign-in',
    key: '',
    headers: { cookie: 'oriel_session=stale' },
    body: { email, password },
  });
  assert.equal(answer.statusCode, 200);
});

test('guessing has to wait', async () => {
  const guess = () => signIn({ email: 'victim@example.com', password: 'guess' });
  const answers = [];
  for (let index = 0; index < 7; index += 1) answers.push(await guess());
  assert.equal(answers.at(-1)?.statusCode, 429);
  assert.equal(answers.at(-1)?.json().code, 'too_many_requests');
});
