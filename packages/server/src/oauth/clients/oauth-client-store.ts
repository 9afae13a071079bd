import type { OAuthClient } from '@oriel/contract';
import { sql, type Insertable, type Updateable } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import { toStorableId } from '../../db/values/storable-id.ts';
import type { Tables } from '../../db/tables.ts';
import { commandLineClient, type ClientRegistration } from './built-in-client.ts';
import { hasUser, type TenantDb } from '../tenant-db.ts';

const answered = [
  'id',
  'clientId',
  'name',
  'uri',
  'applicationType',
  'tokenEndpointAuthMethod',
  'grantTypes',
  'redirectUris',
  'postLogoutRedirectUris',
  'scopes',
  'userId',
  'isDynamic',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof OAuthClient)[];

/** A client with the hash of its secret. */
export type FoundClient = ClientRegistration & { readonly secretHash: Buffer | null };

/** The order of clients: newest first. */
export const newestClients = columnOrder<OAuthClient>({
  list: 'OAuth clients',
  alias: 'oauth_clients',
  by: { id: 'integer' },
  direction: 'desc',
});

/** The SQL of OAuth clients. */
export type OAuthClientStore = ReturnType<typeof createOAuthClientStore>;

/** Makes the store of the OAuth clients of an account. */
export function createOAuthClientStore(db: Db, tenantId: number) {
  return bindFirst(
    { db, tenantId },
    { list, find, findByClientId, insert, update, endOwnTokens, remove, hasUser },
  );
}

function list({ db, tenantId }: TenantDb, { after, limit }: PageRange<CursorKey>): Promise<OAuthClient[]> {
  return db
    .selectFrom('oauthClients')
    .select(answered)
    .where('tenantId', '=', tenantId)
    .where(newestClients.isBehind(after))
    .orderBy(newestClients.orderBy)
    .limit(limit)
    .execute();
}

function find({ db, tenantId }: TenantDb, id: number): Promise<OAuthClient | undefined> {
  return db
    .selectFrom('oauthClients')
    .select(answered)
    .where('tenantId', '=', tenantId)
    .where('id', '=', toStorableId(id))
    .executeTakeFirst();
}

/** By what it calls itself, the one that is built in as well. */
async function findByClientId(
  { db, tenantId }: TenantDb,
  clientId: string,
): Promise<FoundClient | undefined> {
  if (clientId === commandLineClient.clientId) return { ...commandLineClient, secretHash: null };
  return db
    .selectFrom('oauthClients')
    .select([...answered, 'secretHash'])
    .where('tenantId', '=', tenantId)
    .where('clientId', '=', clientId)
    .executeTakeFirst();
}

function insert(
  { db, tenantId }: TenantDb,
  client: Omit<Insertable<Tables['oauthClients']>, 'tenantId'>,
): Promise<OAuthClient> {
  return db
    .insertInto('oauthClients')
    .values({ ...client, tenantId })
    .returning(answered)
    .executeTakeFirstOrThrow();
}

function update(
  { db, tenantId }: TenantDb,
  id: number,
  changes: Updateable<Tables['oauthClients']>,
): Promise<OAuthClient | undefined> {
  return db
    .updateTable('oauthClients')
    .set({ ...changes, updatedAt: sql<string>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', toStorableId(id))
    .returning(answered)
    .executeTakeFirst();
}

/** Ends the tokens that a client has by its own credentials. */
async function endOwnTokens({ db, tenantId }: TenantDb, clientId: string): Promise<void> {
  await db
    .deleteFrom('oauthAccessTokens')
    .where('tenantId', '=', tenantId)
    .where('clientId', '=', clientId)
    .where('grantId', 'is', null)
    .execute();
}

/** Removes a client and all that it was given. @returns whether it was there */
async function remove({ db, tenantId }: TenantDb, id: number): Promise<boolean> {
  const removed = await db
    .deleteFrom('oauthClients')
    .where('tenantId', '=', tenantId)
    .where('id', '=', toStorableId(id))
    .returning('clientId')
    .executeTakeFirst();
  if (!removed) return false;
  for (const table of ['oauthGrants', 'oauthAccessTokens', 'oauthTickets'] as const)
    await db
      .deleteFrom(table)
      .where('tenantId', '=', tenantId)
      .where('clientId', '=', removed.clientId)
      .execute();
  return true;
}
