import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as openid from 'openid-client';
import { pino } from 'pino';
import { createTestApp, type TestApp } from '../test/index.ts';
import {
  CALLBACK,
  consent,
  createOAuthCalls,
  startRequest,
  uidOf,
  type OAuthCalls,
} from '../test/identity/oauth-calls.ts';

/** What others try at the OAuth server. */
let testApp: TestApp;
let calls: OAuthCalls;
let client: { id: number; clientId: string; secret: string | undefined };
let config: openid.Configuration;
let logged: () => string;
before(async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  logged = () => lines.join('');
  testApp = await createTestApp({ logger });
  calls = await createOAuthCalls(testApp);
  client = await calls.register({ name: 'Reports' });
  config = await calls.configure(client.clientId, client.secret);
});
after(() => testApp.close());

/** Sends a form to an endpoint, as the client. */
async function post(path: string, form: Record<string, string>, secret = client.secret) {
  const authorization = `Basic ${Buffer.from(`${client.clientId}:${secret}`).toString('base64')}`;
  const answer = await fetch(calls.issuer + path, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
}
const ask = async (token: string) =>
  (await fetch(`${calls.issuer}/api/v1/users/me`, { headers: { authorization: `Bearer ${token}` } })).status;

/** A code of the administrator, with its verifier. */
async function getCode(parameters: Record<string, string> = {}): Promise<{ code: string; verifier: string }> {
  const { address, checks } = await startRequest(config, { scope: 'openid api:read', ...parameters });
  const back = await consent(await calls.browser(testApp.adminId), address);
  return { code: back.searchParams.get('code') ?? '', verifier: String(checks.pkceCodeVerifier) };
}
const exchange = (code: string, verifier: string, redirectUri = CALLBACK) =>
  post('/oauth/token', {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });

test('an unregistered redirect address is never followed, not even with an error', async () => {
  const browser = await calls.browser(testApp.adminId);
  for (const address of [
    'https://evil.example.com/callback',
    `${CALLBACK}/more`,
    `${CALLBACK}?next=https://evil.example.com`,
    'http://127.0.0.1:9999/callback',
    'http://127.0.0.1:4321/callback/../evil',
    'javascript:alert(1)',
  ]) {
    const { address: request } = await startRequest(config, { scope: 'openid', redirect_uri: address });
    const answer = await browser.open(request);
    assert.equal(answer.status, 400, address);
    assert.equal(answer.headers.get('location'), null);
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.ok(!(await answer.text()).includes('<script'));
  }
});

test('a native client may have any port of the loopback interface, and no other difference', async () => {
  const native = await calls.register({
    applicationType: 'native',
    redirectUris: ['http://127.0.0.1/callback', 'com.example.app:/callback'],
  });
  const own = await calls.configure(native.clientId);
  const browser = await calls.browser(testApp.adminId);
  const statusOf = async (redirect_uri: string) =>
    (await browser.open((await startRequest(own, { scope: 'openid', redirect_uri })).address)).status;
  assert.equal(await statusOf('http://127.0.0.1:51004/callback'), 303);
  assert.equal(await statusOf('com.example.app:/callback'), 303);
  for (const other of [
    'http://127.0.0.1:51004/other',
    'http://localhost:51004/callback',
    'http://10.0.0.1/callback',
  ])
    assert.equal(await statusOf(other), 400, other);
});

test('clients are not registered with addresses that lead elsewhere', async () => {
  for (const uri of [
    'http://reports.example.com/callback',
    'https://reports.example.com/#fragment',
    'https://user:secret@reports.example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//reports.example.com/',
    'https://reports.example.com/a b',
    'https://*.example.com/callback',
    'https://reports.example.com/*',
  ]) {
    const body = { name: 'Bad', redirectUris: [uri] };
    const answer = await testApp.call({ method: 'POST', path: '/api/v1/oauth-clients', body });
    assert.equal(answer.statusCode, 400, uri);
  }
});

test('a request without PKCE, or with the plain method, is refused for every client', async () => {
  const browser = await calls.browser(testApp.adminId);
  const errorOf = async (change: (url: URL) => void) => {
    const { address } = await startRequest(config, { scope: 'openid' });
    change(address);
    const answer = await browser.open(address);
    return new URL(answer.headers.get('location') ?? 'none:').searchParams.get('error');
  };
  assert.equal(
    await errorOf((url) => url.searchParams.set('code_challenge_method', 'plain')),
    'invalid_request',
  );
  assert.equal(await errorOf((url) => url.searchParams.delete('code_challenge_method')), 'invalid_request');
  const without = (url: URL) => {
    url.searchParams.delete('code_challenge');
    url.searchParams.delete('code_challenge_method');
  };
  assert.equal(await errorOf(without), 'invalid_request');
});

test('a code is of no use with another verifier, another address or to another client', async () => {
  const { code, verifier } = await getCode();
  const other = await getCode();
  assert.equal((await exchange(code, other.verifier)).body['error'], 'invalid_grant');
  assert.equal(
    (await exchange(other.code, other.verifier, 'http://127.0.0.1:1/')).body['error'],
    'invalid_grant',
  );
  const thief = await calls.register({ name: 'Thief' });
  const authorization = `Basic ${Buffer.from(`${thief.clientId}:${thief.secret}`).toString('base64')}`;
  const stolen = await fetch(`${calls.issuer}/oauth/token`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: CALLBACK,
    }),
  });
  assert.equal(stolen.status, 400);
});

test('a code that is used twice ends the tokens that came of it, also when both come at once', async () => {
  const { code, verifier } = await getCode();
  const first = await exchange(code, verifier);
  const token = String(first.body['access_token']);
  assert.equal(await ask(token), 200);
  assert.equal((await exchange(code, verifier)).body['error'], 'invalid_grant');
  assert.equal(await ask(token), 401);
  const again = await getCode();
  const answers = await Promise.all([
    exchange(again.code, again.verifier),
    exchange(again.code, again.verifier),
    exchange(again.code, again.verifier),
  ]);
  const given = answers.filter(({ status }) => status === 200);
  assert.ok(given.length <= 1);
  for (const { body } of given) assert.equal(await ask(String(body['access_token'])), 401);
});

test('a refresh token that is used twice ends its family, also when both come at once', async () => {
  const start = async () => {
    const { code, verifier } = await getCode({ scope: 'openid offline_access api:read', prompt: 'consent' });
    return (await exchange(code, verifier)).body;
  };
  const refresh = (token: unknown) =>
    post('/oauth/token', { grant_type: 'refresh_token', refresh_token: String(token) });
  const first = await start();
  const second = await refresh(first['refresh_token']);
  assert.equal(await ask(String(second.body['access_token'])), 200);
  assert.equal((await refresh(first['refresh_token'])).body['error'], 'invalid_grant');
  for (const token of [first['access_token'], second.body['access_token']])
    assert.equal(await ask(String(token)), 401);
  assert.equal((await refresh(second.body['refresh_token'])).body['error'], 'invalid_grant');
  const other = await start();
  const answers = await Promise.all([1, 2, 3].map(() => refresh(other['refresh_token'])));
  for (const { status, body } of answers)
    if (status === 200) assert.equal(await ask(String(body['access_token'])), 401);
  assert.ok(answers.some(({ status }) => status !== 200));
});

test('a consent is answered by no other page, no key and no token', async () => {
  const browser = await calls.browser(testApp.adminId);
  const { address } = await startRequest(config, { scope: 'openid' });
  const path = `/api/v1/oauth-interactions/${uidOf(await browser.open(address))}/approve`;
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const attempts: Record<string, string>[] = [
    { cookie, 'sec-fetch-site': 'cross-site' },
    { cookie, origin: 'https://evil.example.com' },
    { cookie },
    { authorization: `Bearer ${testApp.adminKey}` },
  ];
  for (const headers of attempts) {
    const answer = await fetch(calls.issuer + path, { method: 'POST', headers });
    assert.equal(answer.status, 403);
  }
});

test('a consent cannot be framed, and its page tells no referrer to other sites', async () => {
  const answer = await fetch(`${calls.issuer}/oauth/consent/some-uid`, { headers: { accept: 'text/html' } });
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  assert.equal(answer.headers.get('referrer-policy'), 'same-origin');
});

test('who began a request cannot go on with it after another user has approved it', async () => {
  const victim = await calls.browser(testApp.adminId);
  for (const attacker of [
    await calls.browser(),
    await calls.browser(await testApp.build.user({ tenantId: testApp.tenantId })),
  ]) {
    const { address } = await startRequest(config, { scope: 'openid api:read' });
    const uid = uidOf(await attacker.open(address));
    const approved = await victim.call('POST', `/api/v1/oauth-interactions/${uid}/approve`, {});
    const { redirectTo } = (await approved.json()) as { redirectTo: string };
    const stolen = await attacker.open(redirectTo);
    assert.equal(stolen.status, 403);
    assert.equal(stolen.headers.get('location'), null);
    // Nor does the victim's browser, which has not begun it, give a code away.
    assert.ok(!((await victim.open(redirectTo)).headers.get('location') ?? '').includes('code='));
  }
});

test('an answer names its issuer, and a client refuses one of another', async () => {
  const { address, checks } = await startRequest(config, { scope: 'openid' });
  const back = await consent(await calls.browser(testApp.adminId), address);
  assert.equal(back.searchParams.get('iss'), calls.issuer);
  back.searchParams.set('iss', 'https://evil.example.com');
  await assert.rejects(openid.authorizationCodeGrant(config, back, checks));
});

test('answers that hold codes or tokens are not cached and tell no referrer', async () => {
  const browser = await calls.browser(testApp.adminId);
  const { address } = await startRequest(config, { scope: 'openid' });
  for (const answer of [
    await browser.open(address),
    await fetch(`${calls.issuer}/oauth/token`, { method: 'POST' }),
  ]) {
    assert.match(answer.headers.get('cache-control') ?? '', /no-store/);
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
  }
});

test('no token, code or secret is stored or logged as it is', async () => {
  const { code, verifier } = await getCode({ scope: 'openid offline_access api:read', prompt: 'consent' });
  const { body } = await exchange(code, verifier);
  await post('/oauth/token', { grant_type: 'refresh_token', refresh_token: 'orr_unknown' });
  const secrets = [code, body['access_token'], body['refresh_token'], client.secret].map(String);
  const { rows: tables } = await testApp.database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of tables) {
    const { rows } = await testApp.database.pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t`,
    );
    for (const { row } of rows)
      for (const secret of secrets) assert.ok(!row.includes(secret), `${name} holds ${secret}`);
  }
  for (const secret of secrets) assert.ok(!logged().includes(secret));
});

test('a token in the address is no credential', async () => {
  const { code, verifier } = await getCode();
  const token = String((await exchange(code, verifier)).body['access_token']);
  const answer = await fetch(`${calls.issuer}/api/v1/users/me?access_token=${token}`);
  assert.ok([400, 401].includes(answer.status));
});

test('unsigned, foreign and huge tokens are refused', async () => {
  const unsigned = (header: object) =>
    `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${Buffer.from(
      JSON.stringify({ iss: calls.issuer, sub: String(testApp.adminId), aud: client.clientId }),
    ).toString('base64url')}.`;
  for (const token of [
    unsigned({ alg: 'none' }),
    unsigned({ alg: 'HS256', kid: '../../etc/passwd' }),
    `ort_${'a'.repeat(10_000)}`,
    'ort_',
    'ort_unknown',
  ])
    assert.equal(await ask(token), 401);
  const huge = await post('/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: 'a'.repeat(100_000),
  });
  assert.equal(huge.status, 400);
  // An unsigned hint signs nobody out.
  const browser = await calls.browser(testApp.adminId);
  await browser.open(`/oauth/end-session?id_token_hint=${unsigned({ alg: 'none' })}`);
  assert.equal((await browser.call('GET', '/api/v1/users/me')).status, 200);
});

test('a client with a wrong secret gets nothing', async () => {
  const { code, verifier } = await getCode();
  const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: CALLBACK };
  assert.equal((await post('/oauth/token', form, 'ors_wrong')).status, 401);
});

test('a session that still has to set up a second factor gets no code, whatever was remembered', async () => {
  const remembering = await calls.register({ name: 'Remembered' });
  const own = await calls.configure(remembering.clientId, remembering.secret);
  const request = async () => (await startRequest(own, { scope: 'openid api:read' })).address;
  await consent(await calls.browser(testApp.adminId), await request(), { isRemembered: true });
  const browser = await calls.browser(testApp.adminId);
  assert.match((await browser.open(await request())).headers.get('location') ?? '', /[?&]code=/);
  const { pool } = testApp.database;
  await pool.query('update console_sessions set is_enrolling = true');
  try {
    const answer = await browser.open(await request());
    const location = answer.headers.get('location') ?? '';
    assert.doesNotMatch(location, /[?&]code=/);
    const uid = uidOf(answer);
    const approved = await browser.call('POST', `/api/v1/oauth-interactions/${uid}/approve`, {});
    assert.equal(approved.status, 403, await approved.text());
  } finally {
    await pool.query('update console_sessions set is_enrolling = false');
  }
});
