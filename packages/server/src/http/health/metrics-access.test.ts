import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';

const token = 'a-token-of-the-monitoring';

let open: TestApp;
let guarded: TestApp;
before(async () => {
  open = await createTestApp({ trustedProxies: ['127.0.0.1'] });
  guarded = await createTestApp({ metricsToken: token });
});
after(async () => {
  await open.close();
  await guarded.close();
});

const ask = async (
  { app }: TestApp,
  {
    headers = {},
    from = '127.0.0.1',
    url = '/metrics',
  }: { headers?: object; from?: string; url?: string } = {},
) => {
  const answer = await app.inject({ url, headers: { host: 'localhost', ...headers }, remoteAddress: from });
  const code = answer.statusCode === 200 ? undefined : answer.json<{ code: string }>().code;
  if (code !== undefined) assert.doesNotMatch(answer.body, /oriel_/);
  return [answer.statusCode, code];
};

test('without a token a program on the machine reads the metrics', async () => {
  for (const host of ['localhost', 'localhost:4000', '127.0.0.1', '[::1]:4000'])
    assert.deepEqual(await ask(open, { headers: { host } }), [200, undefined], host);
  assert.deepEqual(await ask(open, { from: '::1' }), [200, undefined]);
});

const strangers = {
  'through a proxy that says for whom': { headers: { 'x-forwarded-for': '127.0.0.1' } },
  'through a proxy that says by which protocol': { headers: { 'x-forwarded-proto': 'https' } },
  'through a proxy that says it by the standard': { headers: { forwarded: 'for=127.0.0.1' } },
  'by a name that a page has given the machine': { headers: { host: 'rebound.example:4000' } },
  'by a name that looks like an address of the machine': { headers: { host: '127.0.0.1.example' } },
  'with a key of the API': { headers: { authorization: 'Bearer none', via: '1.1 proxy' } },
  'with a slash at the end': { headers: { via: '1.1 proxy' }, url: '/metrics/' },
};

for (const [how, request] of Object.entries(strangers))
  test(`without a token there are no metrics for who asks ${how}`, async () => {
    assert.deepEqual(await ask(open, request), [404, 'not_found']);
  });

test('with a token nobody reads the metrics without it', async () => {
  const authorized = (authorization: string) => ask(guarded, { headers: { authorization } });
  assert.deepEqual(await authorized(`Bearer ${token}`), [200, undefined]);
  for (const wrong of ['', token, `Bearer ${token} `, `Bearer ${token}x`, `Basic ${token}`, 'Bearer '])
    assert.deepEqual(await authorized(wrong), [401, 'unauthenticated'], wrong);
  assert.deepEqual(await authorized(`Bearer ${guarded.adminKey}`), [401, 'unauthenticated']);
  const proxied = { authorization: `Bearer ${token}`, host: 'oriel.example', via: '1.1 proxy' };
  assert.deepEqual(await ask(guarded, { headers: proxied }), [200, undefined]);
});

test('probes are open, and tell nothing but the state', async () => {
  for (const [url, body] of [
    ['/healthz', { status: 'ok' }],
    ['/readyz', { status: 'ready' }],
  ] as const) {
    const answer = await guarded.app.inject({ url, headers: { host: 'oriel.example', via: '1.1 proxy' } });
    assert.deepEqual([answer.statusCode, answer.json()], [200, body]);
  }
});
