import type { OAuthScope } from '@oriel/contract';
import { sql } from 'kysely';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { columnOrder, type CursorKey } from '../../paging/list-order.ts';
import type { PageRange } from '../../paging/page.ts';
import { toStorableId } from '../../db/values/storable-id.ts';
import { makeSecret } from '../../identity/credentials/secrets.ts';
import { apiScopesOf, openIdScopesOf } from '../scopes.ts';
import { hasUser, type TenantDb } from '../tenant-db.ts';

/** What a user gives a client. */
interface NewGrant {
  readonly userId: number;
  readonly clientId: string;
  readonly scopes: readonly OAuthScope[];
  /** Null: every one of the user. */
  readonly deploymentIds: readonly number[] | null;
  /** The resource indicators of the request, as it wrote them. */
  readonly indicators: readonly string[];
  readonly isRemembered: boolean;
}

/** A grant with its client, as far as that has a row. */
export interface FoundGrant {
  readonly id: number;
  readonly userId: number;
  readonly clientId: string;
  readonly clientName: string | null;
  readonly clientUri: string | null;
  readonly scopes: OAuthScope[];
  readonly deploymentIds: number[] | null;
  readonly isRemembered: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string;
}

/** The order of grants: newest first. */
export const newestGrants = columnOrder<FoundGrant>({
  list: 'OAuth grants',
  alias: 'g',
  by: { id: 'integer' },
  direction: 'desc',
});

/** For so long a grant is remembered, and refreshed at most. */
export const GRANT_SECONDS = 365 * 86_400;

/** Makes the store of the grants of an account. */
export function createOAuthGrantStore(db: Db, tenantId: number) {
  return bindFirst({ db, tenantId }, { list, insert, isRemembered, remove, hasUser });
}

/** Those of a user that have not ended, newest first. */
function list(
  { db, tenantId }: TenantDb,
  userId: number,
  { after, limit }: PageRange<CursorKey>,
): Promise<FoundGrant[]> {
  return db
    .selectFrom('oauthGrants as g')
    .leftJoin('oauthClients as c', (join) =>
      join.onRef('c.clientId', '=', 'g.clientId').onRef('c.tenantId', '=', 'g.tenantId'),
    )
    .select([
      'g.id',
      'g.userId',
      'g.clientId',
      'c.name as clientName',
      'c.uri as clientUri',
      'g.scopes',
      'g.deploymentIds',
      'g.isRemembered',
      'g.createdAt',
      'g.lastUsedAt',
      'g.expiresAt',
    ])
    .where('g.tenantId', '=', tenantId)
    .where('g.userId', '=', toStorableId(userId))
    .where('g.expiresAt', '>', sql<string>`now()`)
    .where(newestGrants.isBehind(after))
    .orderBy(newestGrants.orderBy)
    .limit(limit)
    .execute();
}

/** @returns what tokens name it by */
async function insert({ db, tenantId }: TenantDb, grant: NewGrant): Promise<string> {
  const { userId, clientId, scopes, deploymentIds, isRemembered } = grant;
  const key = makeSecret();
  const iat = Math.floor(Date.now() / 1000);
  await db
    .insertInto('oauthGrants')
    .values({
      key,
      tenantId,
      userId,
      clientId,
      scopes: [...scopes],
      deploymentIds: deploymentIds && [...deploymentIds],
      payload: JSON.stringify({ iat, exp: iat + GRANT_SECONDS, ...payloadOf(grant) }),
      isRemembered,
      lastUsedAt: null,
      expiresAt: sql<string>`now() + make_interval(secs => ${GRANT_SECONDS})`,
    })
    .execute();
  return key;
}

/** Whether a user has let a client have all of something without being asked again. */
async function isRemembered(
  { db, tenantId }: TenantDb,
  {
    userId,
    clientId,
    scopes,
    deploymentIds,
  }: Pick<NewGrant, 'userId' | 'clientId' | 'scopes' | 'deploymentIds'>,
): Promise<boolean> {
  const hasDeployments =
    deploymentIds === null
      ? sql<boolean>`deployment_ids is null`
      : sql<boolean>`(deployment_ids is null or deployment_ids @> ${[...deploymentIds]}::integer[])`;
  const found = await db
    .selectFrom('oauthGrants')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .where('clientId', '=', clientId)
    .where('isRemembered', '=', true)
    .where('expiresAt', '>', sql<string>`now()`)
    .where(sql<boolean>`scopes @> ${[...scopes]}::text[]`)
    .where(hasDeployments)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Removes a grant with its tokens, and forgets what else its user has said of its client.
 *
 * @param userId the user who has given it; undefined for any of the account
 * @returns whether it was there
 */
async function remove({ db, tenantId }: TenantDb, id: number, userId: number | undefined): Promise<boolean> {
  const removed = await db
    .deleteFrom('oauthGrants')
    .where('tenantId', '=', tenantId)
    .where('id', '=', toStorableId(id))
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? 0))
    .returning(['userId', 'clientId'])
    .executeTakeFirst();
  if (!removed) return false;
  await db
    .updateTable('oauthGrants')
    .set({ isRemembered: false })
    .where('tenantId', '=', tenantId)
    .where('userId', '=', removed.userId)
    .where('clientId', '=', removed.clientId)
    .where('isRemembered', '=', true)
    .execute();
  return true;
}

/** A grant as the library of the protocol has it. */
function payloadOf({ userId, clientId, scopes, indicators }: NewGrant): Record<string, unknown> {
  const api = apiScopesOf(scopes).join(' ');
  return {
    kind: 'Grant',
    accountId: String(userId),
    clientId,
    openid: { scope: openIdScopesOf(scopes).join(' ') },
    ...(api !== '' && { resources: Object.fromEntries(indicators.map((each) => [each, api])) }),
  };
}
