import type { LightMyRequestResponse } from 'fastify';
import assert from 'node:assert/strict';
import { randomBytes, scryptSync } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { pino } from 'pino';
import { createTestApp, type TestApp } from '../../test/index.ts';
import { hashSecret } from '../credentials/secrets.ts';
import { PASSWORD_COST } from './password-hash.ts';
import { createSignInAttemptStore } from './sign-in-attempt-store.ts';
import { bucketsOf } from './sign-in-limits.ts';

const password = 'correct horse battery staple';
/** Each address of the loopback interface is a network of its own. */
const HOME = '127.0.0.1';

/** Two servers on one database. */
let testApp: TestApp;
let second: TestApp;
const lines: string[] = [];
before(async () => {
  testApp = await createTestApp({
    passwordCost: PASSWORD_COST,
    logger: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
  });
  second = await createTestApp({ database: testApp.database });
});
after(async () => {
  await second.close();
  await testApp.close();
});

let email: string;
let userId: number;
beforeEach(async () => {
  await testApp.database.pool.query('delete from sign_in_buckets');
  email = `analyst-${crypto.randomUUID()}@example.com`;
  userId = await testApp.build.user({ tenantId: testApp.tenantId, role: 'Explorer', email, password });
});

interface Attempt {
  email?: string;
  password?: string;
  from?: string;
  device?: string | undefined;
  on?: TestApp;
}

let networks = 0;
/** Another network each time. */
const elsewhere = () => `127.1.${(networks += 1) >> 8}.${networks & 255}`;

const signIn = (attempt: Attempt) =>
  (attempt.on ?? testApp).app.inject({
    method: 'POST',
    url: '/api/v1/sign-in',
    remoteAddress: attempt.from ?? HOME,
    headers: {
      host: 'localhost',
      ...(attempt.device !== undefined && { cookie: `oriel_device=${attempt.device}` }),
    },
    payload: { email: attempt.email ?? email, password: attempt.password ?? password },
  });

const deviceOf = (answer: LightMyRequestResponse) =>
  answer.cookies.find(({ name }) => name.endsWith('oriel_device'))?.value;

function countOf(answers: readonly LightMyRequestResponse[]): Record<number, number> {
  const count: Record<number, number> = {};
  for (const { statusCode } of answers) count[statusCode] = (count[statusCode] ?? 0) + 1;
  return count;
}

/** Strangers guess from everywhere, until the account takes no more of them. */
async function exhaustAccount(): Promise<void> {
  const store = createSignInAttemptStore(testApp.database);
  const { tenantId } = testApp;
  let wait = 0;
  while (wait === 0)
    wait = await store.reserve(bucketsOf({ tenantId, email, network: elsewhere(), knownDevice: undefined }));
}

test('of 100 guesses at once from one place five are tried', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      signIn({ password: 'guess', on: index % 2 ? second : testApp }),
    ),
  );
  const { 401: tried = 0, 429: refused = 0 } = countOf(answers);
  // One comes back every minute, where the machine is slow.
  assert.ok(tried <= 6, `${tried} were tried`);
  assert.equal(tried + refused, 100);
  for (const { statusCode, headers } of answers)
    if (statusCode === 429) assert.match(String(headers['retry-after']), /^[1-9]\d*$/);
});

test('of 100 guesses at once from 100 places and on two servers twenty are tried', async () => {
  const tried: number[] = [];
  for (let wave = 0; wave < 4; wave += 1) {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        signIn({ password: 'guess', from: elsewhere(), on: index % 2 ? second : testApp }),
      ),
    );
    tried.push(countOf(answers)[401] ?? 0);
  }
  const total = tried.reduce((sum, count) => sum + count, 0);
  assert.ok(total >= 20 && total <= 22, `${tried.join(' + ')} were tried`);
});

test('any number of reservations at once takes what a bucket holds, whichever account is tried', async () => {
  const store = createSignInAttemptStore(testApp.database);
  const { tenantId } = testApp;
  const waits = await Promise.all(
    Array.from({ length: 120 }, (_, index) =>
      store.reserve(
        bucketsOf({ tenantId, email: `spray-${index}`, network: '192.0.2.1', knownDevice: undefined }),
      ),
    ),
  );
  const reserved = waits.filter((wait) => wait === 0).length;
  // One comes back every six seconds.
  assert.ok(reserved >= 50 && reserved <= 52, `${reserved} were reserved`);
  assert.ok(waits.every((wait) => wait <= 6));
});

test('strangers do not lock a user out of a browser that is known', async () => {
  const device = deviceOf(await signIn({}));
  await exhaustAccount();
  assert.equal((await signIn({ from: elsewhere() })).statusCode, 429);
  const answer = await signIn({ from: elsewhere(), device });
  assert.equal(answer.statusCode, 200, answer.body);
  const [renewed] = [deviceOf(answer)];
  assert.notEqual(renewed, device);
  assert.equal(
    (await signIn({ from: elsewhere(), device })).statusCode,
    429,
    'its old token is worth nothing',
  );
  assert.equal((await signIn({ from: elsewhere(), device: renewed })).statusCode, 200);
});

test('a device that is known for one user is unknown for another', async () => {
  const device = deviceOf(await signIn({}));
  email = `other-${crypto.randomUUID()}@example.com`;
  await testApp.build.user({ tenantId: testApp.tenantId, email, password });
  await exhaustAccount();
  assert.equal((await signIn({ from: elsewhere(), device })).statusCode, 429);
});

test('guesses on a known device are counted by themselves', async () => {
  const device = deviceOf(await signIn({}));
  const hash = hashSecret(device ?? '');
  const store = createSignInAttemptStore(testApp.database);
  const buckets = bucketsOf({ tenantId: testApp.tenantId, email, network: HOME, knownDevice: hash });
  while ((await store.reserve(buckets)) === 0);
  assert.equal((await signIn({ device })).statusCode, 429);
  assert.equal((await signIn({ from: elsewhere() })).statusCode, 200);
});

test('who knows the password may sign in as often as they like', async () => {
  for (let times = 0; times < 7; times += 1) assert.equal((await signIn({})).statusCode, 200);
});

test('an unknown user, a deactivated one and one without a password get the answer of a wrong password', async () => {
  const { build, tenantId, database } = testApp;
  const [deactivated, without] = ['gone@example.com', 'invited@example.com'];
  await build.user({ tenantId, email: deactivated, password });
  await build.user({ tenantId, email: without });
  await database.db
    .updateTable('users')
    .set({ isDeactivated: true })
    .where('email', '=', deactivated)
    .execute();
  const bodyOf = async (attempt: Attempt) => {
    const answer = await signIn({ from: elsewhere(), ...attempt });
    const { requestId: _, ...body } = answer.json() as Record<string, unknown>;
    return { status: answer.statusCode, body };
  };
  const wrong = await bodyOf({ password: 'wrong' });
  assert.equal(wrong.status, 401);
  for (const other of [deactivated, without, 'nobody@example.com'])
    assert.deepEqual(await bodyOf({ email: other }), wrong, other);
});

test('an account that is not there takes as many guesses as one that is', async () => {
  const triedOf = async (account: string) => {
    let tried = 0;
    while ((await signIn({ email: account, password: 'guess' })).statusCode === 401) tried += 1;
    await testApp.database.pool.query('delete from sign_in_buckets');
    return tried;
  };
  assert.equal(await triedOf('nobody@example.com'), await triedOf(email));
});

test('an older hash of a password is renewed at the next sign-in', async () => {
  const { db } = testApp.database;
  const salt = randomBytes(16);
  const old = `scrypt:${salt.toString('base64url')}:${scryptSync(password, salt, 32).toString('base64url')}`;
  await db.updateTable('users').set({ passwordHash: old }).where('id', '=', userId).execute();
  const stored = async () =>
    (await db.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirstOrThrow())
      .passwordHash;
  assert.equal((await signIn({ password: 'wrong' })).statusCode, 401);
  assert.equal(await stored(), old);
  assert.equal((await signIn({})).statusCode, 200);
  assert.match((await stored()) ?? '', /^scrypt:16384:8:5:/);
  assert.equal((await signIn({})).statusCode, 200);
});

test('the database holds neither addresses of users nor tokens of devices', async () => {
  const device = deviceOf(await signIn({})) ?? '';
  await signIn({ password: 'wrong', device });
  await signIn({ password: 'wrong', from: elsewhere() });
  const { rows } = await testApp.database.pool.query<{ key: string }>('select key from sign_in_buckets');
  assert.ok(rows.length >= 4);
  for (const { key } of rows) assert.ok(!key.includes(email) && !key.includes(device), key);
});

test('the log tells of every sign-in, and never what was typed', async () => {
  lines.length = 0;
  await signIn({});
  await signIn({ password: 'a typed secret' });
  await signIn({ email: 'a typed name' });
  await exhaustAccount();
  await signIn({ from: elsewhere() });
  const events = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event !== undefined)
    .map(({ event, userId: id, tenantId }) => ({ event, userId: id, tenantId }));
  const { tenantId } = testApp;
  assert.deepEqual(events, [
    { event: 'sign_in_succeeded', userId, tenantId },
    { event: 'sign_in_failed', userId, tenantId },
    { event: 'sign_in_failed', userId: undefined, tenantId },
    { event: 'sign_in_throttled', userId, tenantId },
  ]);
  for (const typed of [email, password, 'a typed']) assert.ok(!lines.join('').includes(typed), typed);
});

test('the log tells who was refused what, and of changes of keys and origins', async () => {
  lines.length = 0;
  const { build, tenantId, adminId } = testApp;
  const viewerId = await build.user({ tenantId, role: 'Viewer' });
  const key = await build.apiKey({ tenantId, userId: viewerId });
  const origins = { method: 'PUT', path: '/api/v1/embed/allowed-origins', body: { origins: [] } } as const;
  await testApp.call({ ...origins, key });
  await testApp.call({ ...origins, key: 'orl_made_up' });
  await testApp.call({ ...origins, key: '' });
  await testApp.call(origins);
  const made = await testApp.call({ method: 'POST', path: '/api/v1/api-keys', body: { name: 'new' } });
  const { apiKey, secret } = made.json() as { apiKey: { id: number }; secret: string };
  await testApp.call({ method: 'DELETE', path: `/api/v1/api-keys/${apiKey.id}` });
  const events = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .map(({ event, code, operation, userId: id }) => ({ event, code, operation, userId: id }))
    .filter(({ event }) => event !== undefined);
  const operation = 'updateEmbedAllowedOrigins';
  const done = { code: undefined, operation: undefined, userId: adminId };
  assert.deepEqual(events, [
    { event: 'access_refused', code: 'admin_only', operation, userId: viewerId },
    { event: 'access_refused', code: 'unauthenticated', operation, userId: undefined },
    { event: 'allowed_origins_changed', ...done },
    { event: 'api_key_created', ...done },
    { event: 'api_key_revoked', ...done },
  ]);
  for (const unsaid of [secret, key, 'orl_made_up']) assert.ok(!lines.join('').includes(unsaid));
});
