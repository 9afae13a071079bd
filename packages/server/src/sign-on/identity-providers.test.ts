import type { IdentityProvider } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp, type TestCall } from '../test/index.ts';
import { rotateKey } from '../variables/rotate-key.ts';
import { createFileKeyring } from '../secrets/keyring.ts';
import { ensureManagedProvider } from './providers/managed-provider.ts';

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
});
after(() => testApp.close());

const PATH = '/api/v1/identity-providers';
const oidc = { issuer: 'https://login.example.com', clientId: 'oriel', clientSecret: 'very secret' };

async function call<T>(method: TestCall['method'], path: string, body?: unknown): Promise<T> {
  const answer = await testApp.call({ method, path, ...(body !== undefined && { body }) });
  assert.ok(answer.statusCode < 300, answer.body);
  // The caller names what the operation answers.
  return (answer.body === '' ? undefined : answer.json()) as T;
}

async function refusalOf(method: TestCall['method'], path: string, body?: unknown): Promise<string> {
  const answer = await testApp.call({ method, path, ...(body !== undefined && { body }) });
  return (answer.json() as { code: string }).code;
}

const create = (slug: string, more: object = {}) =>
  call<IdentityProvider>('POST', PATH, { kind: 'OIDC', slug, name: slug, oidc, ...more });

const storedOf = async (id: number) => {
  const { rows } = await testApp.database.pool.query<{
    encryptedSecret: Buffer | null;
    keyId: string | null;
  }>(
    'select encrypted_secret as "encryptedSecret", key_id as "keyId" from identity_providers where id = $1',
    [id],
  );
  return rows[0];
};

test('a provider has defaults, what to register at it, and never answers its secret', async () => {
  const made = await create('company');
  assert.deepEqual(made.oidc, {
    issuer: oidc.issuer,
    clientId: 'oriel',
    scopes: ['openid', 'email', 'profile'],
    endsProviderSession: true,
  });
  assert.match(made.signedOutUrl ?? '', /^http:.*\/sign-in$/);
  assert.equal(made.hasSecret, true);
  assert.equal(made.provisionsUsers, true);
  assert.equal(made.trustsEmails, false);
  assert.equal(made.testedAt, null);
  assert.match(made.callbackUrl, /^http:.*\/api\/v1\/sso\/oidc\/callback$/);
  assert.match(made.logoutUrl ?? '', /\/api\/v1\/sso\/oidc\/company\/backchannel-logout$/);
  const answers = [made, await call('GET', `${PATH}/${made.id}`), await call('GET', PATH)];
  assert.ok(!JSON.stringify(answers).includes(oidc.clientSecret));
  const stored = await storedOf(made.id);
  assert.ok(!stored?.encryptedSecret?.toString('latin1').includes(oidc.clientSecret));
});

test('changes keep what they do not name', async () => {
  const { id } = await create('kept', { domains: ['example.com'], claims: { externalId: 'oid' } });
  const changed = await call<IdentityProvider>('PUT', `${PATH}/${id}`, {
    name: 'Kept',
    claims: { groups: 'roles' },
    oidc: { issuer: oidc.issuer, clientId: 'oriel' },
  });
  assert.equal(changed.name, 'Kept');
  assert.equal(changed.hasSecret, true);
  assert.deepEqual(changed.domains, ['example.com']);
  assert.deepEqual(changed.claims, {
    email: 'email',
    givenName: 'given_name',
    familyName: 'family_name',
    groups: 'roles',
    externalId: 'oid',
  });
  const without = await call<IdentityProvider>('PUT', `${PATH}/${id}`, { claims: { externalId: null } });
  assert.equal(without.claims.externalId, null);
});

test('a secret goes to no other issuer than the one that it was entered for, nor do its people', async () => {
  const { id } = await create('moved');
  await testApp.database.pool.query(
    "insert into user_identities (provider_id, subject, user_id) values ($1, 'ada', $2)",
    [id, testApp.adminId],
  );
  await testApp.database.pool.query('update identity_providers set tested_at = now() where id = $1', [id]);
  const same = await call<IdentityProvider>('PUT', `${PATH}/${id}`, {
    oidc: { ...oidc, clientSecret: undefined },
  });
  assert.equal(same.hasSecret, true);
  assert.notEqual(same.testedAt, null);
  const moved = await call<IdentityProvider>('PUT', `${PATH}/${id}`, {
    oidc: { issuer: 'https://evil.example.com', clientId: 'oriel' },
  });
  assert.equal(moved.hasSecret, false);
  assert.equal(moved.testedAt, null);
  const { rows } = await testApp.database.pool.query('select from user_identities where provider_id = $1', [
    id,
  ]);
  assert.equal(rows.length, 0);
});

test('issuers that are no plain addresses, unknown attributes and taken slugs are refused', async () => {
  for (const issuer of [
    'https://user:secret@login.example.com',
    'https://login.example.com?a=b',
    'ftp://a',
    'login',
  ])
    assert.equal(
      await refusalOf('POST', PATH, { kind: 'OIDC', slug: 'bad', name: 'Bad', oidc: { ...oidc, issuer } }),
      'validation_failed',
      issuer,
    );
  assert.equal(
    await refusalOf('POST', PATH, { kind: 'OIDC', slug: 'bad', name: 'Bad' }),
    'validation_failed',
  );
  const attributes = [{ claim: 'team', attribute: 'missing' }];
  const body = { kind: 'OIDC', slug: 'bad', name: 'Bad', oidc };
  assert.equal(await refusalOf('POST', PATH, { ...body, attributes }), 'attributes_not_found');
  await create('taken');
  assert.equal(await refusalOf('POST', PATH, { ...body, slug: 'taken' }), 'provider_slug_taken');
  assert.equal(await refusalOf('POST', PATH, { ...body, slug: 'server' }), 'provider_slug_taken');
});

test('the sign-in page sees enabled providers, and nothing else of them', async () => {
  const { id } = await create('shown', { name: 'Shown' });
  const methods = async () => {
    const answer = await testApp.call({ method: 'GET', path: '/api/v1/sign-in-methods', key: '' });
    return answer.json() as { takesPasswords: boolean; providers: { slug: string }[] };
  };
  assert.equal((await methods()).takesPasswords, true);
  assert.deepEqual(
    (await methods()).providers.find(({ slug }) => slug === 'shown'),
    { kind: 'OIDC', slug: 'shown', name: 'Shown', startUrl: '/api/v1/sso/shown/start' },
  );
  await call('PUT', `${PATH}/${id}`, { isEnabled: false });
  assert.ok(!(await methods()).providers.some(({ slug }) => slug === 'shown'));
});

test('secrets are encrypted again when the key is rotated', async () => {
  const { id } = await create('rotated');
  const before = await storedOf(id);
  await rotateKey(testApp.database.db, createFileKeyring(testApp.dataDir));
  const stored = await storedOf(id);
  assert.ok(before && stored && stored.keyId !== before.keyId);
});

test('the provider of the settings is there, is not changed by the API, and stays disabled without them', async () => {
  const keyring = createFileKeyring(testApp.dataDir);
  const settings = {
    issuer: 'https://idp.example.com',
    clientId: 'oriel',
    clientSecret: 'a',
    trustsEmails: true,
    endsProviderSession: true,
  };
  const { db } = testApp.database;
  // Two servers that start at once.
  await Promise.all([1, 2].map(() => ensureManagedProvider(db, keyring, settings)));
  const find = async () =>
    (await call<{ items: IdentityProvider[] }>('GET', PATH)).items.filter(({ slug }) => slug === 'server');
  const [provider, ...others] = await find();
  assert.ok(provider?.isManaged && provider.isEnabled && provider.hasSecret);
  assert.equal(others.length, 0);
  assert.deepEqual([provider.trustsEmails, provider.oidc?.endsProviderSession], [true, true]);
  await ensureManagedProvider(db, keyring, { ...settings, trustsEmails: false });
  assert.equal((await find())[0]?.trustsEmails, false);
  for (const method of ['PUT', 'DELETE'] as const)
    assert.equal(
      await refusalOf(method, `${PATH}/${provider.id}`, method === 'PUT' ? { name: 'Mine' } : undefined),
      'identity_provider_managed',
    );
  await ensureManagedProvider(db, keyring, undefined);
  const [left] = await find();
  assert.deepEqual([left?.isManaged, left?.isEnabled], [false, false]);
  await call('DELETE', `${PATH}/${provider.id}`);
});

test('a provider of another account is not there', async () => {
  const { build } = testApp;
  const tenantId = await build.tenant({ host: 'elsewhere.example.com' });
  const key = await build.apiKey({ tenantId, userId: await build.user({ tenantId, role: 'Admin' }) });
  const { id } = await create('hidden');
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const answer = await testApp.call({
      method,
      path: `${PATH}/${id}`,
      key,
      headers: { host: 'elsewhere.example.com' },
      ...(method === 'PUT' && { body: { name: 'Theirs' } }),
    });
    assert.equal(answer.statusCode, 404);
  }
});
