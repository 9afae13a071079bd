import type { AccessSubject } from '@oriel/contract';
import { sql } from 'kysely';
import { accessLevels } from '../../access/access-level.ts';
import type { Db } from '../../db/database.ts';
import { rowsOf } from '../items/workspace-rows.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { isSharedByUsers, isWithinTenant, listGrantsOn } from './grants-on-places.ts';
import { keyOf, subjectLevels, type Place, type SubjectLevel, type SubjectRef } from './resolve-access.ts';
import { createSharingStore } from './sharing-store.ts';
import { createTenantSharingStore } from './tenant-sharing-store.ts';

/**
 * Makes the store of what a caller is told about the access of others: a user of what users share and own, a viewer of
 * what reaches its embed tenant, and of no user.
 */
export function createAccessChangeStore(db: Db, { actor, deploymentId }: WorkspaceScope) {
  const sharing = createSharingStore(db);
  const tenantId = actor.kind === 'embed' ? actor.embedTenantId : undefined;
  const isTold =
    tenantId === undefined
      ? isSharedByUsers
      : sql<boolean>`(${isWithinTenant(tenantId)} or g.subject_type = 'ALL_EMBED_USERS')`;
  return {
    /** What subjects may do with what lies at places, from near to far, by their keys. */
    async listLevels(places: readonly Place[]): Promise<Map<string, SubjectLevel>> {
      const grants = await listGrantsOn(db, deploymentId, { places, condition: isTold });
      const owned =
        tenantId === undefined ? places : places.map((place): Place => ({ ...place, ownerId: null }));
      return subjectLevels(owned, grants);
    },
    /** What is given on the tabs of a workbook themselves, and which users own them. */
    async listTabLevels(workbookId: number): Promise<SubjectLevel[]> {
      const tabs = sql`reports r where r.deployment_id = ${deploymentId} and r.workbook_id = ${workbookId}`;
      return rowsOf(
        db,
        sql<SubjectLevel>`
          select g.subject_type, g.subject_id, max(g.level)::integer as level from grants g
          where g.deployment_id = ${deploymentId} and g.resource_type = 'REPORT' and ${isTold}
            and g.resource_id in (select r.id from ${tabs}) group by 1, 2
          union all
          select distinct 'USER', r.user_id, ${accessLevels.manage}::integer from ${tabs}
            and r.user_id is not null and ${tenantId === undefined}::boolean`,
      );
    },
    /** How subjects are shown, by their keys; those that are not there are left out. */
    async describe(subjects: readonly SubjectRef[]): Promise<Map<string, AccessSubject>> {
      if (tenantId === undefined) return sharing.describeSubjects(actor.tenantId, subjects);
      const found = await createTenantSharingStore(db, tenantId).describe(subjects);
      const all: [string, AccessSubject][] = found.map(({ id, ...subject }) => [
        keyOf({ ...subject, subjectId: id }),
        subject,
      ]);
      const everybody = { subjectType: 'ALL_EMBED_USERS' } as const;
      return new Map([...all, [keyOf({ ...everybody, subjectId: 0 }), everybody]]);
    },
  };
}
