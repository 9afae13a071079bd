import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { createTestApp, type TestApp } from '../test/index.ts';
import {
  CALLBACK,
  consent,
  createOAuthCalls,
  startRequest,
  uidOf,
  type OAuthCalls,
} from '../test/identity/oauth-calls.ts';

/** A client of the library of others takes a user through the server. */
let testApp: TestApp;
let calls: OAuthCalls;
let client: { id: number; clientId: string; secret: string | undefined };
let config: openid.Configuration;
before(async () => {
  testApp = await createTestApp();
  calls = await createOAuthCalls(testApp);
  client = await calls.register({ name: 'Quarterly reports' });
  config = await calls.configure(client.clientId, client.secret);
});
after(() => testApp.close());

const ask = (token: string, path = '/api/v1/users/me') =>
  fetch(calls.issuer + path, { headers: { authorization: `Bearer ${token}` } });

async function authorize(parameters: Record<string, string>) {
  const browser = await calls.browser(testApp.adminId);
  const { address, checks } = await startRequest(config, parameters);
  const back = await consent(browser, address);
  return openid.authorizationCodeGrant(config, back, checks);
}

test('a user signs in at a client, which gets an access token, an ID token and a refresh token', async () => {
  const nonce = openid.randomNonce();
  const browser = await calls.browser(testApp.adminId);
  const { address, checks } = await startRequest(config, {
    scope: 'openid email offline_access api:read',
    prompt: 'consent',
    nonce,
  });
  const back = await consent(browser, address);
  assert.equal(back.origin + back.pathname, CALLBACK);
  assert.equal(back.searchParams.get('iss'), calls.issuer);
  const tokens = await openid.authorizationCodeGrant(config, back, { ...checks, expectedNonce: nonce });
  assert.equal(tokens.expires_in, 3_600);
  assert.equal(tokens.scope, 'api:read');
  assert.ok(tokens.access_token.startsWith('ort_'));
  assert.ok(tokens.refresh_token?.startsWith('orr_'));
  const me = await ask(tokens.access_token);
  const { id, email } = (await me.json()) as { id: number; email: string };
  assert.equal(id, testApp.adminId);
  const keys = createRemoteJWKSet(new URL(`${calls.issuer}/.well-known/jwks.json`));
  const { payload } = await jwtVerify(tokens.id_token ?? '', keys, {
    issuer: calls.issuer,
    audience: client.clientId,
    algorithms: ['RS256'],
  });
  assert.deepEqual([payload.sub, payload['email']], [String(testApp.adminId), email]);
  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
  assert.notEqual(refreshed.refresh_token, tokens.refresh_token);
  assert.equal((await ask(refreshed.access_token)).status, 200);
});

test('the page of the consent is told who asks for what', async () => {
  const browser = await calls.browser(testApp.adminId);
  const resource = `${calls.issuer}/api/v1/deployments/${testApp.deploymentId}`;
  const { address } = await startRequest(config, { scope: 'openid api:write', resource });
  const uid = uidOf(await browser.open(address));
  const answer = await browser.call('GET', `/api/v1/oauth-interactions/${uid}`);
  const { expiresAt, deployments, ...asked } = (await answer.json()) as Record<string, unknown>;
  assert.ok(Date.parse(String(expiresAt)) > Date.now());
  assert.equal((deployments as { id: number }[])[0]?.id, testApp.deploymentId);
  assert.deepEqual(asked, {
    uid,
    client: { clientId: client.clientId, name: 'Quarterly reports', uri: null, isBuiltIn: false },
    redirectHost: null,
    scopes: ['openid', 'api:write'],
    isSignInNeeded: false,
  });
});

test('a user who refuses is sent back with access_denied', async () => {
  const browser = await calls.browser(testApp.adminId);
  const { address, checks } = await startRequest(config, { scope: 'openid' });
  const uid = uidOf(await browser.open(address));
  const denied = await browser.call('POST', `/api/v1/oauth-interactions/${uid}/deny`);
  const { redirectTo } = (await denied.json()) as { redirectTo: string };
  const back = await browser.open(redirectTo);
  await assert.rejects(
    openid.authorizationCodeGrant(config, new URL(back.headers.get('location') ?? ''), checks),
    { error: 'access_denied' },
  );
});

test('nobody is asked before they have signed in, and the request goes on after that', async () => {
  const browser = await calls.browser();
  const { address, checks } = await startRequest(config, { scope: 'openid api:read' });
  const uid = uidOf(await browser.open(address));
  const path = `/api/v1/oauth-interactions/${uid}`;
  assert.equal((await browser.call('GET', path)).status, 401);
  const signedIn = await calls.browser(testApp.adminId);
  for (const [name, value] of signedIn.cookies) browser.cookies.set(name, value);
  const approved = await browser.call('POST', `${path}/approve`, {});
  const back = await browser.open(((await approved.json()) as { redirectTo: string }).redirectTo);
  const tokens = await openid.authorizationCodeGrant(
    config,
    new URL(back.headers.get('location') ?? ''),
    checks,
  );
  assert.equal((await ask(tokens.access_token)).status, 200);
});

test('what is remembered is not asked for again, until it is withdrawn or more is asked for', async () => {
  const remembering = await calls.register({ name: 'Remembered' });
  const own = await calls.configure(remembering.clientId, remembering.secret);
  const browser = await calls.browser(testApp.adminId);
  const open = async (scope: string) => browser.open((await startRequest(own, { scope })).address);
  await consent(browser, (await startRequest(own, { scope: 'openid api:read' })).address, {
    isRemembered: true,
  });
  assert.match((await open('openid api:read')).headers.get('location') ?? '', /[?&]code=/);
  assert.match((await open('openid')).headers.get('location') ?? '', /[?&]code=/);
  uidOf(await open('openid api:write'));
  const listed = await browser.call('GET', '/api/v1/oauth-grants');
  const { items } = (await listed.json()) as {
    items: { id: number; client: { clientId: string }; isRemembered: boolean }[];
  };
  const grants = items.filter((grant) => grant.client.clientId === remembering.clientId);
  assert.deepEqual(
    grants.map(({ isRemembered }) => isRemembered),
    [false, false, true],
  );
  // Whichever of them is withdrawn, the client asks again.
  assert.equal((await browser.call('DELETE', `/api/v1/oauth-grants/${grants[0]?.id}`)).status, 204);
  uidOf(await open('openid api:read'));
});

test('tokens of a deployment reach that deployment alone', async () => {
  const other = await testApp.build.deployment({ tenantId: testApp.tenantId });
  const resource = `${calls.issuer}/api/v1/deployments/${testApp.deploymentId}`;
  const { access_token } = await authorize({ scope: 'api:read', resource });
  assert.equal((await ask(access_token, `/api/v1/deployments/${testApp.deploymentId}/folders`)).status, 200);
  assert.equal((await ask(access_token, `/api/v1/deployments/${other}/folders`)).status, 403);
});

test('a resource that is none is refused', async () => {
  const browser = await calls.browser(testApp.adminId);
  for (const resource of ['https://elsewhere.example.com', `${calls.issuer}/api/v1/deployments/900001`]) {
    const { address } = await startRequest(config, { scope: 'api:read', resource });
    const back = await browser.open(address);
    assert.match(back.headers.get('location') ?? '', /[?&]error=invalid_target/);
  }
});

test('a token without a scope of the API tells who the user is, and calls nothing', async () => {
  const { access_token } = await authorize({ scope: 'openid email' });
  const info = await openid.fetchUserInfo(config, access_token, String(testApp.adminId));
  assert.ok(info.email);
  const refused = await ask(access_token);
  assert.equal(refused.status, 403);
  assert.equal(refused.headers.get('www-authenticate'), 'Bearer error="insufficient_scope"');
});

test('a token that reads changes nothing, and none makes keys, clients or users', async () => {
  const post = (token: string, path: string, body: object) =>
    fetch(calls.issuer + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const folders = `/api/v1/deployments/${testApp.deploymentId}/folders`;
  const reading = await authorize({ scope: 'api:read' });
  assert.equal((await post(reading.access_token, folders, { name: 'No' })).status, 403);
  const writing = await authorize({ scope: 'api:write' });
  assert.equal((await post(writing.access_token, folders, { name: 'Yes' })).status, 200);
  for (const [path, body] of [
    ['/api/v1/api-keys', { name: 'wider' }],
    ['/api/v1/oauth-clients', { name: 'wider', redirectUris: [CALLBACK] }],
    ['/api/v1/users', { username: 'wider', email: 'wider@example.com' }],
    ['/oauth/register', { redirect_uris: [CALLBACK] }],
  ] as const) {
    const answer = await post(writing.access_token, path, body);
    assert.equal(answer.status, 403, path);
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer error="insufficient_scope"', path);
  }
});

test('a client may have its user sign in anew', async () => {
  const browser = await calls.browser(testApp.adminId);
  await testApp.database.db
    .updateTable('consoleSessions')
    .set({ authenticatedAt: new Date(Date.now() - 3_600_000).toISOString() })
    .where('userId', '=', testApp.adminId)
    .execute();
  const { address, checks } = await startRequest(config, { scope: 'openid', max_age: '60' });
  const uid = uidOf(await browser.open(address));
  const path = `/api/v1/oauth-interactions/${uid}`;
  const asked = (await (await browser.call('GET', path)).json()) as { isSignInNeeded: boolean };
  assert.equal(asked.isSignInNeeded, true);
  const refused = await browser.call('POST', `${path}/approve`, {});
  assert.equal(((await refused.json()) as { code: string }).code, 'oauth_sign_in_needed');
  const again = await calls.browser(testApp.adminId);
  for (const [name, value] of again.cookies) browser.cookies.set(name, value);
  const approved = await browser.call('POST', `${path}/approve`, {});
  const back = await browser.open(((await approved.json()) as { redirectTo: string }).redirectTo);
  const tokens = await openid.authorizationCodeGrant(config, new URL(back.headers.get('location') ?? ''), {
    ...checks,
    maxAge: 60,
  });
  assert.ok(tokens.claims()?.auth_time);
});
