import { limits, type Refusal } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createTestApp, type TestApp } from '../../test/index.ts';
import { hashSecret, makeSecret } from '../credentials/secrets.ts';
import { completeSignIn, type VerifiedSignIn } from './complete-sign-in.ts';

let testApp: TestApp;
let userId: number;
before(async () => {
  testApp = await createTestApp();
});
after(() => testApp.close());
beforeEach(async () => {
  userId = await testApp.build.user({ tenantId: testApp.tenantId, password: 'correct horse battery staple' });
});

const complete = (given: Partial<VerifiedSignIn> = {}) =>
  completeSignIn(testApp.database.db, {
    tenantId: testApp.tenantId,
    userId,
    method: 'oidc',
    clientAddress: '192.0.2.7',
    ...given,
  });

const sessionOf = (token: string) =>
  testApp.database.db
    .selectFrom('consoleSessions')
    .selectAll()
    .where('hash', '=', hashSecret(token))
    .executeTakeFirst();

const statusWith = async (token: string) => {
  const headers = { cookie: `oriel_session=${token}` };
  const answer = await testApp.call({ method: 'GET', path: '/api/v1/users/me', key: '', headers });
  return answer.statusCode;
};

const isRefused = (work: Promise<unknown>) =>
  assert.rejects(work, ({ code }: Refusal) => code === 'sign_in_failed');

async function makeProvider(): Promise<number> {
  const { rows } = await testApp.database.pool.query<{ id: number }>(
    `insert into identity_providers (tenant_id, kind, slug, name, settings, claims)
     values ($1, 'OIDC', gen_random_uuid(), 'Company login', '{}', '{}') returning id`,
    [testApp.tenantId],
  );
  return rows[0]?.id ?? 0;
}

test('a session says how it began and from where', async () => {
  const identityProviderId = await makeProvider();
  const { token, sessionId } = await complete({
    identityProviderId,
    providerSubject: 'ada',
    providerSession: 'session-1',
    userAgent: 'x'.repeat(limits.MAX_USER_AGENT_LENGTH + 1),
  });
  const { createdAt, lastUsedAt, authenticatedAt, ...row } = (await sessionOf(token)) ?? {};
  assert.ok(createdAt !== undefined && lastUsedAt === createdAt && authenticatedAt === createdAt);
  assert.deepEqual(
    { ...row, hash: undefined, expiresAt: undefined },
    {
      hash: undefined,
      expiresAt: undefined,
      id: sessionId,
      userId,
      method: 'oidc',
      identityProviderId,
      isEnrolling: false,
      passkeyChallenge: null,
      passkeyChallengeExpiresAt: null,
      providerSubject: 'ada',
      providerSession: 'session-1',
      userAgent: 'x'.repeat(limits.MAX_USER_AGENT_LENGTH),
      clientAddress: '192.0.2.7',
    },
  );
  assert.equal(await statusWith(token), 200);
});

test('session fixation: a session that a browser comes with is never the one that begins, and ends', async () => {
  const planted = makeSecret();
  const fromPlanted = await complete({ sessionToken: planted });
  assert.notEqual(fromPlanted.token, planted);
  assert.equal(await statusWith(planted), 401);
  const next = await complete({ sessionToken: fromPlanted.token });
  assert.equal(await statusWith(fromPlanted.token), 401);
  assert.equal(await statusWith(next.token), 200);
});

test('no session begins for a user of another tenant, a deactivated one, or a password that has changed', async () => {
  const { db } = testApp.database;
  await isRefused(complete({ tenantId: await testApp.build.tenant() }));
  const { passwordHash } = await db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await complete({ passwordHash: passwordHash ?? '' });
  await isRefused(complete({ passwordHash: 'scrypt:another' }));
  await db.updateTable('users').set({ isDeactivated: true }).where('id', '=', userId).execute();
  await isRefused(complete());
});

test('a session that is begun in a transaction that fails has never been', async () => {
  const begun = testApp.database.db.transaction().execute(async (tx) => {
    const signIn = {
      tenantId: testApp.tenantId,
      userId,
      method: 'saml',
      clientAddress: '192.0.2.7',
    } as const;
    const { token } = await completeSignIn(tx, signIn);
    throw new Error(token);
  });
  const token = await begun.then(
    () => '',
    ({ message }: Error) => message,
  );
  assert.equal(await sessionOf(token), undefined);
});

test('the sessions that a provider has vouched for end with it', async () => {
  const identityProviderId = await makeProvider();
  const [ofProvider, own] = [await complete({ identityProviderId }), await complete({ method: 'password' })];
  await testApp.database.pool.query('delete from identity_providers where id = $1', [identityProviderId]);
  assert.deepEqual([await statusWith(ofProvider.token), await statusWith(own.token)], [401, 200]);
});

test('the last use of a session is recorded to the minute', async () => {
  const { token } = await complete();
  const { db } = testApp.database;
  const old = '2026-01-01T00:00:00.000Z';
  await db
    .updateTable('consoleSessions')
    .set({ lastUsedAt: old })
    .where('hash', '=', hashSecret(token))
    .execute();
  assert.equal(await statusWith(token), 200);
  const used = (await sessionOf(token))?.lastUsedAt;
  assert.ok(used !== undefined && used > old);
  assert.equal(await statusWith(token), 200);
  assert.equal((await sessionOf(token))?.lastUsedAt, used);
});
