import { limits, type ApiKey } from '@oriel/contract';
import { sql, type Selectable } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { toStorableId } from '../../db/values/storable-id.ts';
import type { Tables } from '../../db/tables.ts';

/** A key to store: what is known of it but never the key itself. */
export interface NewApiKey {
  tenantId: number;
  userId: number;
  name: string;
  /** The first characters of the key. */
  prefix: string;
  /** SHA-256 of the key. */
  hash: Buffer;
  /** Null reaches every deployment of the user. */
  deploymentIds: readonly number[] | null;
  isReadOnly: boolean;
  /** Groups of operations; null: all. */
  tags: string[] | null;
  /** ISO 8601; null never expires. */
  expiresAt: string | null;
  /** The key that it was made with, and goes with; null for one that a person made. */
  madeWith: number | null;
}

/** Keys of an account, or of a user of it. */
export interface ApiKeyFilter {
  tenantId: number;
  userId?: number;
  /** Those that reach no other deployments than these; null for all. */
  within: readonly number[] | null;
  /** Those that may call no other groups of operations than these; null or absent: all. */
  tags?: readonly string[] | null;
  /** This key, and those that were made with it. */
  madeBy?: number | undefined;
}

const answered = [
  'id',
  'userId',
  'name',
  'prefix',
  'deploymentIds',
  'isReadOnly',
  'tags',
  'createdAt',
  'expiresAt',
  'lastUsedAt',
] as const satisfies (keyof ApiKey)[];

/** The SQL of API keys. */
export type ApiKeyStore = ReturnType<typeof createApiKeyStore>;

/** Makes the store of API keys. */
export function createApiKeyStore(db: Db) {
  return bindFirst(db, {
    list,
    hasUser,
    find,
    findForUpdate,
    lockUser,
    count,
    removeExpired,
    insert,
    replace,
    remove,
    findDeployments,
  });
}

function isOne({ tenantId, userId, within, tags = null, madeBy }: ApiKeyFilter) {
  const isWithin =
    within === null ? sql`true` : sql`coalesce(deployment_ids <@ ${[...within]}::integer[], false)`;
  const isOfUser = userId === undefined ? sql`true` : sql`user_id = ${userId}`;
  const isCalling = tags === null ? sql`true` : sql`coalesce(tags <@ ${[...tags]}::text[], false)`;
  const isMadeBy = madeBy === undefined ? sql`true` : sql`${madeBy} in (id, made_with)`;
  return sql<boolean>`tenant_id = ${tenantId} and ${isOfUser} and ${isWithin} and ${isCalling} and ${isMadeBy}`;
}

/** Newest first. */
function list(db: Db, filter: ApiKeyFilter): Promise<ApiKey[]> {
  return db.selectFrom('apiKeys').select(answered).where(isOne(filter)).orderBy('id', 'desc').execute();
}

async function hasUser(db: Db, tenantId: number, id: number): Promise<boolean> {
  return (
    (await db
      .selectFrom('users')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('id', '=', toStorableId(id))
      .executeTakeFirst()) !== undefined
  );
}

function find(db: Db, filter: ApiKeyFilter, id: number): Promise<ApiKey | undefined> {
  return db
    .selectFrom('apiKeys')
    .select(answered)
    .where(isOne(filter))
    .where('id', '=', toStorableId(id))
    .executeTakeFirst();
}

function findForUpdate(
  db: Db,
  filter: ApiKeyFilter,
  id: number,
): Promise<Selectable<Tables['apiKeys']> | undefined> {
  return db
    .selectFrom('apiKeys')
    .selectAll()
    .where(isOne(filter))
    .where('id', '=', toStorableId(id))
    .forUpdate()
    .executeTakeFirst();
}

/** Until the transaction ends nobody else makes a key of the user. */
async function lockUser(db: Db, tenantId: number, userId: number): Promise<void> {
  await sql`select from users where tenant_id = ${tenantId} and id = ${userId} for no key update`.execute(db);
}

async function count(db: Db, tenantId: number, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
        select count(*) from api_keys where tenant_id = ${tenantId} and user_id = ${userId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Removes keys of a user that have expired, those that did so longest ago first.
 * @returns how many, `most` at most
 */
async function removeExpired(db: Db, tenantId: number, userId: number, most: number): Promise<number> {
  const { rows } = await sql`delete from api_keys where id in (
        select id from api_keys where tenant_id = ${tenantId} and user_id = ${userId} and expires_at < now()
        order by expires_at, id limit ${most}) returning id`.execute(db);
  return rows.length;
}

function insert(db: Db, { deploymentIds, ...key }: NewApiKey): Promise<ApiKey> {
  return db
    .insertInto('apiKeys')
    .values({ ...key, deploymentIds: deploymentIds && [...deploymentIds] })
    .returning(answered)
    .executeTakeFirstOrThrow();
}

/** Ends a key after a time, and leaves what was made with it to another. */
async function replace(db: Db, id: number, by: number, overlapSeconds: number): Promise<void> {
  await db.updateTable('apiKeys').set({ madeWith: by }).where('madeWith', '=', id).execute();
  await db
    .updateTable('apiKeys')
    .set({
      expiresAt: sql<string>`least(expires_at, now() + make_interval(secs => ${overlapSeconds}))`,
    })
    .where('id', '=', id)
    .execute();
}

/** Whether there was such a key. */
async function remove(db: Db, filter: ApiKeyFilter, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('apiKeys')
    .where(isOne(filter))
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Those of the ids that are deployments of the tenant. */
async function findDeployments(db: Db, tenantId: number, ids: readonly number[]): Promise<number[]> {
  // A larger one is no deployment's, and the database would refuse to compare it.
  const possible = ids.filter((id) => id <= limits.MAX_ID);
  const rows = await db
    .selectFrom('deployments')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<number>`any(${possible}::integer[])`)
    .execute();
  return rows.map(({ id }) => id);
}
