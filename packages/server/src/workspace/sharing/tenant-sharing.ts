import {
  refuse,
  type AccessSubjectsResponse,
  type ItemAccess,
  type ItemAccessInput,
  type ItemGrantInput,
} from '@oriel/contract';
import { accessLevels } from '../../access/access-level.ts';
import type { EmbedPrincipal } from '../../access/principal.ts';
import type { ResourceType } from '../../access/resource-kinds.ts';
import type { Db } from '../../db/database.ts';
import { isStorableId } from '../../db/storable-id.ts';
import { createWorkspaceAccess } from '../workspace-access.ts';
import { changeWorkspace } from '../workspace-change.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { keyOf, nearestGrants, type SubjectRef } from './resolve-access.ts';
import { createSharingStore } from './sharing-store.ts';
import { loadShownPlaces } from './shown-places.ts';
import { createTenantSharingStore, type TenantSubject } from './tenant-sharing-store.ts';

/** An item to share. */
interface Item {
  readonly type: ResourceType;
  readonly id: number;
}

/** A viewer in creator mode, and the deployment. */
export interface CreatorScope extends WorkspaceScope {
  readonly actor: EmbedPrincipal;
}

/** Makes the service by which viewers in creator mode share what is theirs, within their embed tenant and nowhere else. */
export function createTenantSharing(db: Db) {
  return {
    /** @throws 404 and 403 for the item */
    async get(scope: CreatorScope, item: Item): Promise<ItemAccess> {
      await createWorkspaceAccess(db, scope).get(item.type, item.id, accessLevels.manage);
      return readAccess(db, scope, item);
    },
    /**
     * Replaces what is given on an item within the tenant.
     *
     * @throws `duplicate_subject`, `user_not_found`, `group_not_found`, `embed_tenant_not_found`, `invalid_request`; 404 and 403
     * for the item
     */
    put(scope: CreatorScope, item: Item, { entries }: ItemAccessInput): Promise<ItemAccess> {
      return changeWorkspace(db, scope, { lock: 'exclusive' }, async (tx) => {
        await tx.access.get(item.type, item.id, accessLevels.manage);
        const store = createTenantSharingStore(tx.db, scope.actor.embedTenantId);
        const [tenant] = await store.describe([
          { subjectType: 'EMBED_TENANT', subjectId: scope.actor.embedTenantId },
        ]);
        const given = entries.map((entry) => ({
          ...subjectOf(entry, tenant),
          level: accessLevels[entry.level],
        }));
        await checkSubjects(store, given);
        await store.replaceGrants({ ...item, deploymentId: scope.deploymentId }, given);
        return readAccess(tx.db, scope, item);
      });
    },
    /** Whom in the tenant things can be shared with. */
    async findSubjects({ actor }: CreatorScope, search: string): Promise<AccessSubjectsResponse> {
      const found = await createTenantSharingStore(db, actor.embedTenantId).find(search);
      return { items: found.map(({ id: _id, ...subject }) => subject) };
    },
  };
}

async function readAccess(db: Db, { actor, deploymentId }: CreatorScope, item: Item): Promise<ItemAccess> {
  const store = createTenantSharingStore(db, actor.embedTenantId);
  const places = await createSharingStore(db).listPlaces({ ...item, deploymentId });
  const grants = await store.listGrants(deploymentId, places);
  const subjects = new Map((await store.describe(grants)).map((subject) => [keyOfSubject(subject), subject]));
  const [own] = places;
  const toPlace = await loadShownPlaces(db, { actor, deploymentId }, places);
  const entries = [...nearestGrants(places, grants).values()].flatMap((grant) => {
    const subject = subjects.get(keyOf(grant));
    if (!subject || grant.level === accessLevels.none) return [];
    const { id: _id, ...shown } = subject;
    const level = grant.level === accessLevels.edit ? 'edit' : 'read';
    return [{ ...shown, level, inheritedFrom: grant.place === own ? null : toPlace(grant.place) } as const];
  });
  return { owner: null, entries };
}

const keyOfSubject = ({ subjectType, id }: TenantSubject) => keyOf({ subjectType, subjectId: id });

/** @throws `invalid_request` for a level or a kind that is not shared within a tenant; `embed_tenant_not_found` */
function subjectOf(
  { subjectType, subjectId = null, embedTenantName = null, level }: ItemGrantInput,
  tenant: TenantSubject | undefined,
): SubjectRef {
  if (level === 'manage')
    throw refuse('invalid_request', {
      reason: 'Within an embed tenant the viewer manages who has made an item',
    });
  if (subjectType === 'EMBED_TENANT') {
    if (level !== 'read') throw refuse('invalid_request', { reason: 'An embed tenant reads, and no more' });
    if (!tenant || embedTenantName !== tenant.embedTenantName)
      throw refuse('embed_tenant_not_found', { name: embedTenantName ?? '' });
    return { subjectType, subjectId: tenant.id };
  }
  if (subjectType !== 'EMBED_USER' && subjectType !== 'EMBED_GROUP')
    throw refuse('invalid_request', {
      reason: 'An embed session shares with its embed tenant, and with its viewers and groups',
    });
  if (subjectId === null)
    throw refuse('invalid_request', { reason: `An entry of ${subjectType} has subjectId` });
  return { subjectType, subjectId };
}

/** @throws `duplicate_subject`; `user_not_found` and `group_not_found` also for those of other tenants */
async function checkSubjects(
  store: ReturnType<typeof createTenantSharingStore>,
  given: readonly SubjectRef[],
): Promise<void> {
  const storable = given.filter(({ subjectId }) => isStorableId(subjectId));
  const known = new Set((await store.describe(storable)).map(keyOfSubject));
  const seen = new Set<string>();
  for (const subject of given) {
    const key = keyOf(subject);
    const missing = subject.subjectType === 'EMBED_GROUP' ? 'group_not_found' : 'user_not_found';
    if (!known.has(key)) throw refuse(missing, { id: subject.subjectId });
    if (seen.has(key)) throw refuse('duplicate_subject', { subject: key });
    seen.add(key);
  }
}
