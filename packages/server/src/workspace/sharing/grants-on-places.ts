import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/database.ts';
import { rowsOf } from '../items/workspace-rows.ts';
import type { Grant, Place } from './resolve-access.ts';

/** The condition of the grants `g` of users: what viewers share within their embed tenant is theirs. */
export const isSharedByUsers = sql<boolean>`g.subject_type not in ('EMBED_USER', 'EMBED_GROUP')`;

/** The condition of the grants `g` to an embed tenant, to its viewers and to its groups. */
export function isWithinTenant(embedTenantId: number): RawBuilder<boolean> {
  return sql<boolean>`(
    (g.subject_type = 'EMBED_TENANT' and g.subject_id = ${embedTenantId})
    or (g.subject_type = 'EMBED_USER' and exists (
      select from embed_users u where u.id = g.subject_id and u.embed_tenant_id = ${embedTenantId}))
    or (g.subject_type = 'EMBED_GROUP' and exists (
      select from embed_tenant_groups t where t.id = g.subject_id and t.embed_tenant_id = ${embedTenantId})))`;
}

/** Lists the grants `g` on some places that meet a condition. */
export function listGrantsOn(
  db: Db,
  deploymentId: number,
  { places, condition }: { places: readonly Place[]; condition: RawBuilder<boolean> },
): Promise<Grant[]> {
  const types = places.map(({ type }) => type);
  const ids = places.map(({ id }) => id);
  return rowsOf(
    db,
    sql<Grant>`
      select g.resource_type, g.resource_id, g.subject_type, g.subject_id, g.level from grants g
      join unnest(${types}::text[], ${ids}::integer[]) as place(type, id)
        on place.type = g.resource_type and place.id = g.resource_id
      where g.deployment_id = ${deploymentId} and ${condition}`,
  );
}
