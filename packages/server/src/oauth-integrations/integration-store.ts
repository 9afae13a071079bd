import { refuse, type CreateOAuthIntegrationInput, type OAuthIntegration } from '@oriel/contract';
import { sql } from 'kysely';
import { bindFirst } from '../db/bind-first.ts';
import type { Db } from '../db/database.ts';
import { isStorableId } from '../db/values/storable-id.ts';
import { holdKey } from '../secrets/key-lock.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { hideSecret, showSecret } from '../secrets/stored-secret.ts';
import { integrationContext } from '../secrets/user-token-secrets.ts';
import type { Provider } from './provider.ts';

const answered = [
  'id',
  'name',
  'type',
  'authUrl',
  'tokenUrl',
  'redirectUri',
  'clientId',
  'scopes',
  'config',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof OAuthIntegration)[];

/** What of an integration is set. */
type IntegrationValues = Omit<CreateOAuthIntegrationInput, 'clientSecret'>;

/** The database, and what the secrets in it are encrypted with. */
interface SealingStore {
  readonly db: Db;
  readonly keyring: Keyring;
}

/** Makes the store of integrations. */
export function createIntegrationStore(db: Db, keyring: Keyring) {
  return bindFirst({ db, keyring }, { list, find, lock, insert, update, remove, open });
}

function ofTenant(tenantId: number, id: number) {
  return sql<boolean>`tenant_id = ${tenantId} and id = ${id}`;
}

function toRow({ scopes, config, ...values }: IntegrationValues) {
  return {
    ...values,
    scopes: scopes ?? null,
    config: config === undefined ? null : JSON.stringify(config),
  };
}

function list({ db }: { db: Db }, tenantId: number): Promise<OAuthIntegration[]> {
  return db
    .selectFrom('oauthIntegrations')
    .select(answered)
    .where('tenantId', '=', tenantId)
    .orderBy(sql`lower(name)`)
    .execute();
}

async function find({ db }: { db: Db }, tenantId: number, id: number): Promise<OAuthIntegration | undefined> {
  if (!isStorableId(id)) return undefined;
  return db.selectFrom('oauthIntegrations').select(answered).where(ofTenant(tenantId, id)).executeTakeFirst();
}

/** Within a transaction: nobody changes or deletes it until that ends. */
async function lock({ db }: { db: Db }, tenantId: number, id: number): Promise<void> {
  if (!isStorableId(id)) return;
  await db.selectFrom('oauthIntegrations').select('id').where(ofTenant(tenantId, id)).forUpdate().execute();
}

async function insert(
  { db, keyring }: SealingStore,
  tenantId: number,
  values: IntegrationValues,
  clientSecret: string,
): Promise<OAuthIntegration> {
  await holdKey(db);
  // Before the row is there, since the secret is encrypted for it.
  const { rows } = await sql<{
    id: number;
  }>`select nextval(pg_get_serial_sequence('oauth_integrations', 'id'))::integer as id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('A sequence gave no number');
  const secret = await hideSecret(keyring, clientSecret, integrationContext(id));
  return db
    .insertInto('oauthIntegrations')
    .values({ id, tenantId, ...toRow(values), ...secret })
    .returning(answered)
    .executeTakeFirstOrThrow();
}

/** Without a secret the one that is there stays. */
async function update(
  { db, keyring }: SealingStore,
  tenantId: number,
  id: number,
  values: IntegrationValues,
  clientSecret: string | undefined,
): Promise<OAuthIntegration> {
  await holdKey(db);
  const secret =
    clientSecret === undefined ? {} : await hideSecret(keyring, clientSecret, integrationContext(id));
  return db
    .updateTable('oauthIntegrations')
    .set({ ...toRow(values), ...secret, updatedAt: sql<string>`now()` })
    .where(ofTenant(tenantId, id))
    .returning(answered)
    .executeTakeFirstOrThrow();
}

async function remove({ db }: { db: Db }, tenantId: number, id: number): Promise<void> {
  await db.deleteFrom('oauthIntegrations').where(ofTenant(tenantId, id)).execute();
}

/** With its secret. @throws `oauth_integration_not_found`, `unavailable` */
async function open({ db, keyring }: SealingStore, id: number): Promise<Provider> {
  const row = await db.selectFrom('oauthIntegrations').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('oauth_integration_not_found', { id });
  return { ...row, clientSecret: await showSecret(keyring, row, integrationContext(id)) };
}
