import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../test/index.ts';
import { rotateKey } from '../variables/rotate-key.ts';
import { decrypt, encrypt } from './encryption.ts';
import { idTokenContext } from './id-token-secrets.ts';
import { linkContext, remoteContext } from './git-credentials.ts';
import { createFileKeyring, type Keyring } from './keyring.ts';
import { modelContext } from './model-secrets.ts';
import { providerContext } from './provider-secrets.ts';
import { integrationContext, userTokenContext } from './user-token-secrets.ts';
import { signingKeyContext } from './signing-key-secrets.ts';
import { apiSecretContext, embedSecretContext } from './token-secrets.ts';
import { totpContext } from './totp-secrets.ts';

/** What is encrypted of a table, for one row of it. */
interface EncryptedRow {
  /** What the secret is bound to. */
  readonly context: string;
  /** Stores a row with the secret. */
  insert(secret: Buffer, keyId: string): Promise<unknown>;
}

const SECRET = 'the secret of a row';

const integration = {
  name: 'warehouse',
  type: 'custom',
  authUrl: 'https://login.example.com/authorize',
  tokenUrl: 'https://login.example.com/token',
  redirectUri: 'https://analytics.example.com/callback',
  clientId: 'oriel',
};

let app: TestApp;
let keyring: Keyring;
let rows: Readonly<Record<string, EncryptedRow>>;
before(async () => {
  app = await createTestApp();
  keyring = createFileKeyring(app.dataDir);
  const { deploymentId, adminId } = app;
  const { db } = app.database;
  rows = {
    api_secrets: {
      context: apiSecretContext(deploymentId),
      insert: (encryptedSecret, keyId) =>
        db.updateTable('apiSecrets').set({ encryptedSecret, keyId }).execute(),
    },
    embed_secrets: {
      context: embedSecretContext(app.tenantId),
      insert: (encryptedSecret, keyId) =>
        db.updateTable('embedSecrets').set({ encryptedSecret, keyId }).execute(),
    },
    deployment_variables: {
      context: `variable ${deploymentId} HELD`,
      insert: (encryptedValue, keyId) =>
        db
          .insertInto('deploymentVariables')
          .values({ deploymentId, name: 'HELD', encryptedValue, keyId })
          .execute(),
    },
    git_remotes: {
      context: remoteContext(deploymentId),
      insert: (encryptedSecret, keyId) =>
        sql`insert into git_remotes (deployment_id, kind, url, encrypted_secret, key_id)
          values (${deploymentId}, 'https', 'https://git.example.com/a.git', ${encryptedSecret}, ${keyId})`.execute(
          db,
        ),
    },
    git_provider_links: {
      context: linkContext(adminId),
      insert: (encryptedSecret, keyId) =>
        db
          .insertInto('gitProviderLinks')
          .values({ userId: adminId, login: 'grace', encryptedSecret, keyId })
          .execute(),
    },
    oauth_integrations: {
      context: integrationContext(900),
      insert: (encryptedSecret, keyId) =>
        db
          .insertInto('oauthIntegrations')
          .values({ id: 900, tenantId: app.tenantId, ...integration, encryptedSecret, keyId })
          .execute(),
    },
    user_oauth_tokens: {
      context: userTokenContext({ integrationId: 900, userId: adminId }),
      insert: (encryptedSecret, keyId) =>
        db
          .insertInto('userOauthTokens')
          .values({ integrationId: 900, userId: adminId, status: 'active', encryptedSecret, keyId })
          .execute(),
    },
    identity_providers: {
      context: providerContext({ tenantId: app.tenantId, slug: 'held' }),
      insert: (encryptedSecret, keyId) =>
        sql`insert into identity_providers (tenant_id, kind, slug, name, settings, claims, encrypted_secret, key_id)
          values (${app.tenantId}, 'OIDC', 'held', 'Held', '{}', '{}', ${encryptedSecret}, ${keyId})`.execute(
          db,
        ),
    },
    model_endpoints: {
      context: modelContext(app.tenantId),
      insert: (encryptedSecret, keyId) =>
        db.insertInto('modelEndpoints').values({ tenantId: app.tenantId, encryptedSecret, keyId }).execute(),
    },
    totp_secrets: {
      context: totpContext(adminId),
      insert: (encryptedSecret, keyId) =>
        db.insertInto('totpSecrets').values({ userId: adminId, encryptedSecret, keyId }).execute(),
    },
    provider_id_tokens: {
      context: idTokenContext(900),
      insert: (encryptedSecret, keyId) =>
        sql`with session as (
          insert into console_sessions (id, hash, user_id, expires_at) overriding system value
          values (900, '\\x09', ${adminId}, now() + interval '1 hour') returning id)
          insert into provider_id_tokens (session_id, encrypted_secret, key_id)
          select id, ${encryptedSecret}, ${keyId} from session`.execute(db),
    },
    signing_keys: {
      context: signingKeyContext('held'),
      insert: (encryptedSecret, keyId) =>
        sql`insert into signing_keys (kid, state, public_jwk, encrypted_secret, key_id)
          values ('held', 'previous', '{}', ${encryptedSecret}, ${keyId})`.execute(db),
    },
  };
});
after(() => app.close());

/** Tables with secrets that a rotation leaves, and why. */
const left: Readonly<Record<string, string>> = {
  oauth_flows: 'A person at a provider begins anew: it lives ten minutes, and a rotation deletes it.',
  idempotency_keys: 'An answer is kept for a day; one without its key is told as lost.',
};

interface EncryptedColumn {
  table: string;
  column: string;
}

/** Every column that holds something encrypted: they are called so, and stand beside the id of their key. */
async function listEncrypted(): Promise<EncryptedColumn[]> {
  const { rows: found } = await sql<EncryptedColumn>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    where c.table_schema = 'public' and c.data_type = 'bytea' and (
      c.column_name like 'encrypted%' or exists (
        select from information_schema.columns k
        where k.table_schema = 'public' and k.table_name = c.table_name and k.column_name = 'key_id'
      ) and c.column_name not like '%hash'
    ) order by 1`.execute(app.database.db);
  return found;
}

test('a rotation encrypts every secret of the schema again, with the new key', async () => {
  const { db } = app.database;
  const columns = (await listEncrypted()).filter(({ table }) => left[table] === undefined);
  assert.deepEqual(
    columns.map(({ table }) => table),
    Object.keys(rows).sort(),
    'A table with secrets belongs to this test and to rotateKey, one without does not',
  );
  const old = await keyring.current();
  for (const { context, insert } of Object.values(rows)) {
    const { encryptedValue, keyId } = encrypt(old, SECRET, context);
    await insert(encryptedValue, keyId);
  }
  assert.ok((await rotateKey(db, keyring)) >= columns.length);
  const current = await keyring.current();
  assert.notEqual(current.id, old.id);
  assert.equal(await createFileKeyring(app.dataDir).find(old.id), undefined);
  for (const { table, column } of columns) {
    const { rows: stored } = await sql<{ secret: Buffer; keyId: string }>`
      select ${sql.ref(column)} as secret, key_id from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(
      db,
    );
    for (const { keyId } of stored) assert.equal(keyId, current.id, table);
    const context = rows[table]?.context ?? '';
    const opened = stored.map(({ secret }) => open(() => decrypt(current, secret, context)));
    assert.ok(opened.includes(SECRET), `${table} holds what it held`);
  }
});

test('a secret is readable where it belongs alone, and with its own key', async () => {
  const { encryptedValue } = encrypt(await keyring.current(), SECRET, 'here');
  const current = await keyring.current();
  assert.equal(
    open(() => decrypt(current, encryptedValue, 'there')),
    undefined,
  );
  assert.ok(!encryptedValue.includes(SECRET));
  const other = await keyring.renew();
  assert.equal(
    open(() => decrypt(other, encryptedValue, 'here')),
    undefined,
  );
  assert.equal(
    open(() => decrypt(current, encryptedValue, 'here')),
    SECRET,
  );
});

/** What cannot be decrypted is undefined. */
function open(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
