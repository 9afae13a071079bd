import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startFakeIssuer, type FakeIssuer } from '../../test/identity/fake-issuer.ts';
import type { TestApp } from '../../test/index.ts';
import { addProvider, createSignOnApp, openSignOnBrowser } from '../../test/identity/sign-on-browser.ts';

let testApp: TestApp;
let issuer: FakeIssuer;
before(async () => {
  issuer = await startFakeIssuer();
  testApp = await createSignOnApp();
});
after(async () => {
  await testApp.close();
  await issuer.close();
});
beforeEach(() => {
  issuer.metadata = { end_session_endpoint: `${issuer.issuer}/logout` };
});

/** Signs a person in by a provider, and gives what becomes of their session. */
async function signIn(slug: string) {
  const browser = openSignOnBrowser(testApp);
  const asked = await browser.start(slug);
  const nonce = asked.get('nonce') ?? '';
  issuer.idToken = await issuer.sign({ nonce, email: 'ada@example.com', email_verified: true });
  assert.equal(await browser.comeBack({ code: 'c', state: asked.get('state') ?? '' }), '/workspace');
  const cookie = `oriel_session=${browser.cookies.get('oriel_session')}`;
  const headers = { host: 'localhost', cookie, 'sec-fetch-site': 'same-origin' };
  return {
    async signOut(): Promise<string | null> {
      const answer = await testApp.call({ method: 'POST', path: '/api/v1/sign-out', key: '', headers });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json<{ providerSignOutUrl: string | null }>().providerSignOutUrl;
    },
    statusOf: async () =>
      (await testApp.call({ method: 'GET', path: '/api/v1/users/me', key: '', headers })).statusCode,
  };
}

test('a sign-out ends the session here and leads to the end of the one at the provider', async () => {
  await addProvider(testApp, issuer, { slug: 'company' });
  const session = await signIn('company');
  const { idToken } = issuer;
  const { rows } = await testApp.database.pool.query<{ secret: Buffer }>(
    'select encrypted_secret as secret from provider_id_tokens',
  );
  assert.equal(rows.length, 1);
  assert.ok(!rows[0]?.secret.includes(idToken.slice(0, 20)));
  const address = new URL((await session.signOut()) ?? '');
  assert.equal(address.origin + address.pathname, `${issuer.issuer}/logout`);
  assert.equal(address.searchParams.get('id_token_hint'), idToken);
  assert.equal(address.searchParams.get('client_id'), 'oriel');
  assert.equal(address.searchParams.get('post_logout_redirect_uri'), 'http://localhost/sign-in');
  assert.match(address.searchParams.get('state') ?? '', /^[\w-]{43}$/);
  assert.equal(await session.statusOf(), 401);
  assert.equal(await session.signOut(), null);
  const left = await testApp.database.pool.query('select from provider_id_tokens');
  assert.equal(left.rowCount, 0);
});

const quiet: Record<string, { metadata?: Record<string, unknown>; endsProviderSession?: boolean }> = {
  'has no such address': { metadata: {} },
  'names an address of another kind': { metadata: { end_session_endpoint: 'javascript:alert(1)' } },
  'is set not to': { endsProviderSession: false },
};
for (const [what, { metadata, endsProviderSession = true }] of Object.entries(quiet))
  test(`a sign-out ends the session here alone where the provider ${what}`, async () => {
    if (metadata) issuer.metadata = metadata;
    const slug = what.replaceAll(' ', '-');
    await addProvider(testApp, issuer, {
      slug,
      oidc: {
        issuer: issuer.issuer,
        clientId: 'oriel',
        clientSecret: 'a secret of the client',
        endsProviderSession,
      },
    });
    const session = await signIn(slug);
    assert.equal(await session.signOut(), null);
    assert.equal(await session.statusOf(), 401);
  });

test('a provider of before, with which no address is registered, is left alone', async () => {
  const id = await addProvider(testApp, issuer, { slug: 'before' });
  await testApp.database.pool.query(
    "update identity_providers set settings = settings - 'endsProviderSession' where id = $1",
    [id],
  );
  const session = await signIn('before');
  assert.equal(await session.signOut(), null);
});

test('a sign-out succeeds where the provider cannot be reached any more', async () => {
  const gone = await startFakeIssuer();
  gone.metadata = issuer.metadata;
  const id = await addProvider(testApp, issuer, { slug: 'gone' });
  const session = await signIn('gone');
  await gone.close();
  await testApp.database.pool.query(
    `update identity_providers set settings = settings || jsonb_build_object('issuer', $2::text), updated_at = now() where id = $1`,
    [id, gone.issuer],
  );
  assert.equal(await session.signOut(), null);
  assert.equal(await session.statusOf(), 401);
});
