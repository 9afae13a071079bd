import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createChangeFeed, type ChangeFeed } from '../../db/change-feed.ts';
import { connectDatabase } from '../../db/database.ts';
import { createTestApp, type TestApp } from '../../test/index.ts';
import { createCredentialStore } from './credential-store.ts';
import { createCredentialCache, type CredentialCacheOptions } from './credential-cache.ts';
import { hashSecret } from './secrets.ts';

let testApp: TestApp;
/** Its clock stands still, so that it trusts its connection for ever. */
let changes: ChangeFeed;
before(async () => {
  testApp = await createTestApp();
  const { connection } = testApp.database;
  changes = createChangeFeed({ connection, channel: 'credential_change', now: () => 0 });
  await untilKnown(changes);
});
after(async () => {
  await changes.close();
  await testApp.close();
});

const path = '/api/v1/api-keys';
const addressed = { host: 'localhost', deploymentId: undefined };

async function untilKnown(changes: ChangeFeed): Promise<void> {
  while (changes.version() === undefined) await setImmediate();
}

/** A cache over the real store, and what it asks of the database. */
function createCounted(options: CredentialCacheOptions = {}) {
  const store = createCredentialStore(testApp.database);
  const asked: Buffer[] = [];
  const counting = {
    ...store,
    findByApiKey: (...[hash, where]: Parameters<typeof store.findByApiKey>) => {
      asked.push(hash);
      return store.findByApiKey(hash, where);
    },
  };
  return { asked, cache: createCredentialCache(counting, changes, options) };
}

async function newKey(key = testApp.adminKey): Promise<{ id: number; secret: string }> {
  const answer = await testApp.call({ method: 'POST', path, key, body: { name: 'short-lived' } });
  const { apiKey, secret } = answer.json();
  return { id: apiKey.id, secret };
}

test('a key is looked up once as long as nothing changes', async () => {
  const { asked, cache } = createCounted();
  const hash = hashSecret(testApp.adminKey);
  const first = await cache.findByApiKey(hash, addressed);
  assert.equal(await cache.findByApiKey(hash, addressed), first);
  assert.equal(asked.length, 1);
  await cache.findByApiKey(hash, { ...addressed, deploymentId: testApp.deploymentId });
  await cache.findByApiKey(hash, { ...addressed, host: 'other.example' });
  await cache.findByApiKey(hash, { ...addressed, needsPolicyContext: true });
  assert.equal(asked.length, 4);
});

test('who has made a token is looked up once as long as nothing changes', async () => {
  const { tenantId, adminId: userId, database } = testApp;
  const store = createCredentialStore(database);
  let asked = 0;
  const findHolder = (...[holder]: Parameters<typeof store.findHolder>) => {
    asked += 1;
    return store.findHolder(holder);
  };
  const cache = createCredentialCache({ ...store, findHolder }, changes);
  const first = await cache.findHolder({ tenantId, userId });
  assert.equal(await cache.findHolder({ tenantId, userId }), first);
  assert.equal(asked, 1);
  assert.ok((await cache.findHolder({ tenantId, userId, needsPolicyContext: true }))?.policyContext);
  assert.equal(await cache.findHolder({ tenantId, userId, apiKeyId: 1_000_000 }), undefined);
  assert.equal(await cache.findHolder({ tenantId: tenantId + 1, userId }), undefined);
  assert.equal(asked, 4);
});

test('a key that was used a moment ago is refused on the very next request after it is revoked', async () => {
  for (let round = 0; round < 30; round += 1) {
    await untilKnown(testApp.database.credentialChanges);
    const { id, secret } = await newKey();
    for (let use = 0; use < 3; use += 1)
      assert.equal((await testApp.call({ method: 'GET', path, key: secret })).statusCode, 200);
    assert.equal((await testApp.call({ method: 'DELETE', path: `${path}/${id}` })).statusCode, 204);
    assert.equal((await testApp.call({ method: 'GET', path, key: secret })).statusCode, 401);
  }
});

test('a full cache evicts the least recently used key', async () => {
  const { asked, cache } = createCounted({ maxEntries: 2 });
  const { tenantId, adminId: userId } = testApp;
  const makeHash = async () => hashSecret(await testApp.build.apiKey({ tenantId, userId }));
  const [first, second, third] = [await makeHash(), await makeHash(), await makeHash()];
  for (const hash of [first, second, first, third, first]) await cache.findByApiKey(hash, addressed);
  assert.deepEqual(asked, [first, second, third]);
  await cache.findByApiKey(second, addressed);
  assert.deepEqual(asked, [first, second, third, second]);
});

test('an expiry counts to the moment', async () => {
  let clockMs = 0;
  const { tenantId, adminId: userId } = testApp;
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const hash = hashSecret(await testApp.build.apiKey({ tenantId, userId, expiresAt: inAnHour }));
  await testApp.database.pool.query(
    "update api_keys set expires_at = now() + interval '2 seconds' where hash = $1",
    [hash],
  );
  await changes.catchUp();
  const { asked, cache } = createCounted({ now: () => clockMs });
  const remainingMs = (await cache.findByApiKey(hash, addressed))?.expiresInMs ?? 0;
  assert.ok(remainingMs > 0 && remainingMs <= 2_000);
  clockMs = remainingMs - 1;
  await cache.findByApiKey(hash, addressed);
  assert.equal(asked.length, 1);
  clockMs = remainingMs;
  await cache.findByApiKey(hash, addressed);
  assert.equal(asked.length, 2);
});

test('another server on the same database hears of it', async () => {
  const database = connectDatabase(testApp.database.connection);
  const other = await createTestApp({ database });
  try {
    await untilKnown(database.credentialChanges);
    const { id, secret } = await newKey();
    const ask = () => other.call({ method: 'GET', path, key: secret });
    assert.equal((await ask()).statusCode, 200);
    const version = database.credentialChanges.version();
    await testApp.call({ method: 'DELETE', path: `${path}/${id}` });
    // Nothing but what it is told lets it forget the key so soon.
    while (database.credentialChanges.version() === version) await setImmediate();
    assert.equal((await ask()).statusCode, 401);
  } finally {
    await other.close();
    await database.close();
  }
});

test('while changes may be missed each request asks the database', async () => {
  const { secret } = await newKey();
  const ask = () => testApp.call({ method: 'GET', path, key: secret });
  await untilKnown(testApp.database.credentialChanges);
  assert.equal((await ask()).statusCode, 200);
  const { pool, credentialChanges } = testApp.database;
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'oriel changes'",
  );
  while (credentialChanges.version() !== undefined) await setImmediate();
  await pool.query('delete from api_keys where hash = $1', [hashSecret(secret)]);
  assert.equal((await ask()).statusCode, 401);
});
