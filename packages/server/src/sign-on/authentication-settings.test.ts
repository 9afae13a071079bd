import { isRefusal, type AuthenticationSettings } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { completeSignIn } from '../identity/sign-in/complete-sign-in.ts';
import { hashPassword } from '../identity/sign-in/password-hash.ts';
import { createTestApp, type TestApp } from '../test/index.ts';

let testApp: TestApp;
let breakGlass: number;
before(async () => {
  testApp = await createTestApp();
});
after(() => testApp.close());

const PATH = '/api/v1/authentication-settings';

const run = (text: string, ...values: unknown[]) => testApp.database.pool.query(text, values);

beforeEach(async () => {
  await run('delete from authentication_settings');
  await run('delete from identity_providers');
  await run('delete from users where id <> $1', testApp.adminId);
  breakGlass = await testApp.build.user({ tenantId: testApp.tenantId, role: 'Admin' });
  await run("update users set password_hash = 'any' where id = $1", breakGlass);
});

async function put(body: Partial<AuthenticationSettings>): Promise<string | AuthenticationSettings> {
  const answer = await testApp.call({ method: 'PUT', path: PATH, body });
  const said = answer.json() as AuthenticationSettings & { code: string };
  return answer.statusCode === 200 ? said : said.code;
}

async function addProvider({ isTested }: { isTested: boolean }): Promise<number> {
  const oidc = { issuer: 'https://login.example.com', clientId: 'oriel' };
  const body = { kind: 'OIDC', slug: 'company', name: 'Company', oidc };
  const made = await testApp.call({ method: 'POST', path: '/api/v1/identity-providers', body });
  const { id } = made.json() as { id: number };
  if (isTested) await run('update identity_providers set tested_at = now() where id = $1', id);
  return id;
}

test('passwords are switched off only with an enabled provider that was tested, and an administrator who keeps theirs', async () => {
  const off = { requiresProvider: true, breakGlassUserId: breakGlass };
  assert.equal(await put(off), 'password_sign_in_needed');
  const id = await addProvider({ isTested: false });
  assert.equal(await put(off), 'password_sign_in_needed');
  await run('update identity_providers set tested_at = now(), is_enabled = false where id = $1', id);
  assert.equal(await put(off), 'password_sign_in_needed');
  await run('update identity_providers set is_enabled = true where id = $1', id);
  assert.equal(await put({ requiresProvider: true }), 'break_glass_user_needed');
  assert.deepEqual(await put(off), off);
  assert.equal(await put({ breakGlassUserId: null }), 'break_glass_user_needed');
  assert.deepEqual(await put({ requiresProvider: false }), { ...off, requiresProvider: false });
});

test('only an active administrator with a password keeps theirs', async () => {
  const { build, tenantId, adminId } = testApp;
  // Without a password.
  assert.equal(await put({ breakGlassUserId: adminId }), 'break_glass_user_needed');
  const viewer = await build.user({ tenantId, role: 'Viewer' });
  assert.equal(await put({ breakGlassUserId: viewer }), 'break_glass_user_needed');
  assert.equal(await put({ breakGlassUserId: 900_000 }), 'user_not_found');
  const elsewhere = await build.user({ tenantId: await build.tenant(), role: 'Admin' });
  assert.equal(await put({ breakGlassUserId: elsewhere }), 'user_not_found');
});

test('who keeps their password stays an active administrator, whatever would change them', async () => {
  await addProvider({ isTested: true });
  await put({ requiresProvider: true, breakGlassUserId: breakGlass });
  const path = `/api/v1/users/${breakGlass}`;
  const refusals = await Promise.all([
    testApp.call({ method: 'PUT', path, body: { isAdmin: false } }),
    testApp.call({ method: 'PUT', path, body: { isDeactivated: true } }),
    testApp.call({ method: 'DELETE', path }),
    testApp.call({ method: 'DELETE', path: `/api/scim/v2/Users/${breakGlass}` }),
  ]);
  for (const answer of refusals) assert.equal(answer.statusCode, 409, answer.body);
  await put({ requiresProvider: false });
  assert.equal((await testApp.call({ method: 'DELETE', path })).statusCode, 204);
  const left = await testApp.call({ method: 'GET', path: PATH });
  assert.deepEqual(left.json(), { requiresProvider: false, breakGlassUserId: null });
});

test('sessions that began with a password or a passkey end when passwords are switched off, but those of the one who keeps theirs', async () => {
  const { build, tenantId, database } = testApp;
  const providerId = await addProvider({ isTested: true });
  const [viewer, elsewhere] = [
    await build.user({ tenantId }),
    await build.user({ tenantId: await build.tenant() }),
  ];
  const begin = async (userId: number, method: 'password' | 'passkey' | 'oidc') => {
    const ofProvider = method === 'oidc' && { identityProviderId: providerId };
    const { rows } = await database.pool.query<{ tenantId: number }>(
      'select tenant_id as "tenantId" from users where id = $1',
      [userId],
    );
    const { sessionId } = await completeSignIn(database.db, {
      tenantId: rows[0]?.tenantId ?? 0,
      userId,
      method,
      clientAddress: '127.0.0.1',
      ...ofProvider,
    });
    return sessionId;
  };
  const ended = [await begin(viewer, 'password'), await begin(viewer, 'passkey')];
  const kept = [
    await begin(viewer, 'oidc'),
    await begin(breakGlass, 'password'),
    await begin(elsewhere, 'password'),
  ];
  const left = async () => {
    const { rows } = await database.pool.query<{ id: number }>(
      'select id from console_sessions where id = any($1) order by id',
      [[...ended, ...kept]],
    );
    return rows.map(({ id }) => id);
  };
  await put({ breakGlassUserId: breakGlass });
  assert.equal((await left()).length, 5);
  await put({ requiresProvider: true });
  assert.deepEqual(await left(), kept);
});

test('with passwords switched off every sign-in by one is refused alike, but for the one who keeps theirs', async () => {
  const signIn = async (email: string, password: string) => {
    const answer = await testApp.call({
      method: 'POST',
      path: '/api/v1/sign-in',
      key: '',
      body: { email, password },
    });
    return answer.statusCode === 200 ? 'signed in' : (answer.json() as { code: string }).code;
  };
  const { build, tenantId } = testApp;
  const password = 'correct horse battery staple';
  const passwordHash = hashPassword(password);
  const viewer = await build.user({ tenantId, role: 'Viewer' });
  await run('update users set password_hash = $1 where id = any($2)', passwordHash, [viewer, breakGlass]);
  const emailOf = async (id: number) => {
    const { rows } = await testApp.database.pool.query<{ email: string }>(
      'select email from users where id = $1',
      [id],
    );
    return rows[0]?.email ?? '';
  };
  const [viewerEmail, keeper] = [await emailOf(viewer), await emailOf(breakGlass)];
  assert.equal(await signIn(viewerEmail, password), 'signed in');
  await addProvider({ isTested: true });
  await put({ requiresProvider: true, breakGlassUserId: breakGlass });
  for (const [email, typed] of [
    [viewerEmail, password],
    [viewerEmail, 'wrong'],
    [keeper, 'wrong'],
    ['nobody@example.com', password],
  ] as const)
    assert.equal(await signIn(email, typed), 'password_sign_in_disabled');
  assert.equal(await signIn(keeper, password), 'signed in');
  await put({ requiresProvider: false });
  assert.equal(await signIn(viewerEmail, password), 'signed in');
});

test('where a provider is required, no passkey begins a session either, but for the one who keeps their password', async () => {
  const { build, tenantId, database } = testApp;
  const viewer = await build.user({ tenantId, role: 'Viewer' });
  const enter = (userId: number, method: 'passkey' | 'oidc') =>
    completeSignIn(database.db, { tenantId, userId, method, clientAddress: '127.0.0.1' });
  await enter(viewer, 'passkey');
  await addProvider({ isTested: true });
  await put({ requiresProvider: true, breakGlassUserId: breakGlass });
  await assert.rejects(enter(viewer, 'passkey'), (error) => isRefusal(error, 'sign_in_failed'));
  await enter(viewer, 'oidc');
  await enter(breakGlass, 'passkey');
});
