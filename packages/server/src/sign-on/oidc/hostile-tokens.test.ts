import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import {
  FAKE_CLIENT,
  makeIssuerKey,
  startFakeIssuer,
  type FakeIssuer,
} from '../../test/identity/fake-issuer.ts';
import type { TestApp } from '../../test/index.ts';
import { addProvider, createSignOnApp, openSignOnBrowser } from '../../test/identity/sign-on-browser.ts';

let testApp: TestApp;
let issuer: FakeIssuer;
let other: FakeIssuer;
before(async () => {
  [issuer, other] = await Promise.all([startFakeIssuer(), startFakeIssuer()]);
  testApp = await createSignOnApp();
  await addProvider(testApp, issuer, { slug: 'company' });
  await addProvider(testApp, other, { slug: 'other' });
});
after(async () => {
  await testApp.close();
  await Promise.all([issuer.close(), other.close()]);
});
beforeEach(() => {
  issuer.exchanges.length = 0;
});

const REFUSED = '/sign-in?problem=provider_failed';
const EXPIRED = '/sign-in?problem=expired';
const person = { sub: 'ada', email: 'ada@example.com', email_verified: true };
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs in with an ID token that a test forges of the nonce. */
async function signInWith(
  forge: (nonce: string) => Promise<string> | string,
  more: Record<string, string> = {},
) {
  const browser = openSignOnBrowser(testApp);
  const asked = await browser.start('company');
  issuer.idToken = await forge(asked.get('nonce') ?? '');
  const path = await browser.comeBack({ code: 'a-code', state: asked.get('state') ?? '', ...more });
  return { path, session: browser.cookies.get('oriel_session') };
}

test('a token that is as it should be signs in, so that the refusals below are about what each changes', async () => {
  const { path, session } = await signInWith((nonce) => issuer.sign({ ...person, nonce }));
  assert.equal(path, '/workspace');
  assert.ok(session);
});

const now = () => Math.floor(Date.now() / 1_000);

test('ID tokens with another nonce, audience, issuer or time are refused', async () => {
  for (const [name, wrong] of Object.entries({
    'another nonce': { nonce: 'another' },
    'no nonce': { nonce: undefined },
    'another audience': { aud: 'another-client' },
    'several audiences for another party': { aud: [FAKE_CLIENT.clientId, 'another'], azp: 'another' },
    'another issuer': { iss: 'https://evil.example.com' },
    'no issuer': { iss: undefined },
    expired: { exp: now() - 3_600 },
    'without an end': { exp: undefined },
    'from the future': { nbf: now() + 3_600 },
    'no subject': { sub: undefined },
  })) {
    const { path, session } = await signInWith((nonce) => issuer.sign({ ...person, nonce, ...wrong }));
    assert.equal(path, REFUSED, name);
    assert.equal(session, undefined, name);
  }
});

test('ID tokens with an alg of none, or signed with the public key as a secret, are refused', async () => {
  const claims = (nonce: string) =>
    encode({ ...person, iss: issuer.issuer, aud: FAKE_CLIENT.clientId, iat: now(), exp: now() + 300, nonce });
  for (const alg of ['none', 'None', 'NONE', ''])
    for (const signature of ['', 'AAAA'])
      assert.equal(
        (await signInWith((nonce) => `${encode({ alg })}.${claims(nonce)}.${signature}`)).path,
        REFUSED,
        alg,
      );
  for (const secret of [
    JSON.stringify(issuer.key.publicJwk),
    String(issuer.key.publicJwk.n),
    FAKE_CLIENT.clientSecret,
  ])
    assert.equal(
      (
        await signInWith((nonce) => {
          const signed = `${encode({ alg: 'HS256', kid: issuer.key.kid })}.${claims(nonce)}`;
          return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
        })
      ).path,
      REFUSED,
    );
});

test('ID tokens that are signed with a key of another, or name one by a path or an address, are refused', async () => {
  const foreign = await makeIssuerKey(issuer.key.kid);
  const forge = (header: Record<string, unknown>) => (nonce: string) =>
    issuer.sign({ ...person, nonce }, header, foreign);
  for (const header of [
    {},
    { kid: '../../../../dev/null' },
    { kid: "' or 1=1 --" },
    { jwk: foreign.publicJwk },
    { jku: `${other.issuer}/jwks` },
    { x5u: 'file:///etc/passwd' },
  ])
    assert.equal((await signInWith(forge(header))).path, REFUSED, JSON.stringify(header));
});

test('a signature that was cut or moved to other claims is refused', async () => {
  assert.equal(
    (await signInWith(async (nonce) => (await issuer.sign({ ...person, nonce })).replace(/[^.]+$/, ''))).path,
    REFUSED,
  );
  const moved = await signInWith(async (nonce) => {
    const [head, , signature] = (await issuer.sign({ ...person, nonce })).split('.');
    return `${head}.${encode({ ...person, sub: 'root', nonce })}.${signature}`;
  });
  assert.equal(moved.path, REFUSED);
});

test('a token that is larger than any is refused before it is read', async () => {
  const { path } = await signInWith((nonce) =>
    issuer.sign({ ...person, nonce, filler: 'x'.repeat(2_000_000) }),
  );
  assert.equal(path, REFUSED);
});

test('an answer of another provider is refused (mix-up), and its code is sent to neither', async () => {
  const forge = (nonce: string) => issuer.sign({ ...person, nonce });
  assert.equal((await signInWith(forge, { iss: other.issuer })).path, REFUSED);
  assert.equal(issuer.exchanges.length, 0);
  assert.equal((await signInWith(forge, { iss: issuer.issuer })).path, '/workspace');
  // A provider that says that it names itself has to.
  issuer.metadata = { authorization_response_iss_parameter_supported: true };
  const slug = 'named';
  await addProvider(testApp, issuer, { slug });
  const browser = openSignOnBrowser(testApp);
  const asked = await browser.start(slug);
  issuer.idToken = await forge(asked.get('nonce') ?? '');
  assert.equal(await browser.comeBack({ code: 'c', state: asked.get('state') ?? '' }), REFUSED);
  issuer.metadata = {};
});

test('a token of one provider does not sign in at another', async () => {
  const { path } = await signInWith((nonce) => other.sign({ ...person, nonce }));
  assert.equal(path, REFUSED);
});

test('a discovery document of another issuer is refused', async () => {
  issuer.metadata = { issuer: 'https://evil.example.com' };
  await addProvider(testApp, issuer, { slug: 'changed' });
  const answer = await openSignOnBrowser(testApp).get('/api/v1/sso/changed/start');
  assert.equal(answer.headers.location, REFUSED);
  issuer.metadata = {};
});

test('the state of another browser signs nobody in (login CSRF), and stays good in its own', async () => {
  const [attacker, victim] = [openSignOnBrowser(testApp), openSignOnBrowser(testApp)];
  const asked = await attacker.start('company');
  issuer.idToken = await issuer.sign({ ...person, nonce: asked.get('nonce') ?? '' });
  const callback = { code: 'of-the-attacker', state: asked.get('state') ?? '' };
  assert.equal(await victim.comeBack(callback), EXPIRED);
  await victim.start('company');
  assert.equal(await victim.comeBack(callback), EXPIRED);
  assert.equal(victim.cookies.has('oriel_session'), false);
  assert.equal(issuer.exchanges.length, 0);
  assert.equal(await attacker.comeBack(callback), '/workspace');
});

test('a callback counts once, also one that failed, and not after its time', async () => {
  const browser = openSignOnBrowser(testApp);
  const asked = await browser.start('company');
  issuer.idToken = await issuer.sign({ ...person, nonce: asked.get('nonce') ?? '' });
  const callback = { code: 'a-code', state: asked.get('state') ?? '' };
  assert.equal(await browser.comeBack(callback), '/workspace');
  assert.equal(await browser.comeBack(callback), EXPIRED);
  const failing = await browser.start('company');
  const failed = { error: 'access_denied', state: failing.get('state') ?? '' };
  assert.equal(await browser.comeBack(failed), REFUSED);
  assert.equal(await browser.comeBack({ code: 'c', state: failed.state }), EXPIRED);
  const late = await browser.start('company');
  await testApp.database.pool.query(
    "update sign_on_transactions set expires_at = now() - interval '1 second'",
  );
  assert.equal(await browser.comeBack({ code: 'c', state: late.get('state') ?? '' }), EXPIRED);
  const strange: Record<string, string>[] = [{ code: 'c' }, { code: 'c', state: 'made-up' }, { state: '' }];
  for (const query of strange) assert.equal(await browser.comeBack(query), EXPIRED);
});

test('a sign-in begins a session of its own, whatever cookie the browser came with (session fixation)', async () => {
  const browser = openSignOnBrowser(testApp);
  browser.cookies.set('oriel_session', 'fixed-by-the-attacker');
  const asked = await browser.start('company');
  issuer.idToken = await issuer.sign({ ...person, nonce: asked.get('nonce') ?? '' });
  await browser.comeBack({ code: 'a-code', state: asked.get('state') ?? '' });
  assert.notEqual(browser.cookies.get('oriel_session'), 'fixed-by-the-attacker');
});

test('a provider in a network that is not allowed is not reached, and its address is checked at each request', async () => {
  const hidden = { issuer: 'http://169.254.169.254' };
  await addProvider(testApp, hidden, { slug: 'metadata' });
  assert.equal(
    (await openSignOnBrowser(testApp).get('/api/v1/sso/metadata/start')).headers.location,
    REFUSED,
  );
  // Public endpoints in the discovery document, and keys in a private network.
  issuer.metadata = { token_endpoint: 'http://10.1.2.3/token' };
  await addProvider(testApp, issuer, { slug: 'inside' });
  const browser = openSignOnBrowser(testApp);
  const asked = await browser.start('inside');
  assert.equal(await browser.comeBack({ code: 'c', state: asked.get('state') ?? '' }), REFUSED);
  issuer.metadata = {};
});

test('providers that are disabled, or of another account, begin nothing', async () => {
  const id = await addProvider(testApp, issuer, { slug: 'disabled', isEnabled: false });
  assert.ok(id > 0);
  const { get } = openSignOnBrowser(testApp);
  assert.equal((await get('/api/v1/sso/disabled/start')).statusCode, 404);
  assert.equal((await get('/api/v1/sso/missing/start')).statusCode, 404);
  await testApp.build.tenant({ host: 'elsewhere.example.com' });
  const answer = await testApp.app.inject({
    method: 'GET',
    url: '/api/v1/sso/company/start',
    headers: { host: 'elsewhere.example.com' },
  });
  assert.equal(answer.statusCode, 404);
});

test('neither code, state nor token is in the address that follows, or in a referrer', async () => {
  const browser = openSignOnBrowser(testApp);
  const asked = await browser.start('company');
  issuer.idToken = await issuer.sign({ ...person, nonce: asked.get('nonce') ?? '' });
  const answer = await browser.get(`/api/v1/sso/oidc/callback?code=a-code&state=${asked.get('state') ?? ''}`);
  assert.equal(answer.headers.location, '/workspace');
  assert.equal(answer.headers['referrer-policy'], 'no-referrer');
  assert.equal(answer.headers['cache-control'], 'no-store');
});
