import type { CurrentUser, Problem, SecondFactors, TotpSecret } from '@oriel/contract';
import type { LightMyRequestResponse } from 'fastify';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { codeOf, openBrowser, setUpTotp, type TestBrowser } from '../../test/identity/factor-calls.ts';
import { createTestApp, type TestApp } from '../../test/index.ts';

const password = 'correct horse battery staple';

/** Two servers on one database and one set of keys. */
let app: TestApp;
let second: TestApp;
before(async () => {
  app = await createTestApp();
  second = await createTestApp({ database: app.database, dataDir: app.dataDir });
});
after(async () => {
  await second.close();
  await app.close();
});

let email: string;
let userId: number;
beforeEach(async () => {
  await app.database.pool.query('delete from sign_in_buckets');
  email = `analyst-${crypto.randomUUID()}@example.com`;
  userId = await app.build.user({ tenantId: app.tenantId, email, password });
  await demandFactors(false);
});

const demandFactors = (requiresSecondFactor: boolean) =>
  app.call({ method: 'PUT', path: '/api/v1/tenant/settings', body: { requiresSecondFactor } });
const codeIn = (answer: LightMyRequestResponse) => answer.json<Problem>().code;
const statusOf = async (browser: TestBrowser, on = app) =>
  (await browser.call('GET', 'users/me', undefined, on)).statusCode;

async function signedIn(): Promise<TestBrowser> {
  const browser = openBrowser(app);
  const answer = await browser.call('POST', 'sign-in', { email, password });
  assert.equal(answer.statusCode, 200, answer.body);
  return browser;
}

/** Makes the sign-in of the user one of an hour ago. */
const letTimePass = () =>
  app.database.pool.query(
    `update console_sessions set authenticated_at = now() - interval '1 hour' where user_id = $1`,
    [userId],
  );

test('an authenticator is asked for once a code of it is confirmed, and no sooner', async () => {
  const browser = await signedIn();
  const { secret, url } = (await browser.call('POST', 'second-factors/totp')).json<TotpSecret>();
  assert.ok(new URL(url).searchParams.get('secret') === secret && url.startsWith('otpauth://totp/'));
  await signedIn();
  const wrong = await browser.call('POST', 'second-factors/totp/confirm', { code: '000000' });
  assert.equal(codeIn(wrong), 'second_factor_wrong');
  const code = codeOf(secret);
  assert.equal((await browser.call('POST', 'second-factors/totp/confirm', { code })).statusCode, 200);
  const again = await openBrowser(app).call('POST', 'sign-in', { email, password });
  assert.equal(codeIn(again), 'second_factor_required');
  const replaced = await browser.call('POST', 'second-factors/totp');
  assert.equal(codeIn(replaced), 'totp_already_set_up');
});

test('changes of factors ask for a recent authentication, which the password gives', async () => {
  const browser = await signedIn();
  await setUpTotp(browser, app);
  await letTimePass();
  for (const [method, path] of [
    ['DELETE', 'second-factors/totp'],
    ['POST', 'second-factors/recovery-codes'],
    ['POST', 'second-factors/passkeys/options'],
  ] as const)
    assert.equal(codeIn(await browser.call(method, path)), 'recent_authentication_required', path);
  const wrong = await browser.call('POST', 'sessions/current/authenticate', { password: 'wrong' });
  assert.equal(codeIn(wrong), 'password_wrong');
  assert.equal((await browser.call('POST', 'sessions/current/authenticate', { password })).statusCode, 204);
  const codes = await browser.call('POST', 'second-factors/recovery-codes', undefined, second);
  assert.equal(codes.json<{ recoveryCodes: string[] }>().recoveryCodes.length, 10);
  assert.equal((await browser.call('DELETE', 'second-factors/totp')).statusCode, 204);
  const factors = (await browser.call('GET', 'second-factors')).json<SecondFactors>();
  assert.deepEqual([factors.totp, factors.recoveryCodes], [null, 0]);
  await signedIn();
});

test('no key changes factors, and nobody sees those of another but an administrator', async () => {
  const key = await app.build.apiKey({ tenantId: app.tenantId, userId });
  const byKey = await app.call({ method: 'POST', path: '/api/v1/second-factors/totp', key });
  assert.equal(byKey.json<Problem>().code, 'console_session_required');
  const stranger = await signedIn();
  const path = `second-factors?userId=${app.adminId}`;
  assert.equal(codeIn(await stranger.call('GET', path)), 'admin_only');
  const seen = await app.call({ method: 'GET', path: `/api/v1/second-factors?userId=${userId}` });
  assert.equal(seen.json<SecondFactors>().totp, null);
});

test('where the account demands a factor, a session without is good for setting one up alone', async () => {
  await demandFactors(true);
  const browser = await signedIn();
  const before = browser.cookies.get('oriel_session');
  const me = (await browser.call('GET', 'users/me')).json<CurrentUser>();
  assert.equal(me.needsSecondFactor, true);
  for (const [method, path] of [
    ['GET', 'sessions'],
    ['GET', 'api-keys'],
    ['POST', 'api-keys'],
    ['POST', 'users/me/password'],
    ['DELETE', 'second-factors/totp'],
  ] as const)
    assert.equal(codeIn(await browser.call(method, path)), 'second_factor_enrolment_required', path);
  const query = await app.call({
    method: 'GET',
    path: `/deployments/${app.deploymentId}/cubejs-api/v1/meta`,
    key: '',
    headers: { cookie: `oriel_session=${before}`, 'sec-fetch-site': 'same-origin' },
  });
  assert.equal(query.statusCode, 403, query.body);
  await setUpTotp(browser, app);
  assert.notEqual(browser.cookies.get('oriel_session'), before, 'the whole session has another secret');
  assert.equal((await browser.call('GET', 'sessions')).statusCode, 200);
  const stale = openBrowser(app);
  stale.cookies.set('oriel_session', before ?? '');
  assert.equal(await statusOf(stale), 401);
  const removed = await browser.call('DELETE', 'second-factors/totp');
  assert.equal(codeIn(removed), 'second_factor_demanded');
});

test('an administrator resets the factors of a user: their sessions end on every server, and it is in the log', async () => {
  const browser = await signedIn();
  await setUpTotp(browser, app);
  assert.equal(await statusOf(browser, second), 200);
  const path = `/api/v1/users/${userId}/second-factors`;
  assert.equal((await app.call({ method: 'DELETE', path })).statusCode, 204);
  assert.equal(await statusOf(browser, second), 401);
  await signedIn();
  const { rows } = await app.database.pool.query<{ said: string }>(
    `select concat_ws(' ', action, resource, resource_id) as said from audit_entries
     where caller ->> 'operation' = 'resetSecondFactors'`,
  );
  assert.ok(
    rows.some(({ said }) => said === `deleted totpSecret ${userId}`),
    JSON.stringify(rows),
  );
  const key = await app.build.apiKey({ tenantId: app.tenantId, userId });
  assert.equal((await app.call({ method: 'DELETE', path, key })).json<Problem>().code, 'admin_only');
});
