import type { AccessSubject } from '@oriel/contract';
import { sql, type RawBuilder } from 'kysely';
import { accessLevels, type AccessLevel } from '../../access/access-level.ts';
import type { Db } from '../../db/database.ts';
import { likePattern } from '../../db/values/like-pattern.ts';
import { rowsOf } from '../items/workspace-rows.ts';
import { isWithinTenant, listGrantsOn } from './grants-on-places.ts';
import type { Grant, Place, SubjectRef } from './resolve-access.ts';
import type { ItemRef } from './sharing-store.ts';

const MAX_FOUND = 20;

/** A subject of an embed tenant, with the id that grants to it have. */
export type TenantSubject = AccessSubject & { id: number };

/**
 * Makes the store of what the viewers of one embed tenant share with each other: grants to its viewers, to its groups
 * and to all of it. `manage` is of the viewer who has made an item, and is not shared.
 */
export function createTenantSharingStore(db: Db, embedTenantId: number) {
  const isShared = sql<boolean>`(g.level < ${accessLevels.manage} and ${isWithinTenant(embedTenantId)})`;
  return {
    listGrants: (deploymentId: number, places: readonly Place[]): Promise<Grant[]> =>
      listGrantsOn(db, deploymentId, { places, condition: isShared }),
    /** Gives exactly this within the tenant; who has made the item keeps it, and so does whatever users have given. */
    async replaceGrants(
      { deploymentId, type, id }: ItemRef,
      given: readonly (SubjectRef & { level: AccessLevel })[],
    ): Promise<void> {
      await sql`delete from grants g where g.deployment_id = ${deploymentId} and g.resource_type = ${type}
        and g.resource_id = ${id} and ${isShared}`.execute(db);
      await sql`
        insert into grants (deployment_id, resource_type, resource_id, subject_type, subject_id, level)
        select ${deploymentId}, ${type}, ${id}, wanted.* from unnest(
          ${given.map(({ subjectType }) => subjectType)}::text[], ${given.map(({ subjectId }) => subjectId)}::integer[],
          ${given.map(({ level }) => level)}::smallint[]) as wanted
        on conflict (resource_type, resource_id, subject_type, subject_id) do nothing`.execute(db);
    },
    /** Those of some subjects that are of the tenant. */
    describe(subjects: readonly SubjectRef[]): Promise<TenantSubject[]> {
      const isAmong = (type: string, column: string) => {
        const ids = subjects
          .filter(({ subjectType }) => subjectType === type)
          .map(({ subjectId }) => subjectId);
        return sql`${sql.ref(column)} = any(${ids}::integer[])`;
      };
      return rowsOf(
        db,
        selectSubjects(embedTenantId, {
          tenants: isAmong('EMBED_TENANT', 't.id'),
          viewers: isAmong('EMBED_USER', 'u.id'),
          groups: isAmong('EMBED_GROUP', 't.id'),
        }),
      );
    },
    /** Those with a text in their name or address, at most 20 of each kind. */
    find(search: string): Promise<TenantSubject[]> {
      const pattern = likePattern(search);
      const first = (order: RawBuilder<unknown>) => sql`order by lower(${order}) limit ${sql.lit(MAX_FOUND)}`;
      return rowsOf(
        db,
        selectSubjects(embedTenantId, {
          tenants: sql`(t.name ilike ${pattern} or t.display_name ilike ${pattern})`,
          viewers: sql`(u.email ilike ${pattern} or u.external_id ilike ${pattern} or u.display_name ilike ${pattern})
            ${first(sql`coalesce(u.display_name, u.email, u.external_id)`)}`,
          groups: sql`t.name ilike ${pattern} ${first(sql`t.name`)}`,
        }),
      );
    },
  };
}

/** Subjects of an embed tenant that meet a condition each. */
function selectSubjects(
  embedTenantId: number,
  where: Record<'tenants' | 'viewers' | 'groups', RawBuilder<unknown>>,
): RawBuilder<TenantSubject> {
  return sql<TenantSubject>`
  (select 'EMBED_TENANT' as subject_type, t.id, null::integer as subject_id, t.name as embed_tenant_name,
    coalesce(t.display_name, t.name) as name, null::text as email, null::text as first_name, null::text as picture
  from embed_tenants t where t.id = ${embedTenantId} and ${where.tenants})
  union all
  (select 'EMBED_USER', u.id, u.id, null, coalesce(u.display_name, u.email, u.external_id), u.email, u.display_name, u.picture
  from embed_users u where u.embed_tenant_id = ${embedTenantId} and not u.is_ephemeral and ${where.viewers})
  union all
  (select 'EMBED_GROUP', t.id, t.id, null, t.name, null, null, null
  from embed_tenant_groups t where t.embed_tenant_id = ${embedTenantId} and ${where.groups})`;
}
