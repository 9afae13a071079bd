import type { CurrentUser, Problem, SecondFactors, SignInChallenge } from '@oriel/contract';
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
});

const codeIn = (answer: LightMyRequestResponse) => answer.json<Problem>().code;
const signIn = (browser: TestBrowser) => browser.call('POST', 'sign-in', { email, password });
const statusOf = async (browser: TestBrowser, on = app) =>
  (await browser.call('GET', 'users/me', undefined, on)).statusCode;

async function signedIn(): Promise<TestBrowser> {
  const browser = openBrowser(app);
  const answer = await signIn(browser);
  assert.equal(answer.statusCode, 200, answer.body);
  return browser;
}

/** A browser with the right password that waits for its second factor. */
async function challenged(): Promise<TestBrowser> {
  const browser = openBrowser(app);
  assert.equal(codeIn(await signIn(browser)), 'second_factor_required');
  return browser;
}

const give = (browser: TestBrowser, body: object, on = app) =>
  browser.call('POST', 'sign-in/second-factor', body, on);

test('after the password a code is asked for, and signs in on any server', async () => {
  const { secret } = await setUpTotp(await signedIn(), app);
  const browser = await challenged();
  assert.equal(browser.cookies.has('oriel_session'), false, 'there is no session before the factor');
  assert.equal(await statusOf(browser), 401);
  const challenge = await browser.call('GET', 'sign-in/challenge', undefined, second);
  assert.deepEqual(challenge.json<SignInChallenge>().methods, ['totp', 'recovery-code']);
  const answer = await give(browser, { code: codeOf(secret) }, second);
  assert.equal(answer.json<CurrentUser>().id, userId, answer.body);
  assert.equal(await statusOf(browser), 200);
  assert.equal(await statusOf(browser, second), 200);
});

test('replay: a code is taken once, on whichever server and by whichever sign-in', async () => {
  const { secret } = await setUpTotp(await signedIn(), app);
  const code = codeOf(secret, 1);
  const browsers = await Promise.all([challenged(), challenged(), challenged(), challenged()]);
  const answers = await Promise.all(
    browsers.map((browser, index) => give(browser, { code }, index % 2 ? second : app)),
  );
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 403, 403, 403]);
  const [other] = browsers.filter((_, index) => answers[index]?.statusCode === 403);
  assert.ok(other);
  assert.equal(
    codeIn(await give(other, { code: codeOf(secret) })),
    'second_factor_wrong',
    'nor an earlier one',
  );
});

test('brute force: after five wrong codes the password is asked for again, however many come at once', async () => {
  const { secret } = await setUpTotp(await signedIn(), app);
  const browser = await challenged();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => give(browser, { code: '000000' }, index % 2 ? second : app)),
  );
  const codes = answers.map(codeIn);
  assert.equal(codes.filter((code) => code === 'second_factor_wrong').length, 5);
  assert.equal(codeIn(await give(browser, { code: codeOf(secret) })), 'sign_in_challenge_unknown');
});

test('brute force: wrong codes are counted for the account, over all sign-ins', async () => {
  await setUpTotp(await signedIn(), app);
  const codes: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const browser = await challenged();
    for (let times = 0; times < 4; times += 1) codes.push(codeIn(await give(browser, { code: '000000' })));
  }
  assert.equal(codes.filter((code) => code === 'second_factor_wrong').length, 10);
  assert.equal(codes.at(-1), 'too_many_requests');
});

test('stolen challenge: without the cookie of the browser the right code is worth nothing', async () => {
  const { secret } = await setUpTotp(await signedIn(), app);
  const browser = await challenged();
  const stranger = openBrowser(app);
  assert.equal(codeIn(await give(stranger, { code: codeOf(secret) })), 'sign_in_challenge_unknown');
  stranger.cookies.set('oriel_sign_in', 'made-up');
  assert.equal(codeIn(await give(stranger, { code: codeOf(secret) })), 'sign_in_challenge_unknown');
  assert.equal((await give(browser, { code: codeOf(secret) })).statusCode, 200);
  assert.equal(codeIn(await give(browser, { code: codeOf(secret, 1) })), 'sign_in_challenge_unknown');
});

test('a challenge is a cookie that no script reads and no other site sends, and ends with a new password', async () => {
  const { secret } = await setUpTotp(await signedIn(), app);
  const browser = openBrowser(app);
  const [cookie] = (await signIn(browser)).cookies.filter(({ name }) => name === 'oriel_sign_in');
  assert.equal(cookie?.httpOnly, true);
  assert.equal(cookie?.sameSite, 'Strict');
  const path = `/api/v1/users/${userId}`;
  await app.call({ method: 'PUT', path, body: { password: 'another horse, other staples' } });
  assert.equal(codeIn(await give(browser, { code: codeOf(secret) })), 'sign_in_challenge_unknown');
});

test('csrf: a page of another origin gives no second factor', async () => {
  const { secret } = await setUpTotp(await signedIn(), app);
  const browser = await challenged();
  const answer = await app.call({
    method: 'POST',
    path: '/api/v1/sign-in/second-factor',
    key: '',
    headers: {
      cookie: `oriel_sign_in=${browser.cookies.get('oriel_sign_in')}`,
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
    },
    body: { code: codeOf(secret) },
  });
  assert.equal(answer.json<Problem>().code, 'csrf_refused');
  assert.equal(answer.headers['set-cookie'], undefined);
});

test('a recovery code stands in for the authenticator, once, as it was typed', async () => {
  const { recoveryCodes } = await setUpTotp(await signedIn(), app);
  assert.equal(recoveryCodes?.length, 10);
  const [first = '', other = ''] = recoveryCodes ?? [];
  assert.equal((await give(await challenged(), { recoveryCode: first.toUpperCase() })).statusCode, 200);
  const again = await challenged();
  assert.equal(codeIn(await give(again, { recoveryCode: first })), 'second_factor_wrong');
  const typed = other.replaceAll('-', ' ');
  assert.equal((await give(again, { recoveryCode: typed })).statusCode, 200);
  const factors = (await again.call('GET', 'second-factors')).json<SecondFactors>();
  assert.equal(factors.recoveryCodes, 8);
});

test('exactly one kind of factor is given', async () => {
  const { secret, recoveryCodes } = await setUpTotp(await signedIn(), app);
  const browser = await challenged();
  const both = { code: codeOf(secret), recoveryCode: recoveryCodes?.[0] };
  for (const body of [{}, both]) assert.equal(codeIn(await give(browser, body)), 'invalid_request');
});

test('the database has neither the key of an authenticator nor a recovery code', async () => {
  const { secret, recoveryCodes } = await setUpTotp(await signedIn(), app);
  const { rows } = await app.database.pool.query<{ row: string }>(
    'select t::text as row from totp_secrets t union all select r::text from recovery_codes r union all select e::text from audit_entries e',
  );
  const said = rows.map(({ row }) => row).join('\n');
  const asHex = Buffer.from(secret).toString('hex');
  for (const unsaid of [secret, asHex, ...(recoveryCodes ?? [])]) assert.ok(!said.includes(unsaid));
});
