import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';

const PROXY = '127.0.0.1';
const password = 'correct horse battery staple';

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp({ trustedProxies: [PROXY] });
});
after(() => testApp.close());

test('no answer of the API is drawn, framed, cached or told to other sites', async () => {
  const paths = [
    '/api/v1/users/me',
    '/api/v1/deployments',
    '/api/v1/nothing',
    '/api/v1/deployments/x',
    '/healthz',
  ];
  for (const path of paths) {
    const { headers } = await testApp.call({ method: 'GET', path });
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'", path);
    assert.equal(headers['x-content-type-options'], 'nosniff', path);
    assert.equal(headers['referrer-policy'], 'no-referrer', path);
    assert.equal(headers['cache-control'], 'no-store', path);
  }
});

test('a page says itself what it may load, and its files may be cached', async () => {
  const page = await testApp.call({ method: 'GET', path: '/', key: '', headers: { accept: 'text/html' } });
  assert.match(String(page.headers['content-security-policy']), /script-src 'self'.*frame-ancestors 'none'/);
  assert.equal(page.headers['cache-control'], 'no-cache');
  const asset = /\/assets\/[\w.-]+\.js/.exec(page.body)?.[0] ?? '';
  const script = await testApp.call({ method: 'GET', path: asset, key: '' });
  assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable');
});

test('over HTTPS the session cookie is bound to the host, and only that one is read', async () => {
  const email = 'bound@example.com';
  await testApp.build.user({ tenantId: testApp.tenantId, role: 'Explorer', email, password });
  const https = { 'x-forwarded-proto': 'https' };
  const body = { email, password };
  const signedIn = await testApp.call({
    method: 'POST',
    path: '/api/v1/sign-in',
    key: '',
    body,
    headers: https,
  });
  const [cookie] = signedIn.cookies;
  assert.equal(cookie?.name, '__Host-oriel_session');
  assert.equal(cookie?.secure, true);
  assert.equal(cookie?.path, '/');
  assert.equal(cookie?.domain, undefined);
  const statusWith = async (name: string) =>
    (
      await testApp.call({
        method: 'GET',
        path: '/api/v1/users/me',
        key: '',
        headers: { ...https, cookie: `${name}=${cookie?.value}` },
      })
    ).statusCode;
  assert.equal(await statusWith('__Host-oriel_session'), 200);
  assert.equal(await statusWith('oriel_session'), 401);
});
