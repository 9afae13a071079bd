import assert from 'node:assert/strict';
import { createPublicKey, sign, verify } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { createRemoteJWKSet, jwtVerify, SignJWT } from 'jose';
import { sql } from 'kysely';
import { createFileKeyring, KEY_FILE } from '../secrets/keyring.ts';
import { createTestApp, type TestApp } from '../test/index.ts';
import { rotateKey } from '../variables/rotate-key.ts';
import { rotateDueKeys, rotateSigningKeys } from './rotation.ts';
import { createSigningKeys } from './signing-keys.ts';

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
});
beforeEach(() => testApp.database.db.deleteFrom('signingKeys').execute());
after(() => testApp.close());

const keyring = () => createFileKeyring(testApp.dataDir);
/** As another server would have them: nothing is cached. */
const fresh = () => createSigningKeys({ database: testApp.database, keyring: keyring() });
const states = async () =>
  (await testApp.database.db.selectFrom('signingKeys').select('state').orderBy('state').execute()).map(
    ({ state }) => state,
  );
const age = (days: number) =>
  testApp.database.db
    .updateTable('signingKeys')
    .set({ stateSince: sql`now() - make_interval(days => ${days})` })
    .execute();

test('the first use makes one current key and one that comes next, for all servers that start at once', async () => {
  const kids = await Promise.all(Array.from({ length: 4 }, async () => (await fresh().current()).kid));
  assert.equal(new Set(kids).size, 1);
  assert.deepEqual(await states(), ['current', 'next']);
});

test('a stranger verifies a token by the published keys', async () => {
  const { kid, privateKey } = await fresh().current();
  const token = await new SignJWT({ sub: 'x' }).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
  const url = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`));
  assert.equal((await jwtVerify(token, keys, { algorithms: ['RS256'] })).payload.sub, 'x');
});

test('the key set is public, may be cached, and holds nothing private', async () => {
  await fresh().current();
  const { statusCode, headers, body } = await testApp.call({
    method: 'GET',
    path: '/.well-known/jwks.json',
    key: '',
  });
  assert.equal(statusCode, 200);
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.match(String(headers['cache-control']), /^public, max-age=\d+$/);
  const { keys } = JSON.parse(body) as { keys: Record<string, string>[] };
  assert.ok(keys.length >= 2);
  for (const key of keys) assert.deepEqual(Object.keys(key).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
});

test('rotation has the next key sign, and the one before stays published', async () => {
  const before = await fresh().published();
  const old = await fresh().current();
  const announced = before.keys.find(({ kid }) => kid !== old.kid);
  await rotateSigningKeys(testApp.database.db, keyring());
  const [current, { keys }] = [await fresh().current(), await fresh().published()];
  assert.equal(current.kid, announced?.kid);
  assert.deepEqual(await states(), ['current', 'next', 'previous']);
  assert.ok(keys.some(({ kid }) => kid === old.kid));
  const signature = sign('sha256', Buffer.from('text'), old.privateKey);
  const jwk = keys.find(({ kid }) => kid === old.kid);
  assert.ok(
    jwk &&
      verify('sha256', Buffer.from('text'), createPublicKey({ key: { ...jwk }, format: 'jwk' }), signature),
  );
});

test('a withdrawal leaves no key that was published before', async () => {
  const { keys: before } = await fresh().published();
  await rotateSigningKeys(testApp.database.db, keyring(), { withdraw: true });
  const { keys } = await fresh().published();
  assert.equal(keys.length, 2);
  assert.ok(keys.every(({ kid }) => !before.some((key) => key.kid === kid)));
});

test('the job rotates after 30 days, and takes previous keys back after 7', async () => {
  const { db } = testApp.database;
  assert.equal(await rotateDueKeys(db, keyring()), false);
  assert.deepEqual(await states(), []);
  await fresh().current();
  await age(29);
  assert.equal(await rotateDueKeys(db, keyring()), false);
  await age(31);
  const rotations = await Promise.all([rotateDueKeys(db, keyring()), rotateDueKeys(db, keyring())]);
  assert.deepEqual(rotations.sort(), [false, true]);
  assert.deepEqual(await states(), ['current', 'next', 'previous']);
  await age(8);
  await rotateDueKeys(db, keyring());
  assert.deepEqual(await states(), ['current', 'next']);
});

test('private keys are stored encrypted, and are read after the keys of the installation were changed', async () => {
  const { kid } = await fresh().current();
  const rows = await testApp.database.db.selectFrom('signingKeys').selectAll().execute();
  for (const { encryptedSecret } of rows) assert.ok(!encryptedSecret.includes('PRIVATE KEY'));
  assert.ok((await rotateKey(testApp.database.db, keyring())) >= 2);
  assert.equal((await fresh().current()).kid, kid);
});

test('a server without the key of the installation says so, and a withdrawal mends it', async () => {
  await fresh().current();
  await rm(join(testApp.dataDir, KEY_FILE));
  await assert.rejects(fresh().current(), { code: 'unavailable' });
  await rotateSigningKeys(testApp.database.db, keyring(), { withdraw: true });
  assert.ok((await fresh().current()).kid);
});

test('another server is followed within seconds', async () => {
  let ms = 0;
  const keys = createSigningKeys({ database: testApp.database, keyring: keyring(), now: () => ms });
  const { kid } = await keys.current();
  await rotateSigningKeys(testApp.database.db, keyring());
  assert.equal((await keys.current()).kid, kid);
  ms = 5_000;
  assert.notEqual((await keys.current()).kid, kid);
});
