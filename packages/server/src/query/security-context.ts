import type { ServerBrand } from '@oriel/contract';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { queryPrepared } from '../db/statements/prepared.ts';
import type { PolicyContext, Principal, UserPrincipal } from '../access/principal.ts';
import { policyContextOf } from '../identity/credentials/credential-store.ts';

/** What the query API makes of a caller: the context that row-level policies look at. */
export type SecurityContextReader = (actor: Principal) => Promise<Record<string, unknown>>;

export function createSecurityContextReader(
  database: Pick<Database, 'db' | 'pool'>,
  brand: ServerBrand,
): SecurityContextReader {
  return async (actor) => {
    if (actor.kind === 'embed' || actor.kind === 'data') return { ...actor.securityContext };
    if (actor.kind === 'user') return { [brand.securityContextKey]: await userContext(database, actor) };
    return {};
  };
}

async function userContext(
  database: Pick<Database, 'db' | 'pool'>,
  { tenantId, userId, email, policyContext }: UserPrincipal,
): Promise<object> {
  return { username: email, ...(policyContext ?? (await readPolicyContext(database, tenantId, userId))) };
}

async function readPolicyContext(
  database: Pick<Database, 'db' | 'pool'>,
  tenantId: number,
  userId: number,
): Promise<PolicyContext> {
  const context = policyContextOf({ id: sql`${userId}::integer`, tenantId: sql`${tenantId}::integer` });
  const [row] = await queryPrepared(database, sql<{ context: PolicyContext }>`select ${context} as context`);
  if (!row) throw new Error('A select without a table gave no row');
  return row.context;
}

/** Makes the reader of a caller's attributes by name, as the security context has them. */
export function createAttributeReader(
  readSecurityContext: SecurityContextReader,
  brand: ServerBrand,
): (actor: Principal) => Promise<Readonly<Record<string, unknown>>> {
  return async (actor) => {
    const { [brand.securityContextKey]: user } = await readSecurityContext(actor);
    // A host may sign anything under this key.
    const { userAttributes } = (typeof user === 'object' && user !== null ? user : {}) as {
      userAttributes?: unknown;
    };
    return typeof userAttributes === 'object' && userAttributes !== null ? { ...userAttributes } : {};
  };
}
