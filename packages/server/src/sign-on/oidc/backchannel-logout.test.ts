import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeIssuerKey, startFakeIssuer, type FakeIssuer } from '../../test/identity/fake-issuer.ts';
import type { TestApp } from '../../test/index.ts';
import { addProvider, createSignOnApp, openSignOnBrowser } from '../../test/identity/sign-on-browser.ts';

let testApp: TestApp;
let issuer: FakeIssuer;
before(async () => {
  issuer = await startFakeIssuer();
  testApp = await createSignOnApp();
  await addProvider(testApp, issuer, { slug: 'company' });
});
after(async () => {
  await testApp.close();
  await issuer.close();
});

const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const logoutOf = (claims: object) =>
  issuer.sign({ events, jti: crypto.randomUUID(), sub: undefined, ...claims });

async function send(token: string, slug = 'company'): Promise<number> {
  const answer = await testApp.app.inject({
    method: 'POST',
    url: `/api/v1/sso/oidc/${slug}/backchannel-logout`,
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  });
  return answer.statusCode;
}

/** A browser of a person, in a session at the provider. */
async function signIn(sub: string, sid: string, { slug = 'company', iss = issuer.issuer } = {}) {
  const browser = openSignOnBrowser(testApp);
  const asked = await browser.start(slug);
  const nonce = asked.get('nonce') ?? '';
  issuer.idToken = await issuer.sign({
    iss,
    nonce,
    sub,
    sid,
    email: `${sub}@example.com`,
    email_verified: true,
  });
  assert.equal(await browser.comeBack({ code: 'c', state: asked.get('state') ?? '' }), '/workspace');
  return async () => (await browser.get('/api/v1/users/me')).statusCode;
}

test('a logout ends the one session that it names, or all of the person, at once', async () => {
  const [one, second, third] = [
    await signIn('ada', 's1'),
    await signIn('ada', 's2'),
    await signIn('bob', 's3'),
  ];
  assert.equal(await send(await logoutOf({ sid: 's1' })), 200);
  assert.deepEqual([await one(), await second(), await third()], [401, 200, 200]);
  assert.equal(await send(await logoutOf({ sub: 'ada' })), 200);
  assert.deepEqual([await second(), await third()], [401, 200]);
  assert.equal(await send(await logoutOf({ sub: 'ada', sid: 's3' })), 200);
  assert.equal(await third(), 200);
});

test('an issuer is called as it calls itself, however an administrator has entered its address', async () => {
  const iss = `${issuer.issuer}/`;
  issuer.metadata = { issuer: iss };
  await addProvider(testApp, issuer, { slug: 'slash' });
  const status = await signIn('eve', 's9', { slug: 'slash', iss });
  assert.equal(await status(), 200);
  assert.equal(await send(await logoutOf({ sub: 'eve' }), 'slash'), 400);
  assert.equal(await send(await logoutOf({ sub: 'eve', iss }), 'slash'), 200);
  assert.equal(await status(), 401);
  issuer.metadata = {};
});

test('a logout is signed with the next key of the provider, and not with one that is withdrawn', async (t) => {
  assert.equal(await send(await logoutOf({ sub: 'nobody' })), 200);
  const { published, key } = issuer;
  const next = await makeIssuerKey('second');
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  try {
    Object.assign(issuer, { published: [next.publicJwk], key: next });
    // Keys are asked for again half a minute after the last time at the earliest.
    t.mock.timers.tick(31_000);
    assert.equal(await send(await logoutOf({ sub: 'nobody' })), 200);
    issuer.key = key;
    assert.equal(await send(await logoutOf({ sub: 'nobody' })), 400);
  } finally {
    Object.assign(issuer, { published, key });
    t.mock.timers.tick(31_000);
    assert.equal(await send(await logoutOf({ sub: 'nobody' })), 200);
  }
});

test('a logout token counts once', async () => {
  const token = await logoutOf({ sub: 'ada' });
  assert.equal(await send(token), 200);
  const session = await signIn('ada', 's4');
  assert.equal(await send(token), 400);
  assert.equal(await session(), 200);
});

test('logout tokens that are forged, of another kind, or old end nothing', async () => {
  const session = await signIn('grace', 's5');
  const foreign = await makeIssuerKey(issuer.key.kid);
  const now = Math.floor(Date.now() / 1_000);
  const sub = 'grace';
  const jti = () => crypto.randomUUID();
  for (const [name, token] of Object.entries({
    'an ID token': await issuer.sign({ sub, jti: jti() }),
    'a nonce': await logoutOf({ sub, nonce: 'n' }),
    'another audience': await logoutOf({ sub, aud: 'another' }),
    'another issuer': await logoutOf({ sub, iss: 'https://evil.example.com' }),
    'another key': await issuer.sign({ events, sub, jti: jti() }, {}, foreign),
    'no jti': await logoutOf({ sub, jti: undefined }),
    'no events': await logoutOf({ sub, events: undefined }),
    'another event': await logoutOf({ sub, events: { other: {} } }),
    'an event that is no object': await logoutOf({
      sub,
      events: Object.fromEntries(Object.keys(events).map((key) => [key, true])),
    }),
    nobody: await logoutOf({}),
    'an hour ago': await logoutOf({ sub, iat: now - 3_600 }),
    expired: await logoutOf({ sub, exp: now - 600 }),
    'no signature': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.`,
    'a huge token': await logoutOf({ sub, filler: 'x'.repeat(20_000) }),
    'no token': '',
  }))
    assert.equal(await send(token), 400, name);
  assert.equal(await session(), 200);
});
