import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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
before(async () => {
  issuer = await startFakeIssuer();
  testApp = await createSignOnApp();
});
after(async () => {
  await testApp.close();
  await issuer.close();
});

interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly [claim: string]: unknown;
}

const run = async <Row>(text: string, ...values: unknown[]): Promise<Row[]> => {
  const { rows } = await testApp.database.pool.query(text, values);
  // The test names the columns that it asks for.
  return rows as Row[];
};

/** Signs a person in by a provider. Answers with the path that the browser ends at. */
async function signIn(slug: string, person: Person, browser = openSignOnBrowser(testApp), query = '') {
  const asked = await browser.start(slug, query);
  issuer.idToken = await issuer.sign({ nonce: asked.get('nonce') ?? '', ...person });
  const path = await browser.comeBack({ code: 'a-code', state: asked.get('state') ?? '' });
  return { path, browser };
}

const verified = (name: string, more: object = {}): Person => ({
  sub: name,
  email: `${name}@example.com`,
  email_verified: true,
  ...more,
});

const whoIs = async ({ get }: ReturnType<typeof openSignOnBrowser>) => {
  const answer = await get('/api/v1/users/me');
  return answer.statusCode === 200
    ? (answer.json() as { id: number; email: string; role: string })
    : undefined;
};

test('a person gets a user and a session, and comes back to where they were', async () => {
  await addProvider(testApp, issuer, { slug: 'company' });
  const { path, browser } = await signIn(
    'company',
    verified('ada', { given_name: 'Ada' }),
    undefined,
    '?next=/reports/7',
  );
  assert.equal(path, '/reports/7');
  const me = await whoIs(browser);
  assert.equal(me?.email, 'ada@example.com');
  assert.equal(me.role, 'Viewer');
  const again = await signIn('company', verified('ada', { email: 'other@example.com' }));
  assert.equal((await whoIs(again.browser))?.id, me.id);
  const [session] = await run<{ method: string; providerSubject: string }>(
    'select method, provider_subject as "providerSubject" from console_sessions where user_id = $1',
    me.id,
  );
  assert.deepEqual(session, { method: 'oidc', providerSubject: 'ada' });
});

test('the provider is asked with PKCE, state and nonce, other ones each time', async () => {
  await addProvider(testApp, issuer, { slug: 'asked' });
  const browser = openSignOnBrowser(testApp);
  const [one, other] = [await browser.start('asked'), await browser.start('asked')];
  for (const name of ['state', 'nonce', 'code_challenge']) {
    assert.match(one.get(name) ?? '', /^[\w-]{32,}$/);
    assert.notEqual(one.get(name), other.get(name));
  }
  assert.equal(one.get('code_challenge_method'), 'S256');
  assert.equal(one.get('redirect_uri'), 'http://localhost/api/v1/sso/oidc/callback');
  assert.equal(one.get('scope'), 'openid email profile');
  const stored = JSON.stringify(await run('select * from sign_on_transactions'));
  for (const secret of [one.get('state'), one.get('nonce'), ...browser.cookies.values()])
    assert.ok(secret && !stored.includes(secret));
});

test('claims that the ID token lacks are asked for at the userinfo endpoint, of the same person alone', async () => {
  issuer.userinfo = {
    sub: 'grace',
    email: 'grace@example.com',
    email_verified: true,
    iss: 'https://evil.example.com',
  };
  await addProvider(testApp, issuer, { slug: 'userinfo' });
  const { path, browser } = await signIn('userinfo', { sub: 'grace' });
  assert.equal(path, '/workspace');
  assert.equal((await whoIs(browser))?.email, 'grace@example.com');
  assert.equal((await signIn('userinfo', { sub: 'mallory' })).path, '/sign-in?problem=provider_failed');
  issuer.userinfo = undefined;
});

test('an e-mail address that the provider has not verified takes over no user and makes none', async () => {
  await addProvider(testApp, issuer, { slug: 'unverified' });
  const [admin] = await run<{ email: string }>('select email from users where id = $1', testApp.adminId);
  for (const email of [admin?.email ?? '', admin?.email.toUpperCase() ?? '', 'fresh@example.com'])
    for (const claim of [undefined, false, 'false', 0, 'TRUE'])
      assert.equal(
        (await signIn('unverified', { sub: 'mallory', email, email_verified: claim })).path,
        '/sign-in?problem=email_unverified',
      );
  assert.deepEqual(await run("select from users where email = 'fresh@example.com'"), []);
});

test('a claim that email_verified is not about is verified only where the provider is trusted', async () => {
  await addProvider(testApp, issuer, { slug: 'upn', claims: { email: 'upn' } });
  const person = { sub: 'entra', upn: 'entra@example.com', email_verified: true };
  assert.equal((await signIn('upn', person)).path, '/sign-in?problem=email_unverified');
  await addProvider(testApp, issuer, {
    slug: 'trusted',
    claims: { email: 'upn' },
    trustsEmails: true,
    domains: ['example.com'],
  });
  assert.equal((await signIn('trusted', person)).path, '/workspace');
  assert.equal(
    (await signIn('trusted', { sub: 'guest', upn: 'guest@elsewhere.example' })).path,
    '/sign-in?problem=email_unverified',
  );
});

test('a verified address links a user once; another person with the address does not get them', async () => {
  await addProvider(testApp, issuer, { slug: 'linking', provisionsUsers: false });
  const userId = await testApp.build.user({ tenantId: testApp.tenantId, role: 'Explorer' });
  await run("update users set email = 'Linked@example.com' where id = $1", userId);
  const { browser } = await signIn('linking', verified('linked'));
  assert.equal((await whoIs(browser))?.id, userId);
  assert.equal(
    (await signIn('linking', verified('linked', { sub: 'impostor' }))).path,
    '/sign-in?problem=email_of_another',
  );
  assert.equal((await signIn('linking', verified('nobody'))).path, '/sign-in?problem=not_provisioned');
  await run('update users set is_deactivated = true where id = $1', userId);
  assert.equal((await signIn('linking', verified('linked'))).path, '/sign-in?problem=deactivated');
});

test('the user whom SCIM has made is found by their externalId', async () => {
  await addProvider(testApp, issuer, { slug: 'scim', provisionsUsers: false, claims: { externalId: 'oid' } });
  const made = await testApp.call({
    method: 'POST',
    path: '/api/scim/v2/Users',
    headers: { 'content-type': 'application/scim+json' },
    body: {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'pushed@example.com',
      externalId: 'object-7',
    },
  });
  assert.equal(made.statusCode, 201, made.body);
  const { browser } = await signIn('scim', { sub: 'pairwise', oid: 'object-7' });
  assert.equal((await whoIs(browser))?.email, 'pushed@example.com');
});

test('claims give roles by group and values to attributes, of the types that these have', async () => {
  const { call } = testApp;
  const roleByGroup = [{ group: 'Authors', role: 'Explorer' }];
  await call({
    method: 'PUT',
    path: '/api/v1/provisioning-settings',
    body: { defaultRole: 'Viewer', roleByGroup },
  });
  await call({ method: 'POST', path: '/api/v1/user-attributes', body: { name: 'region', type: 'string' } });
  await call({ method: 'POST', path: '/api/v1/user-attributes', body: { name: 'level', type: 'number' } });
  const attributes = [
    { claim: 'area', attribute: 'region' },
    { claim: 'level', attribute: 'level' },
  ];
  await addProvider(testApp, issuer, { slug: 'mapped', attributes });
  const person = verified('mapped', { groups: ['authors', 'others'], area: 'north', level: '3' });
  const { browser } = await signIn('mapped', person);
  const me = await whoIs(browser);
  assert.equal(me?.role, 'Explorer');
  const values = () =>
    run(
      'select a.name, v.value from user_attribute_values v join user_attributes a on a.id = v.attribute_id where v.user_id = $1 order by a.name',
      me?.id,
    );
  assert.deepEqual(await values(), [
    { name: 'level', value: 3 },
    { name: 'region', value: 'north' },
  ]);
  await signIn('mapped', { ...person, area: 'south', level: undefined });
  assert.deepEqual(await values(), [
    { name: 'level', value: 3 },
    { name: 'region', value: 'south' },
  ]);
  assert.equal(
    (await signIn('mapped', { ...person, level: 'high' })).path,
    '/sign-in?problem=attribute_mismatch',
  );
});

test('keys of a provider rotate: the next one counts as soon as it is published, and the one before until it is withdrawn', async (t) => {
  await addProvider(testApp, issuer, { slug: 'rotating' });
  const pathOf = async () => (await signIn('rotating', verified('keys'))).path;
  assert.equal(await pathOf(), '/workspace');
  const { published, key } = issuer;
  const next = await makeIssuerKey('second');
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  try {
    issuer.published = [...published, next.publicJwk];
    issuer.key = next;
    // Keys are asked for again a minute after the last time at the earliest.
    t.mock.timers.tick(61_000);
    assert.equal(await pathOf(), '/workspace');
    issuer.key = key;
    assert.equal(await pathOf(), '/workspace');
    issuer.published = [next.publicJwk];
    // What was fetched counts for five minutes.
    t.mock.timers.tick(301_000);
    assert.equal(await pathOf(), '/sign-in?problem=provider_failed');
    issuer.key = next;
    assert.equal(await pathOf(), '/workspace');
  } finally {
    Object.assign(issuer, { published, key });
  }
});

test('groups and attributes are found in claims within claims, and by names that have dots themselves', async () => {
  const { call } = testApp;
  const roleByGroup = [{ group: 'Staff', role: 'Explorer' }];
  const body = { defaultRole: 'Viewer', roleByGroup };
  await call({ method: 'PUT', path: '/api/v1/provisioning-settings', body });
  const roles = { realm_access: { roles: ['Staff'] } };
  const cases: [groups: string, claims: object, role: string][] = [
    ['realm_access.roles', roles, 'Explorer'],
    ['realm_access.roles', { 'realm_access.roles': ['Others'], ...roles }, 'Viewer'],
    ['https://example.com/groups', { 'https://example.com/groups': ['Staff'] }, 'Explorer'],
    ['https://example.com/app.roles', { 'https://example.com/app': { roles: 'Staff' } }, 'Explorer'],
    ['a.b.c', { a: { 'b.c': ['Staff'] } }, 'Explorer'],
    ['a.b.c', { 'a.b': { c: ['Staff'] }, a: { b: [] } }, 'Explorer'],
    ['realm_access.__proto__', roles, 'Viewer'],
    ['realm_access.roles.0', roles, 'Viewer'],
    ['realm_access', roles, 'Viewer'],
  ];
  for (const [index, [groups, claims, role]] of cases.entries()) {
    await addProvider(testApp, issuer, { slug: `nested${index}`, claims: { groups } });
    const { browser } = await signIn(`nested${index}`, verified(`nested${index}`, claims));
    assert.equal((await whoIs(browser))?.role, role, JSON.stringify([groups, claims]));
  }
});

test('the secret of the client goes where the provider takes it: in the header, unless it says that the body is taken', async () => {
  const cases: [methods: string[] | undefined, isInHeader: boolean][] = [
    [undefined, true],
    [['client_secret_basic'], true],
    [['private_key_jwt', 'client_secret_basic'], true],
    [['client_secret_post'], false],
    [['client_secret_basic', 'client_secret_post'], false],
  ];
  for (const [index, [methods, isInHeader]] of cases.entries()) {
    issuer.metadata = { token_endpoint_auth_methods_supported: methods };
    await addProvider(testApp, issuer, { slug: `secret${index}` });
    assert.equal((await signIn(`secret${index}`, verified(`secret${index}`))).path, '/workspace');
    const header = `Basic ${Buffer.from(`${FAKE_CLIENT.clientId}:${FAKE_CLIENT.clientSecret.replaceAll(' ', '+')}`).toString('base64')}`;
    assert.equal(issuer.authorizations.at(-1), isInHeader ? header : undefined, String(methods));
    assert.equal(
      issuer.exchanges.at(-1)?.get('client_secret') ?? null,
      isInHeader ? null : FAKE_CLIENT.clientSecret,
    );
  }
  issuer.metadata = {};
});

test('who has a whole name alone is called by it', async () => {
  await addProvider(testApp, issuer, { slug: 'names' });
  const nameOf = async (sub: string, claims: object) => {
    const { browser } = await signIn('names', verified(sub, claims));
    const me = await whoIs(browser);
    const [user] = await run<{ first: string | null; last: string | null }>(
      'select first_name as first, family_name as last from users where id = $1',
      me?.id,
    );
    return [user?.first, user?.last];
  };
  assert.deepEqual(await nameOf('solo', { name: 'Solo Artist' }), ['Solo Artist', null]);
  assert.deepEqual(await nameOf('given', { name: 'Solo Artist', given_name: 'Solo' }), ['Solo', null]);
  assert.deepEqual(await nameOf('family', { name: 'Solo Artist', family_name: 'Artist' }), [
    'Artist',
    'Artist',
  ]);
  assert.deepEqual(await nameOf('none', { name: ' ' }), [null, null]);
});

test('the userinfo endpoint may say that an address is verified, of that address alone', async () => {
  await addProvider(testApp, issuer, { slug: 'verified-there' });
  const email = 'there@example.com';
  issuer.userinfo = { sub: 'there', email: 'other@example.com', email_verified: true };
  const { path } = await signIn('verified-there', { sub: 'there', email });
  assert.equal(path, '/sign-in?problem=email_unverified');
  issuer.userinfo = { sub: 'there', email, email_verified: false };
  assert.equal(
    (await signIn('verified-there', { sub: 'there', email })).path,
    '/sign-in?problem=email_unverified',
  );
  issuer.userinfo = { sub: 'there', email, email_verified: true };
  assert.equal((await signIn('verified-there', { sub: 'there', email })).path, '/workspace');
  issuer.userinfo = undefined;
});

test('two browsers of one person who is new make one user', async () => {
  await addProvider(testApp, issuer, { slug: 'twice', trustsEmails: true });
  const browsers = [openSignOnBrowser(testApp), openSignOnBrowser(testApp)] as const;
  issuer.userinfo = undefined;
  const sessions = [];
  for (const browser of browsers) {
    const asked = await browser.start('twice');
    sessions.push({ browser, nonce: asked.get('nonce') ?? '', state: asked.get('state') ?? '' });
  }
  const [first, second] = sessions;
  assert.ok(first && second);
  // Each is exchanged with the token of its own nonce; the second may find the user of the first.
  for (const { browser, nonce, state } of [first, second]) {
    issuer.idToken = await issuer.sign({ nonce, sub: 'twin', email: 'twin@example.com' });
    assert.equal(await browser.comeBack({ code: 'c', state }), '/workspace');
  }
  assert.equal((await run("select from users where email = 'twin@example.com'")).length, 1);
});

test('a test shows claims and what a sign-in would do, and changes nothing', async () => {
  const id = await addProvider(testApp, issuer, { slug: 'tested' });
  const browser = openSignOnBrowser(testApp);
  assert.equal((await browser.get('/api/v1/sso/tested/start?test=true')).statusCode, 401);
  await signIn('company', verified('tester'), browser);
  assert.equal((await browser.get('/api/v1/sso/tested/start?test=true')).statusCode, 403);
  await run("update users set role = 'Admin' where email = 'tester@example.com'");
  const users = await run('select count(*) from users');
  const { path } = await signIn(
    'tested',
    verified('candidate', { department: 'sales' }),
    browser,
    '?test=true',
  );
  assert.equal(path, `/settings/authentication?tested=${id}`);
  const read = async () => {
    const answer = await testApp.call({ method: 'GET', path: `/api/v1/identity-providers/${id}/test` });
    return answer.json() as Record<string, unknown>;
  };
  const result = await read();
  assert.equal(result['isSuccessful'], true);
  assert.equal((result['claims'] as Record<string, unknown>)['department'], 'sales');
  assert.deepEqual(result['plan'], {
    outcome: 'CREATES',
    reason: null,
    userId: null,
    email: 'candidate@example.com',
    roles: ['Viewer'],
  });
  assert.deepEqual(await run('select count(*) from users'), users);
  assert.equal((await whoIs(browser))?.email, 'tester@example.com');
  const [{ isTested } = { isTested: false }] = await run<{ isTested: boolean }>(
    'select tested_at is not null as "isTested" from identity_providers where id = $1',
    id,
  );
  assert.ok(isTested);
  await signIn('tested', verified('candidate', { aud: 'another' }), browser, '?test=true');
  assert.equal((await read())['isSuccessful'], false);
});

test('sessions of a provider that is disabled or deleted end at once', async () => {
  const id = await addProvider(testApp, issuer, { slug: 'ending' });
  const path = `/api/v1/identity-providers/${id}`;
  const { browser } = await signIn('ending', verified('ending'));
  const { browser: elsewhere } = await signIn('company', verified('staying'));
  await testApp.call({ method: 'PUT', path, body: { isEnabled: false } });
  assert.equal(await whoIs(browser), undefined);
  await testApp.call({ method: 'PUT', path, body: { isEnabled: true } });
  const { browser: again } = await signIn('ending', verified('ending'));
  await testApp.call({ method: 'DELETE', path });
  assert.equal(await whoIs(again), undefined);
  assert.equal((await whoIs(elsewhere))?.email, 'staying@example.com');
});
