import type { UserOAuthToken } from '@oriel/contract';
import { sql, type Selectable } from 'kysely';
import { bindFirst } from '../db/bind-first.ts';
import type { Db } from '../db/database.ts';
import { isStorableId } from '../db/values/storable-id.ts';
import type { Tables } from '../db/tables.ts';
import { holdKey } from '../secrets/key-lock.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { hideSecret, showSecret } from '../secrets/stored-secret.ts';
import { userTokenContext } from '../secrets/user-token-secrets.ts';
import type { UserTokens } from './provider.ts';

/** A connection as it is stored. */
export type UserTokenRow = Selectable<Tables['userOauthTokens']>;

/** A connection, and how far its access token is from its end by the clock of the database. */
export type TimedTokenRow = UserTokenRow & { readonly isEnding: boolean; readonly isEnded: boolean };

/** The tokens of a connection, decrypted. */
export type OpenedTokens = UserTokens;

/** An access token that ends within this time is refreshed first. */
const ENDING_SECONDS = 60;
/** A refresh takes two requests at most, of ten seconds each. */
const CLAIM_SECONDS = 60;

const isEnded = sql<boolean>`coalesce(access_token_expires_at <= now(), false)`;
/** Ended, with nothing that could renew it. */
const shownStatus = sql<UserOAuthToken['status']>`case
  when status = 'active' and ${isEnded} and (not has_refresh_token or last_error is not null) then 'expired'
  else status end`;

/** The database, and what the tokens in it are encrypted with. */
interface SealingStore {
  readonly db: Db;
  readonly keyring: Keyring;
}

/** Makes the store of connections. */
export function createUserTokenStore(db: Db, keyring: Keyring) {
  return bindFirst(
    { db, keyring },
    {
      open,
      list,
      find,
      findTimed,
      connect,
      noteFailure,
      listDue,
      claim,
      refreshed,
      refreshFailed,
      remove,
      listOpened,
      removeAll,
    },
  );
}

function shown(db: Db) {
  return db
    .selectFrom('userOauthTokens')
    .select([
      'id',
      'integrationId',
      'userId',
      shownStatus.as('status'),
      'accessTokenExpiresAt',
      'refreshTokenExpiresAt',
      'lastError',
      'createdAt',
      'updatedAt',
    ]);
}

async function seal(
  { db, keyring }: SealingStore,
  key: { integrationId: number; userId: number },
  tokens: UserTokens,
) {
  await holdKey(db);
  const { accessToken, refreshToken, accessTokenSeconds, refreshTokenSeconds } = tokens;
  const text = JSON.stringify({ accessToken, refreshToken });
  const after = (seconds: number | undefined) =>
    seconds === undefined ? null : sql<string>`now() + make_interval(secs => ${seconds})`;
  return {
    ...(await hideSecret(keyring, text, userTokenContext(key))),
    status: 'active' as const,
    lastError: null,
    hasRefreshToken: refreshToken !== undefined,
    accessTokenExpiresAt: after(accessTokenSeconds),
    refreshTokenExpiresAt: after(refreshTokenSeconds),
    nextRefreshAt: null,
    claimId: null,
    claimedUntil: null,
    updatedAt: sql<string>`now()`,
  };
}

async function open(
  { keyring }: { keyring: Keyring },
  row: Pick<UserTokenRow, 'encryptedSecret' | 'keyId' | 'integrationId' | 'userId'>,
): Promise<OpenedTokens> {
  const { encryptedSecret, keyId } = row;
  if (encryptedSecret === null || keyId === null) throw new Error('A connection has no tokens');
  const text = await showSecret(keyring, { encryptedSecret, keyId }, userTokenContext(row));
  // What `seal` has written.
  const { accessToken, refreshToken } = JSON.parse(text) as {
    accessToken: string;
    refreshToken?: string;
  };
  return { accessToken, refreshToken, accessTokenSeconds: undefined, refreshTokenSeconds: undefined };
}

function list({ db }: { db: Db }, userId: number): Promise<UserOAuthToken[]> {
  return shown(db).where('userId', '=', userId).orderBy('id').execute();
}

async function find(
  { db }: { db: Db },
  userId: number,
  integrationId: number,
): Promise<UserOAuthToken | undefined> {
  if (!isStorableId(integrationId)) return undefined;
  return shown(db).where('userId', '=', userId).where('integrationId', '=', integrationId).executeTakeFirst();
}

function findTimed(
  { db }: { db: Db },
  userId: number,
  integrationId: number,
): Promise<TimedTokenRow | undefined> {
  return db
    .selectFrom('userOauthTokens')
    .selectAll()
    .select(
      sql<boolean>`coalesce(access_token_expires_at <= now() + make_interval(secs => ${ENDING_SECONDS}), false)`.as(
        'isEnding',
      ),
    )
    .select(isEnded.as('isEnded'))
    .where('userId', '=', userId)
    .where('integrationId', '=', integrationId)
    .executeTakeFirst();
}

/** Connects, in a transaction: whatever was there is another connection. */
async function connect(
  { db, keyring }: SealingStore,
  key: { integrationId: number; userId: number },
  tokens: UserTokens,
): Promise<void> {
  const values = {
    ...(await seal({ db, keyring }, key, tokens)),
    connectionId: sql<string>`gen_random_uuid()`,
  };
  await db
    .insertInto('userOauthTokens')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(['integrationId', 'userId']).doUpdateSet(values))
    .execute();
}

/** A connection that works stays, with the error. */
async function noteFailure(
  { db }: { db: Db },
  key: { integrationId: number; userId: number },
  lastError: string,
): Promise<void> {
  await db
    .insertInto('userOauthTokens')
    .values({ ...key, status: 'error', lastError })
    .onConflict((conflict) =>
      conflict.columns(['integrationId', 'userId']).doUpdateSet({ lastError, updatedAt: sql<string>`now()` }),
    )
    .execute();
}

/** Connections with a token that ends within `seconds` and can be refreshed now, the first to end first. */
function listDue({ db }: { db: Db }, seconds: number, limit: number): Promise<UserTokenRow[]> {
  return db
    .selectFrom('userOauthTokens')
    .selectAll()
    .where('status', '=', 'active')
    .where('hasRefreshToken', '=', true)
    .where(
      sql<boolean>`access_token_expires_at < now() + make_interval(secs => ${seconds})
            and coalesce(next_refresh_at <= now(), true) and coalesce(claimed_until < now(), true)`,
    )
    .orderBy('accessTokenExpiresAt')
    .limit(limit)
    .execute();
}

/** Takes a connection for a refresh; undefined where another process has it, or has just refreshed it. */
function claim({ db }: { db: Db }, row: UserTokenRow, claimId: string): Promise<UserTokenRow | undefined> {
  return db
    .updateTable('userOauthTokens')
    .set({ claimId, claimedUntil: sql<string>`now() + make_interval(secs => ${CLAIM_SECONDS})` })
    .where('id', '=', row.id)
    .where('status', '=', 'active')
    .where('encryptedSecret', '=', row.encryptedSecret)
    .where(sql<boolean>`coalesce(claimed_until < now(), true) and coalesce(next_refresh_at <= now(), true)`)
    .returningAll()
    .executeTakeFirst();
}

/** In a transaction. False where the connection is another one meanwhile, or gone. */
async function refreshed(
  { db, keyring }: SealingStore,
  row: UserTokenRow,
  claimId: string,
  tokens: UserTokens,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('userOauthTokens')
    .set(await seal({ db, keyring }, row, tokens))
    .where('id', '=', row.id)
    .where('claimId', '=', claimId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The error is kept; one that is final ends the connection, else it is tried again in a minute. */
async function refreshFailed(
  { db }: { db: Db },
  row: UserTokenRow,
  claimId: string,
  { message, isFinal }: { message: string; isFinal: boolean },
): Promise<void> {
  await db
    .updateTable('userOauthTokens')
    .set({
      ...(isFinal && { status: 'error' }),
      lastError: message,
      nextRefreshAt: sql<string>`now() + interval '1 minute'`,
      claimId: null,
      claimedUntil: null,
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', row.id)
    .where('claimId', '=', claimId)
    .execute();
}

/** Takes a connection away, and gives what it was. */
function remove(
  { db }: { db: Db },
  userId: number,
  integrationId: number,
): Promise<UserTokenRow | undefined> {
  return db
    .deleteFrom('userOauthTokens')
    .where('userId', '=', userId)
    .where('integrationId', '=', integrationId)
    .returningAll()
    .executeTakeFirst();
}

/** The tokens of all users of an integration; those that cannot be decrypted are left out. */
async function listOpened({ db, keyring }: SealingStore, integrationId: number): Promise<OpenedTokens[]> {
  const rows = await db
    .selectFrom('userOauthTokens')
    .selectAll()
    .where('integrationId', '=', integrationId)
    .where('encryptedSecret', 'is not', null)
    .execute();
  const opened = await Promise.all(rows.map((row) => open({ keyring }, row).catch(() => undefined)));
  return opened.filter((tokens) => tokens !== undefined);
}

async function removeAll({ db }: { db: Db }, integrationId: number): Promise<void> {
  await db.deleteFrom('userOauthTokens').where('integrationId', '=', integrationId).execute();
}
