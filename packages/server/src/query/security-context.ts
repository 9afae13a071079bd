import type { ServerBrand } from '@oriel/contract';
import type { Db } from '../db/database.ts';
import type { Principal, UserPrincipal } from '../http/principal.ts';

/** What the query API makes of a caller: the context that row-level policies look at. */
export type SecurityContextReader = (actor: Principal) => Promise<Record<string, unknown>>;

export function createSecurityContextReader(db: Db, brand: ServerBrand): SecurityContextReader {
  return async (actor) => {
    if (actor.kind === 'embed') return { ...actor.securityContext };
    if (actor.kind === 'user') return { [brand.securityContextKey]: await userContext(db, actor) };
    return {};
  };
}

async function userContext(db: Db, { tenantId, userId, email }: UserPrincipal): Promise<object> {
  const [groups, attributes] = await Promise.all([
    db
      .selectFrom('group_members')
      .innerJoin('groups', 'groups.id', 'group_members.group_id')
      .select('groups.name')
      .where('groups.tenant_id', '=', tenantId)
      .where('group_members.user_id', '=', userId)
      .execute(),
    db
      .selectFrom('user_attribute_values')
      .innerJoin('user_attributes', 'user_attributes.id', 'user_attribute_values.attribute_id')
      .select(['user_attributes.name', 'user_attribute_values.value'])
      .where('user_attributes.tenant_id', '=', tenantId)
      .where('user_attribute_values.user_id', '=', userId)
      .execute(),
  ]);
  return {
    username: email,
    groups: groups.map(({ name }) => name),
    userAttributes: Object.fromEntries(attributes.map(({ name, value }) => [name, value])),
  };
}
