import type { IdentityProvider, IdentityProviderTest, User } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { completeSignIn } from '../../identity/sign-in/complete-sign-in.ts';
import { createTestApp, type TestApp } from '../../test/index.ts';
import { makeSamlBrowser, type SamlBrowser } from '../../test/identity/saml-browser.ts';
import { makeSamlProvider, type SamlPerson } from '../../test/identity/saml-provider.ts';
import { makeSamlKey } from '../../test/identity/sign-saml-response.ts';

const provider = makeSamlProvider();
const nextKey = makeSamlKey('Next');
let testApp: TestApp;
let company: IdentityProvider;
let browser: SamlBrowser;

const PATH = '/api/v1/identity-providers';

async function manage<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<T> {
  const answer = await testApp.call({ method, path, ...(body !== undefined && { body }) });
  assert.ok(answer.statusCode < 300, answer.body);
  // The caller names what the operation answers.
  return answer.json() as T;
}

const makeProvider = (slug: string, more: object = {}) =>
  manage<IdentityProvider>('POST', PATH, {
    kind: 'SAML',
    slug,
    name: slug,
    saml: { metadata: provider.metadata },
    domains: ['example.com'],
    ...more,
  });

before(async () => {
  testApp = await createTestApp();
  company = await makeProvider('company');
});
after(() => testApp.close());

const ann: SamlPerson = { nameId: 'ann', attributes: { email: ['ann@example.com'], firstName: ['Ann'] } };

/** Signs in from the start to the end; answers with where it ends. */
async function signIn(person: SamlPerson, slug = 'company', query = ''): Promise<string> {
  browser = makeSamlBrowser(testApp.app);
  const request = await browser.start(slug, query);
  return browser.open(await browser.post(provider.answer(request, person)));
}

test('a person is provisioned at the first sign-in, and is the same user at the next', async () => {
  assert.equal(await signIn(ann, 'company', '?next=/workspace/7'), '/workspace/7');
  const first = await browser.whoAmI();
  assert.equal(first?.email, 'ann@example.com');
  assert.equal(await signIn({ ...ann, attributes: { email: ['other@elsewhere.org'] } }), '/workspace');
  const second = await browser.whoAmI();
  assert.equal(second?.id, first?.id);
  assert.equal(second?.samlId, 'ann');
  const user = await manage<User>('GET', `/api/v1/users/${first?.id}`);
  assert.deepEqual(
    user.aliases?.map(({ username, source, userId }) => ({ username, source, userId })),
    [{ username: 'ann', source: 'saml', userId: first?.id }],
  );
});

test('the browser that has not begun a sign-in does not end it', async () => {
  const attacker = makeSamlBrowser(testApp.app);
  const request = await attacker.start('company');
  const victim = makeSamlBrowser(testApp.app);
  const finish = await victim.post(provider.answer(request, ann));
  assert.equal(await victim.open(finish), '/sign-in?problem=expired');
  await victim.start('company');
  assert.equal(await victim.open(finish), '/sign-in?problem=expired');
  assert.equal(await victim.whoAmI(), undefined);
  assert.equal(await attacker.open(finish), '/workspace');
});

test('a response signs in once, on whichever server', async () => {
  const other = await createTestApp({ database: testApp.database });
  try {
    const first = makeSamlBrowser(testApp.app);
    const response = provider.answer(await first.start('company'), ann);
    const finish = await first.post(response);
    assert.equal(await first.post(response, undefined, other.app), '/sign-in?problem=provider_failed');
    assert.equal(await first.open(finish, other.app), '/workspace');
    assert.equal(await first.open(finish), '/sign-in?problem=expired');
    assert.equal(await first.post(response), '/sign-in?problem=expired');
  } finally {
    await other.close();
  }
});

test('an assertion that was used is refused in the answer to another request too', async () => {
  const one = makeSamlBrowser(testApp.app);
  const assertionId = '_same';
  const firstRequest = await one.start('company');
  assert.equal(
    await one.open(await one.post(provider.answer(firstRequest, ann, { assertionId }))),
    '/workspace',
  );
  const secondRequest = await one.start('company');
  const finish = await one.post(provider.answer(secondRequest, ann, { assertionId }));
  assert.equal(await one.open(finish), '/sign-in?problem=provider_failed');
});

test('a session begins anew with each sign-in, whatever cookie the browser had', async () => {
  browser = makeSamlBrowser(testApp.app);
  browser.cookies.set('oriel_session', 'chosen-by-another');
  const request = await browser.start('company');
  assert.equal(await browser.open(await browser.post(provider.answer(request, ann))), '/workspace');
  assert.notEqual(browser.cookies.get('oriel_session'), 'chosen-by-another');
  assert.ok(await browser.whoAmI());
});

test('a response is refused that another provider has signed, also one of the same account', async () => {
  const other = makeSamlProvider('https://other.example.com');
  await makeProvider('other', { saml: { metadata: other.metadata } });
  browser = makeSamlBrowser(testApp.app);
  const request = await browser.start('company');
  const finish = await browser.post(other.answer(request, ann));
  assert.equal(await browser.open(finish), '/sign-in?problem=provider_failed');
  const forged = await browser.start('company');
  const response = other.answer(forged, ann, { issuer: provider.entityId });
  assert.equal(await browser.open(await browser.post(response)), '/sign-in?problem=provider_failed');
});

test('responses by the old and by the next certificate are taken while both are there', async () => {
  const { pem } = company.saml?.certificates[0] ?? { pem: '' };
  const saml = { certificates: [pem, nextKey.certificate] };
  const changed = await manage<IdentityProvider>('PUT', `${PATH}/${company.id}`, { saml });
  assert.equal(changed.saml?.certificates.length, 2);
  for (const key of [provider.key, nextKey]) {
    browser = makeSamlBrowser(testApp.app);
    const request = await browser.start('company');
    assert.equal(
      await browser.open(await browser.post(provider.answer(request, ann, { key }))),
      '/workspace',
    );
  }
  await manage('PUT', `${PATH}/${company.id}`, { saml: { certificates: [pem] } });
  browser = makeSamlBrowser(testApp.app);
  const request = await browser.start('company');
  const finish = await browser.post(provider.answer(request, ann, { key: nextKey }));
  assert.equal(await browser.open(finish), '/sign-in?problem=provider_failed');
});

test('an e-mail address takes over a user within the domains of the provider alone', async () => {
  const { tenantId, build, database } = testApp;
  const emails = { inside: 'boss@example.com', outside: 'boss@elsewhere.org' };
  const ids: number[] = [];
  for (const email of Object.values(emails)) {
    const id = await build.user({ tenantId, role: 'Viewer' });
    await database.pool.query('update users set email = $1 where id = $2', [email, id]);
    ids.push(id);
  }
  assert.equal(await signIn({ nameId: 'boss-1', attributes: { email: [emails.inside] } }), '/workspace');
  assert.equal((await browser.whoAmI())?.id, ids[0]);
  const outside = await signIn({ nameId: 'boss-2', attributes: { email: [emails.outside] } });
  assert.equal(outside, '/sign-in?problem=email_unverified');
  // Another person with the address of a user who is linked already.
  const other = await signIn({ nameId: 'boss-3', attributes: { email: [emails.inside] } });
  assert.equal(other, '/sign-in?problem=email_of_another');
});

test('no e-mail address counts as verified for a provider without domains', async () => {
  await makeProvider('no-domains', { domains: [] });
  const end = await signIn({ nameId: 'zoe', attributes: { email: ['zoe@example.com'] } }, 'no-domains');
  assert.equal(end, '/sign-in?problem=email_unverified');
});

test('attributes are found by the names that Entra uses, and an e-mail address as NameID', async () => {
  const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
  const attributes = { [`${CLAIMS}/emailaddress`]: ['eve@example.com'], [`${CLAIMS}/givenname`]: ['Eve'] };
  assert.equal(await signIn({ nameId: 'eve', attributes }), '/workspace');
  assert.equal((await browser.whoAmI())?.email, 'eve@example.com');
  const nameIdFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
  assert.equal(await signIn({ nameId: 'gus@example.com', nameIdFormat }), '/workspace');
  assert.equal((await browser.whoAmI())?.email, 'gus@example.com');
});

test('a transient NameID names nobody', async () => {
  const nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
  assert.equal(await signIn({ ...ann, nameIdFormat }), '/sign-in?problem=provider_failed');
});

test('a sign-in that the provider begins is refused unless its settings allow it', async () => {
  const audience = company.saml?.audience ?? '';
  const unasked = { id: undefined, audience, callbackUrl: company.callbackUrl };
  browser = makeSamlBrowser(testApp.app);
  assert.equal(await browser.post(provider.answer(unasked, ann)), '/sign-in?problem=provider_failed');
  assert.equal(await browser.whoAmI(), undefined);
  await manage('PUT', `${PATH}/${company.id}`, { saml: { allowsProviderStart: true } });
  await disableOthers();
  const response = provider.answer(unasked, ann);
  assert.equal(await browser.post(response, '/workspace/9'), '/workspace/9');
  assert.equal((await browser.whoAmI())?.email, 'ann@example.com');
  assert.equal(await browser.post(response), '/sign-in?problem=provider_failed');
  const elsewhere = await browser.post(provider.answer(unasked, ann), 'https://evil.example.com');
  assert.equal(elsewhere, '/workspace');
  // A response to a request answers that request, and nothing else.
  const asked = provider.answer({ ...unasked, id: '_unknown' }, ann);
  assert.equal(await browser.post(asked), '/sign-in?problem=expired');
  await manage('PUT', `${PATH}/${company.id}`, { saml: { allowsProviderStart: false } });
});

async function disableOthers(): Promise<void> {
  const { items } = await manage<{ items: IdentityProvider[] }>('GET', PATH);
  for (const { id } of items.filter(({ id }) => id !== company.id))
    await manage('PUT', `${PATH}/${id}`, { isEnabled: false });
}

test('a disabled provider signs nobody in, also where the sign-in had begun before', async () => {
  const made = await makeProvider('disabled');
  browser = makeSamlBrowser(testApp.app);
  const finish = await browser.post(provider.answer(await browser.start('disabled'), ann));
  await manage('PUT', `${PATH}/${made.id}`, { isEnabled: false });
  assert.equal(await browser.open(finish), '/sign-in?problem=expired');
  const start = await testApp.app.inject({ url: '/api/v1/sso/disabled/start' });
  assert.equal(start.statusCode, 404);
});

test('a test shows the attributes of the assertion, or why it is refused, and changes nothing', async () => {
  const made = await makeProvider('tested', { isEnabled: false });
  const { tenantId, adminId: userId, database } = testApp;
  const signIn = { tenantId, userId, method: 'password', clientAddress: '127.0.0.1' } as const;
  browser = makeSamlBrowser(testApp.app);
  browser.cookies.set('oriel_session', (await completeSignIn(database.db, signIn)).token);
  const person = { nameId: 'new', attributes: { email: ['new@example.com'], groups: ['Sales', 'Staff'] } };
  const request = await browser.start('tested', '?test=true');
  assert.match(request.xml, /ForceAuthn="true"/);
  const end = await browser.open(await browser.post(provider.answer(request, person)));
  assert.equal(end, `/settings/authentication?tested=${made.id}`);
  const result = await manage<IdentityProviderTest>('GET', `${PATH}/${made.id}/test`);
  assert.equal(result.isSuccessful, true);
  assert.deepEqual(result.claims, { email: 'new@example.com', groups: ['Sales', 'Staff'] });
  assert.equal(result.plan?.outcome, 'CREATES');
  const again = await browser.start('tested', '?test=true');
  await browser.open(
    await browser.post(provider.answer(again, person, { audience: 'https://other.example.com' })),
  );
  const failed = await manage<IdentityProviderTest>('GET', `${PATH}/${made.id}/test`);
  assert.equal(failed.isSuccessful, false);
  assert.match(failed.error ?? '', /another audience \(https:\/\/other\.example\.com\)/);
});

test('metadata describes the account to its provider', async () => {
  const answer = await testApp.app.inject({ url: '/api/v1/sso/saml/company/metadata' });
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['content-type']), /^application\/samlmetadata\+xml/);
  assert.ok(answer.body.includes(`entityID="${company.saml?.audience}"`));
  assert.ok(answer.body.includes(`Location="${company.callbackUrl}"`));
  assert.equal((await testApp.app.inject({ url: '/api/v1/sso/saml/nobody/metadata' })).statusCode, 404);
});

test('a form of a neighbour of ours is taken as well, and no cookie that it brings', async () => {
  browser = makeSamlBrowser(testApp.app);
  const request = await browser.start('company');
  const answer = await testApp.app.inject({
    method: 'POST',
    url: '/api/v1/sso/saml/callback',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-site',
      cookie: 'oriel_session=another; oriel_sign_on=another',
    },
    payload: new URLSearchParams({ SAMLResponse: provider.answer(request, ann) }).toString(),
  });
  assert.equal(answer.statusCode, 303, answer.body);
  assert.equal(await browser.open(String(answer.headers.location)), '/workspace');
});

test('a form that is no response leads to the sign-in page', async () => {
  browser = makeSamlBrowser(testApp.app);
  for (const response of ['', 'nonsense', Buffer.from('<a/>').toString('base64')])
    assert.equal(await browser.post(response), '/sign-in?problem=provider_failed');
  const large = await testApp.app.inject({
    method: 'POST',
    url: '/api/v1/sso/saml/callback',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `SAMLResponse=${'A'.repeat(4_000_000)}`,
  });
  assert.equal(large.statusCode, 413);
});
