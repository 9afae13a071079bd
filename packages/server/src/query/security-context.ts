import type { ServerBrand } from '@oriel/contract';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { queryPrepared } from '../db/prepared.ts';
import type { Principal, UserPrincipal } from '../http/principal.ts';

/** What the query API makes of a caller: the context that row-level policies look at. */
export type SecurityContextReader = (actor: Principal) => Promise<Record<string, unknown>>;

export function createSecurityContextReader(
  database: Pick<Database, 'db' | 'pool'>,
  brand: ServerBrand,
): SecurityContextReader {
  return async (actor) => {
    if (actor.kind === 'embed') return { ...actor.securityContext };
    if (actor.kind === 'user') return { [brand.securityContextKey]: await userContext(database, actor) };
    return {};
  };
}

async function userContext(
  database: Pick<Database, 'db' | 'pool'>,
  { tenantId, userId, email }: UserPrincipal,
): Promise<object> {
  const statement = sql<{ groups: string[]; attributes: Record<string, unknown> }>`
    select
      array(
        select g.name from group_members m join groups g on g.id = m.group_id
        where g.tenant_id = ${tenantId} and m.user_id = ${userId} order by g.name
      ) as groups,
      coalesce((
        select jsonb_object_agg(a.name, v.value) from user_attribute_values v join user_attributes a on a.id = v.attribute_id
        where a.tenant_id = ${tenantId} and v.user_id = ${userId}
      ), '{}') as attributes`;
  const [row] = await queryPrepared(database, statement);
  return { username: email, groups: row?.groups ?? [], userAttributes: row?.attributes ?? {} };
}
