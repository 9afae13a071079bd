import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createDeployment } from '../deployments/create-deployment.ts';
import { verifyToken } from '../identity/credentials/signed-token.ts';
import { createTenant } from '../operator/tenants.ts';
import { createTestApp, openEmbedSession, type TestApp } from '../test/index.ts';
import { rotateKey } from '../variables/rotate-key.ts';
import { createFileKeyring, createSettingKeyring, type Keyring } from './keyring.ts';
import { encryptPlainTokenSecrets, readApiSecret, readEmbedSecret } from './token-secrets.ts';

let app: TestApp;
let deployment: { tenantId: number; id: number };
before(async () => {
  app = await createTestApp();
  deployment = { tenantId: app.tenantId, id: app.deploymentId };
});
after(() => app.close());

const newKeyring = (): Keyring => createFileKeyring(app.dataDir);
const readSecrets = async (keyring = newKeyring()): Promise<string[]> => [
  await readEmbedSecret(app.database.db, keyring, app.tenantId),
  await readApiSecret(app.database.db, keyring, deployment),
];

/** Stores the secrets as a server did before it encrypted them. */
async function storePlain(): Promise<string[]> {
  const [embedSecret = '', apiSecret = ''] = await readSecrets();
  const { db } = app.database;
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('tenants').set({ embedSecret }).where('id', '=', app.tenantId).execute();
    await tx.deleteFrom('embedSecrets').where('tenantId', '=', app.tenantId).execute();
    await tx.updateTable('deployments').set({ apiSecret }).where('id', '=', app.deploymentId).execute();
    await tx.deleteFrom('apiSecrets').where('deploymentId', '=', app.deploymentId).execute();
  });
  return [embedSecret, apiSecret];
}

/** Every row of every table of the database, as a dump has it. */
async function dump(): Promise<string> {
  const { pool } = app.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  const dumped = await Promise.all(
    tables.map(({ name }) => pool.query<{ row: string }>(`select t::text as row from ${name} t`)),
  );
  return dumped.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n');
}

/** Whether a text holds a secret, as it is or as bytes. */
const isIn = (text: string, secret: string) =>
  text.includes(secret) || text.includes(Buffer.from(secret).toString('hex'));

async function makeTokens(): Promise<{ embed: string; data: string }> {
  const embed = await openEmbedSession(app, { embedTenantName: 'acme' });
  const path = `/api/v1/deployments/${app.deploymentId}/token`;
  const answer = await app.call({ method: 'POST', path, body: {} });
  return { embed, data: answer.json<{ svcApiToken: string }>().svcApiToken };
}

/** Whether the embed token is known, which lists no folders, and the data token is signed by the deployment. */
async function areKnown({ embed, data }: { embed: string; data: string }): Promise<boolean> {
  const path = `/api/v1/deployments/${app.deploymentId}/folders`;
  const headers = { authorization: `Embed-Token ${embed}` };
  const { statusCode } = await app.call({ method: 'GET', path, key: '', headers });
  const secret = await readApiSecret(app.database.db, newKeyring(), deployment);
  await verifyToken(data, { secret });
  return statusCode === 403;
}

test('an upgrade moves plain secrets once, whichever servers start at once, and tokens hold on', async () => {
  const secrets = await storePlain();
  const made = await makeTokens();
  assert.ok(await areKnown(made));
  const before = await dump();
  assert.ok(secrets.every((secret) => isIn(before, secret)));
  const servers = Array.from({ length: 4 }, () => encryptPlainTokenSecrets(app.database.db, newKeyring()));
  const moved = await Promise.all(servers);
  assert.equal(
    moved.reduce((sum, count) => sum + count),
    2,
  );
  assert.deepEqual(await readSecrets(), secrets);
  assert.ok(await areKnown(made));
  assert.ok(await areKnown(await makeTokens()));
  const dumped = await dump();
  for (const secret of secrets) assert.ok(!isIn(dumped, secret));
});

test('an upgrade beside a rotation leaves secrets that the new key opens', async () => {
  const secrets = await storePlain();
  const keyring = newKeyring();
  await Promise.all([
    rotateKey(app.database.db, newKeyring()),
    encryptPlainTokenSecrets(app.database.db, keyring),
  ]);
  assert.deepEqual(await readSecrets(), secrets);
  const { id } = await newKeyring().current();
  const { rows } = await sql<{ keyId: string }>`
    select key_id from embed_secrets union select key_id from api_secrets`.execute(app.database.db);
  assert.deepEqual(rows, [{ keyId: id }]);
});

test('what a server of an earlier version adds later is used, and encrypted at the next start', async () => {
  const { db } = app.database;
  const { id } = await db
    .insertInto('deployments')
    .values({ tenantId: app.tenantId, name: 'Added by an earlier version', apiSecret: 'plain' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const added = { tenantId: app.tenantId, id };
  assert.equal(await readApiSecret(db, newKeyring(), added), 'plain');
  assert.equal(await encryptPlainTokenSecrets(db, newKeyring()), 1);
  assert.equal(await encryptPlainTokenSecrets(db, newKeyring()), 0);
  assert.equal(await readApiSecret(db, newKeyring(), added), 'plain');
  assert.ok(!isIn(await dump(), '(plain)'));
});

test('new accounts and deployments have encrypted secrets alone, and none of them is in the audit log', async () => {
  const { database, dataDir, tenantId } = app;
  const parts = { db: database.db, dataDir, keyring: newKeyring() };
  const made = await createDeployment(parts, tenantId, { name: 'Made', variables: {}, model: undefined });
  assert.ok(made);
  await createTenant(database.db, newKeyring(), {
    name: 'made',
    displayName: undefined,
    hosts: [],
    email: 'grace@example.com',
  });
  const dumped = await dump();
  for (const secret of await readSecrets()) assert.ok(!isIn(dumped, secret));
  const { rows } = await app.database.pool.query(
    `select id from deployments d where api_secret is not null or not exists (select from api_secrets where deployment_id = d.id)
    union all select id from tenants t where embed_secret is not null or not exists (select from embed_secrets where tenant_id = t.id)`,
  );
  assert.deepEqual(rows, []);
});

test('a server with another key says that a secret is unavailable', async () => {
  const stranger = createSettingKeyring(randomBytes(32).toString('base64'), '/nowhere');
  await assert.rejects(readSecrets(stranger), { code: 'unavailable' });
});
