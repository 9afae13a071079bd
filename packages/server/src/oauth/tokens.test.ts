import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as openid from 'openid-client';
import { connectDatabase } from '../db/database.ts';
import { createTestApp, untilTrue, type TestApp } from '../test/index.ts';
import {
  consent,
  createOAuthCalls,
  startRequest,
  type OAuthCalls,
  type TestBrowser,
} from '../test/identity/oauth-calls.ts';

/** How else clients get tokens, and what ends them. */
let testApp: TestApp;
let calls: OAuthCalls;
let client: { id: number; clientId: string; secret: string | undefined };
let config: openid.Configuration;
before(async () => {
  testApp = await createTestApp();
  calls = await createOAuthCalls(testApp);
  client = await calls.register({ name: 'Reports' });
  config = await calls.configure(client.clientId, client.secret);
});
after(() => testApp.close());

const ask = (token: string, path = '/api/v1/users/me') =>
  fetch(calls.issuer + path, { headers: { authorization: `Bearer ${token}` } });
const statusOf = async (token: string) => (await ask(token)).status;

async function getTokens(userId = testApp.adminId, own = config) {
  const { address, checks } = await startRequest(own, {
    scope: 'openid offline_access api:read',
    prompt: 'consent',
  });
  const back = await consent(await calls.browser(userId), address);
  return openid.authorizationCodeGrant(own, back, checks);
}

test('a client acts by its own credentials as the user that its administrator has named', async () => {
  const userId = await testApp.build.user({ tenantId: testApp.tenantId, role: 'Viewer' });
  const service = await calls.register({ grantTypes: ['client_credentials'], redirectUris: [], userId });
  const own = await calls.configure(service.clientId, service.secret);
  const { access_token } = await openid.clientCredentialsGrant(own, { scope: 'api:read' });
  const me = await ask(access_token);
  assert.equal(((await me.json()) as { id: number }).id, userId);
  // Another user ends what the one before gave.
  const path = `/api/v1/oauth-clients/${service.id}`;
  await testApp.call({ method: 'PATCH', path, body: { userId: testApp.adminId } });
  assert.equal(await statusOf(access_token), 401);
});

test('a client that acts as nobody gets nothing of the API', async () => {
  const service = await calls.register({ grantTypes: ['client_credentials'], redirectUris: [] });
  const own = await calls.configure(service.clientId, service.secret);
  await assert.rejects(openid.clientCredentialsGrant(own, { scope: 'api:read' }), {
    error: 'invalid_target',
  });
  const { access_token } = await openid.clientCredentialsGrant(own);
  assert.equal(await statusOf(access_token), 401);
});

test('the command line gets its tokens by a code that the user types elsewhere', async () => {
  const own = await calls.configure('oriel-cli');
  const device = await openid.initiateDeviceAuthorization(own, { scope: 'openid offline_access api:write' });
  assert.equal(device.verification_uri, `${calls.issuer}/oauth/device`);
  const poll = () =>
    openid.genericGrantRequest(own, 'urn:ietf:params:oauth:grant-type:device_code', {
      device_code: device.device_code,
    });
  await assert.rejects(poll(), { error: 'authorization_pending' });
  const browser = await calls.browser(testApp.adminId);
  const path = `/api/v1/oauth-device-codes/${device.user_code.toLowerCase()}`;
  const asked = (await (await browser.call('GET', path)).json()) as Record<string, unknown>;
  assert.deepEqual(
    [asked['userCode'], asked['scopes'], asked['deployments']],
    [device.user_code, ['openid', 'offline_access', 'api:write'], null],
  );
  assert.equal((await browser.call('POST', `${path}/approve`)).status, 204);
  assert.equal((await browser.call('POST', `${path}/approve`)).status, 404);
  const tokens = await poll();
  assert.equal(await statusOf(tokens.access_token), 200);
  const refreshed = await openid.refreshTokenGrant(own, tokens.refresh_token ?? '');
  assert.equal(await statusOf(refreshed.access_token), 200);
});

test('a device that is refused is told so', async () => {
  const own = await calls.configure('oriel-cli');
  const device = await openid.initiateDeviceAuthorization(own, { scope: 'api:read' });
  const browser = await calls.browser(testApp.adminId);
  await browser.call('POST', `/api/v1/oauth-device-codes/${device.user_code}/deny`);
  await assert.rejects(
    openid.genericGrantRequest(own, 'urn:ietf:params:oauth:grant-type:device_code', {
      device_code: device.device_code,
    }),
    { error: 'access_denied' },
  );
});

test('a client asks about its own tokens alone', async () => {
  const { access_token, refresh_token } = await getTokens();
  const known = await openid.tokenIntrospection(config, access_token);
  assert.equal(known.active, true);
  assert.deepEqual([known.sub, known.scope, known.aud], [String(testApp.adminId), 'api:read', calls.issuer]);
  assert.equal((await openid.tokenIntrospection(config, refresh_token ?? '')).active, true);
  const other = await calls.register({ name: 'Curious' });
  const theirs = await calls.configure(other.clientId, other.secret);
  assert.deepEqual(await openid.tokenIntrospection(theirs, access_token), { active: false });
});

test('a client is registered by the protocol with the key of an administrator, and by nobody else', async () => {
  const register = (headers: Record<string, string>, body: object) =>
    fetch(`${calls.issuer}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const metadata = {
    client_name: 'Notes',
    redirect_uris: ['https://notes.example.com/cb'],
    scope: 'openid api:read',
  };
  assert.equal((await register({}, metadata)).status, 401);
  const viewer = await testApp.build.user({ tenantId: testApp.tenantId, role: 'Viewer' });
  const viewerKey = await testApp.build.apiKey({ tenantId: testApp.tenantId, userId: viewer });
  assert.equal((await register({ authorization: `Bearer ${viewerKey}` }, metadata)).status, 403);
  const authorization = `Bearer ${testApp.adminKey}`;
  const created = await register({ authorization }, metadata);
  assert.equal(created.status, 201);
  const answered = (await created.json()) as Record<string, unknown>;
  assert.ok(String(answered['client_secret']).startsWith('ors_'));
  assert.deepEqual(
    [answered['client_name'], answered['scope'], answered['grant_types']],
    ['Notes', 'openid api:read', ['authorization_code']],
  );
  const bad = await register({ authorization }, { redirect_uris: ['http://notes.example.com/cb'] });
  assert.equal(((await bad.json()) as { error: string }).error, 'invalid_redirect_uri');
});

test('what is published agrees with what is served', async () => {
  const read = async (path: string) =>
    (await fetch(calls.issuer + path)).json() as Promise<Record<string, unknown>>;
  const metadata = await read('/.well-known/oauth-authorization-server');
  assert.deepEqual(await read('/.well-known/openid-configuration'), metadata);
  assert.equal(metadata['issuer'], calls.issuer);
  for (const [name, address] of Object.entries(metadata).filter(([key]) => key.endsWith('_endpoint'))) {
    const method =
      /authorization_endpoint$|end_session/.test(name) && !name.startsWith('device') ? 'GET' : 'POST';
    const { status } = await fetch(String(address), { method, redirect: 'manual' });
    assert.ok(![404, 405].includes(status), `${name}: ${status}`);
  }
  const resource = await read('/.well-known/oauth-protected-resource');
  assert.deepEqual([resource['resource'], resource['authorization_servers']], [calls.issuer, [calls.issuer]]);
});

test('an answer without a token names the metadata that leads to the issuer', async () => {
  for (const [path, resource] of [
    ['/api/v1/users', ''],
    [
      `/api/v1/deployments/${testApp.deploymentId}/folders?first=1`,
      `/api/v1/deployments/${testApp.deploymentId}`,
    ],
  ]) {
    const { status, headers } = await fetch(`${calls.issuer}${path}`);
    assert.equal(status, 401);
    const challenge = headers.get('www-authenticate') ?? '';
    const [, address = ''] = /^Bearer resource_metadata="([^"]+)"$/.exec(challenge) ?? [];
    const metadata = (await (await fetch(address)).json()) as Record<string, unknown>;
    assert.equal(metadata['resource'], `${calls.issuer}${resource}`, challenge);
    assert.deepEqual(metadata['authorization_servers'], [calls.issuer]);
  }
});

test('what is named for a request is at the host that it was sent to, and nothing of one that is no host', async () => {
  const challengeAt = async (host: string) => {
    const { headers } = await testApp.call({
      method: 'GET',
      path: '/api/v1/users',
      key: '',
      headers: { host },
    });
    return headers['www-authenticate'];
  };
  const path = '/.well-known/oauth-protected-resource';
  assert.equal(
    await challengeAt('own.example.com'),
    `Bearer resource_metadata="http://own.example.com${path}"`,
  );
  assert.equal(await challengeAt('a", error="b'), undefined);
});

test('guesses at the codes of devices are bounded for a user, and the code of their own device is not', async () => {
  const own = await calls.configure('oriel-cli');
  const [guesser, other] = await Promise.all(
    ['guesser', 'other'].map(async (name) =>
      calls.browser(await testApp.build.user({ tenantId: testApp.tenantId, email: `${name}@example.com` })),
    ),
  );
  assert.ok(guesser && other);
  const device = await openid.initiateDeviceAuthorization(own, { scope: 'api:read' });
  const statusOfCode = async (browser: TestBrowser, code: string) =>
    (await browser.call('GET', `/api/v1/oauth-device-codes/${code}`)).status;
  for (let time = 0; time < 12; time += 1)
    assert.equal(await statusOfCode(guesser, device.user_code), 200, 'a right code is given back');
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      statusOfCode(guesser, `BCDF-GH${String.fromCharCode(65 + (index % 26))}${index < 26 ? 'K' : 'L'}`),
    ),
  );
  assert.equal(guesses.filter((status) => status === 404).length, 10);
  assert.equal(guesses.filter((status) => status === 429).length, 20);
  assert.equal(await statusOfCode(guesser, device.user_code), 429);
  assert.equal(await statusOfCode(other, device.user_code), 200);
});

test('grants and clients come in pages, and as a whole to those who ask for none', async () => {
  const userId = await testApp.build.user({ tenantId: testApp.tenantId, role: 'Admin' });
  const key = await testApp.build.apiKey({ tenantId: testApp.tenantId, userId });
  await testApp.database.pool.query(
    `insert into oauth_grants (key, tenant_id, user_id, client_id, scopes, payload, expires_at)
      select 'page ' || n, $1, $2, 'oriel-cli', '{openid}', '{}', now() + interval '1 hour' from generate_series(1, 5) n`,
    [testApp.tenantId, userId],
  );
  await Promise.all([calls.register({ name: 'One' }), calls.register({ name: 'Another' })]);
  for (const list of ['oauth-grants', 'oauth-clients']) {
    const read = async (query: string) => {
      const answer = await testApp.call({ method: 'GET', path: `/api/v1/${list}${query}`, key });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json<{
        items: { id: number }[];
        pageInfo: { endCursor: string; hasNextPage: boolean };
      }>();
    };
    const whole = await read('');
    assert.equal(whole.pageInfo.hasNextPage, false);
    const ids: number[] = [];
    for (
      let page = await read('?first=2');
      ;
      page = await read(`?first=2&after=${page.pageInfo.endCursor}`)
    ) {
      ids.push(...page.items.map(({ id }) => id));
      if (!page.pageInfo.hasNextPage) break;
    }
    assert.ok(ids.length > 1);
    assert.deepEqual(
      ids,
      whole.items.map(({ id }) => id),
    );
  }
});

/** What ends the tokens of a user. */
const endings: Record<string, (made: { userId: number; browser: TestBrowser }) => Promise<unknown>> = {
  'the grant is withdrawn': async ({ browser }) => {
    const { items } = (await (await browser.call('GET', '/api/v1/oauth-grants')).json()) as {
      items: { id: number }[];
    };
    return browser.call('DELETE', `/api/v1/oauth-grants/${items[0]?.id}`);
  },
  'the user is deactivated': ({ userId }) =>
    testApp.call({ method: 'PUT', path: `/api/v1/users/${userId}`, body: { isDeactivated: true } }),
  'the user is deleted': ({ userId }) => testApp.call({ method: 'DELETE', path: `/api/v1/users/${userId}` }),
  'the client is deleted': async () => {
    const answer = await testApp.call({ method: 'DELETE', path: `/api/v1/oauth-clients/${client.id}` });
    client = await calls.register({ name: 'Reports' });
    config = await calls.configure(client.clientId, client.secret);
    return answer;
  },
};

for (const [what, end] of Object.entries(endings))
  test(`when ${what}, tokens are refused on the next request, here and on another server`, async () => {
    const database = connectDatabase(testApp.database.connection);
    const other = await createTestApp({ database });
    try {
      const userId = await testApp.build.user({ tenantId: testApp.tenantId });
      const tokens = await getTokens(userId);
      const statusThere = async () =>
        (await other.call({ method: 'GET', path: '/api/v1/users/me', key: tokens.access_token })).statusCode;
      assert.deepEqual([await statusOf(tokens.access_token), await statusThere()], [200, 200]);
      const browser = await calls.browser(userId);
      const used = config;
      await end({ userId, browser });
      assert.equal(await statusOf(tokens.access_token), 401);
      await untilTrue(async () => (await statusThere()) === 401);
      await assert.rejects(openid.refreshTokenGrant(used, tokens.refresh_token ?? ''));
    } finally {
      await other.close();
      await database.close();
    }
  });

test('a revoked refresh token ends the grant, and an expired access token is refused', async () => {
  const tokens = await getTokens();
  await openid.tokenRevocation(config, tokens.refresh_token ?? '');
  assert.equal(await statusOf(tokens.access_token), 401);
  const others = await getTokens();
  await testApp.database.pool.query(
    `update oauth_access_tokens set expires_at = now() - interval '1 second'`,
  );
  assert.equal(await statusOf(others.access_token), 401);
});

test('a token of one account is unknown to another', async () => {
  const host = 'other-account.example.com';
  await testApp.build.tenant({ host });
  const { access_token } = await getTokens();
  const answer = await testApp.call({
    method: 'GET',
    path: '/api/v1/users/me',
    key: access_token,
    headers: { host },
  });
  assert.equal(answer.statusCode, 401);
});

test('what a token made ends with it', async () => {
  const { address, checks } = await startRequest(config, { scope: 'api:write' });
  const back = await consent(await calls.browser(testApp.adminId), address);
  const { access_token } = await openid.authorizationCodeGrant(config, back, checks);
  const made = await testApp.call({
    method: 'POST',
    path: '/api/v1/embed/generate-session',
    key: access_token,
    body: { deploymentId: testApp.deploymentId, externalId: 'viewer' },
  });
  const session = await testApp.call({
    method: 'POST',
    path: '/api/v1/embed/session/token',
    key: '',
    body: made.json(),
  });
  const { token } = session.json<{ token: string }>();
  const path = '/api/v1/app-config';
  const show = async () =>
    (await testApp.call({ method: 'GET', path, key: '', headers: { authorization: `Embed-Token ${token}` } }))
      .statusCode;
  assert.equal(await show(), 200);
  await openid.tokenRevocation(config, access_token);
  assert.equal(await show(), 401);
});

test('an application may have its user signed out with an ID token of theirs', async () => {
  const leaving = await calls.register({ postLogoutRedirectUris: ['https://reports.example.com/bye'] });
  const own = await calls.configure(leaving.clientId, leaving.secret);
  const userId = await testApp.build.user({ tenantId: testApp.tenantId });
  const { id_token } = await getTokens(userId, own);
  const browser = await calls.browser(userId);
  const leave = (post_logout_redirect_uri: string) =>
    browser.open(
      openid.buildEndSessionUrl(own, {
        id_token_hint: id_token ?? '',
        post_logout_redirect_uri,
        state: 'x',
      }),
    );
  const sent = await leave('https://reports.example.com/bye');
  assert.equal(sent.headers.get('location'), 'https://reports.example.com/bye?state=x');
  assert.equal((await browser.call('GET', '/api/v1/users/me')).status, 401);
  assert.equal((await leave('https://evil.example.com/')).headers.get('location'), '/');
});
