import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { startFakeIssuer } from '../../test/identity/fake-issuer.ts';
import { createTestApp, type TestApp } from '../../test/index.ts';
import { makeSamlBrowser } from '../../test/identity/saml-browser.ts';
import { makeSamlProvider } from '../../test/identity/saml-provider.ts';
import { addProvider } from '../../test/identity/sign-on-browser.ts';
import { toBlockList } from '@oriel/engine/address-list';

let app: TestApp;
before(async () => {
  app = await createTestApp({ outboundNetworks: toBlockList(['127.0.0.0/8']) });
});
after(() => app.close());

const send = (host: string, method: 'GET' | 'POST', url: string, payload?: object, key?: string) =>
  app.app.inject({
    method,
    url,
    headers: { host, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    ...(payload && { payload }),
  });
const SHARED = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
];
const UNKNOWN = [
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '192.0.2.7:4000',
  '[2001:db8::1]',
];

test('shared documents name no host that nothing vouches for', async () => {
  for (const host of UNKNOWN)
    for (const url of SHARED) {
      const answer = await send(host, 'GET', url);
      assert.equal(answer.statusCode, 400, `${host} ${url} ${answer.body}`);
      assert.match(answer.body, /unknown_host/);
      assert.doesNotMatch(String(answer.headers['cache-control']), /public/);
    }
  for (const host of ['localhost', 'localhost:4000', '127.0.0.1:4000', '[::1]:4000'])
    for (const url of SHARED) {
      const answer = await send(host, 'GET', url);
      assert.equal(answer.statusCode, 200, `${host} ${url} ${answer.body}`);
      assert.ok(answer.body.includes(`http://${host}`), answer.body);
    }
  await app.build.tenant({ host: 'listed.example.com' });
  const [url = ''] = SHARED;
  assert.equal((await send('listed.example.com', 'GET', url)).statusCode, 200);
});

test('an invitation leads to no host that nothing vouches for, nor to one of another account', async () => {
  await app.build.tenant({ host: 'another.example.com' });
  let count = 0;
  for (const host of [...UNKNOWN, 'another.example.com']) {
    const user = { firstName: 'Ada', username: `ada${(count += 1)}`, email: `ada${count}@example.com` };
    const answer = await send(host, 'POST', '/api/v1/users', user, app.adminKey);
    assert.match(
      answer.body,
      host === 'another.example.com' ? /unknown_host|unauthenticated/ : /unknown_host/,
    );
    const found = await app.database.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', user.email)
      .execute();
    assert.deepEqual(found, []);
  }
  const answer = await send(
    'localhost',
    'POST',
    '/api/v1/users',
    { firstName: 'Ada', username: 'ada', email: 'ada@example.com' },
    app.adminKey,
  );
  assert.match(answer.body, /http:\/\/localhost\/invitation#/);
});

test('SCIM answers with locations of no host that nothing vouches for', async () => {
  const paths = ['Users', 'Groups', 'Schemas', 'ResourceTypes', 'ServiceProviderConfig'];
  const urls = paths.map((path) => `/api/scim/v2/${path}`);
  for (const host of UNKNOWN)
    for (const url of urls) {
      const answer = await send(host, 'GET', url, undefined, app.adminKey);
      assert.equal(answer.statusCode, 400, `${host} ${url} ${answer.body}`);
      assert.match(answer.body, /--base-url/);
    }
  for (const url of urls)
    assert.equal((await send('localhost', 'GET', url, undefined, app.adminKey)).statusCode, 200, url);
});

test('a SAML provider is named no audience and no recipient that nothing vouches for', async () => {
  const provider = makeSamlProvider();
  const made = await app.call({
    method: 'POST',
    path: '/api/v1/identity-providers',
    body: { kind: 'SAML', slug: 'company', name: 'Company', saml: { metadata: provider.metadata } },
  });
  assert.ok(made.statusCode < 300, made.body);
  const metadata = '/api/v1/sso/saml/company/metadata';
  for (const host of UNKNOWN) {
    const answer = await send(host, 'GET', metadata);
    assert.equal(answer.statusCode, 400, `${host} ${answer.body}`);
    const start = await send(host, 'GET', '/api/v1/sso/company/start');
    assert.doesNotMatch(String(start.headers.location), /SAMLRequest/, host);
  }
  assert.match((await send('localhost', 'GET', metadata)).body, /http:\/\/localhost\/api\/v1\/sso\/saml/);
  assert.match(
    String((await send('localhost', 'GET', '/api/v1/sso/company/start')).headers.location),
    /SAMLRequest/,
  );
});

test('an assertion that was made for another audience opens no session where the request names that audience', async () => {
  const provider = makeSamlProvider('https://second-idp.example.com');
  const made = await app.call({
    method: 'POST',
    path: '/api/v1/identity-providers',
    body: { kind: 'SAML', slug: 'second', name: 'Second', saml: { metadata: provider.metadata } },
  });
  assert.ok(made.statusCode < 300, made.body);
  const request = await makeSamlBrowser(app.app).start('second');
  for (const host of UNKNOWN) {
    const stolen = {
      id: request.id,
      audience: request.audience.replace('//localhost', `//${host}`),
      callbackUrl: request.callbackUrl.replace('//localhost', `//${host}`),
    };
    assert.ok(stolen.callbackUrl.includes(host));
    const response = provider.answer(stolen, { nameId: 'ann', attributes: { email: ['ann@example.com'] } });
    const answer = await app.app.inject({
      method: 'POST',
      url: '/api/v1/sso/saml/callback',
      headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ SAMLResponse: response }).toString(),
    });
    assert.equal(answer.statusCode, 400, `${host} ${answer.body}`);
    assert.deepEqual(answer.cookies, []);
  }
});

test('an OpenID provider is told no redirect address that nothing vouches for', async (t) => {
  const issuer = await startFakeIssuer();
  t.after(() => issuer.close());
  await addProvider(app, issuer, { slug: 'open' });
  for (const host of UNKNOWN) {
    const start = await send(host, 'GET', '/api/v1/sso/open/start');
    assert.doesNotMatch(String(start.headers.location), /redirect_uri/, host);
    assert.deepEqual(start.cookies, [], host);
  }
  const start = await send('localhost', 'GET', '/api/v1/sso/open/start');
  assert.match(String(start.headers.location), /redirect_uri=http%3A%2F%2Flocalhost%2F/);
});

/** They compare what was sent, or find the account by it; none of them makes an address that others read. */
const READERS_OF_THE_HOST = [
  'agents/chat/authenticate-chat.ts',
  'embedding/allowed-origins/allowed-origins-cors.ts',
  'embedding/dashboard-apps/app-pages.ts',
  'http/caller/authentication.ts',
  'http/transport/host-header.ts',
  'http/operations.ts',
  'http/transport/own-address.ts',
  'http/listening/request-target.ts',
  'http/caller/same-origin.ts',
  'mcp/mcp-endpoint.ts',
  'oauth/oauth-endpoints.ts',
];

test('nothing makes an address of the host of a request but the one place', async () => {
  const root = new URL('../..', import.meta.url).pathname;
  const readers: string[] = [];
  for await (const path of glob('**/*.ts', { cwd: root })) {
    if (path.endsWith('.test.ts') || path.startsWith('test/')) continue;
    const text = await readFile(`${root}/${path}`, 'utf8');
    if (/\b(?:request|req)\.(?:host|hostname|headers\.host)\b|\bheaders\.host\b/.test(text))
      readers.push(path);
    if (path !== 'http/transport/own-address.ts')
      assert.doesNotMatch(text, /:\/\/\$\{(?:request|req)\.(?:host|hostname)/, path);
  }
  assert.deepEqual(readers.filter((path) => !READERS_OF_THE_HOST.includes(path)).sort(), []);
});
