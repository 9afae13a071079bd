import {
  limits,
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
import { isStorableId } from '../../db/values/storable-id.ts';
import { createWorkspaceAccess } from '../workspace-access.ts';
import { answerItems, type Batched } from '../../paging/batched-answer.ts';
import { changeWorkspace } from '../batches/workspace-change.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { keyOf, nearestGrants, type PlacedGrant, type SubjectRef } from './resolve-access.ts';
import { createSharingStore } from './sharing-store.ts';
import { loadShownPlaces } from './shown-places.ts';
import { createTenantSharingStore, type TenantSubject } from './tenant-sharing-store.ts';

/** An item to share. */
interface Item {
  readonly type: ResourceType;
  readonly id: number;
}

/** A viewer in creator mode, and the deployment. */
interface CreatorScope extends WorkspaceScope {
  readonly actor: EmbedPrincipal;
}

/**
 * Makes the service by which viewers in creator mode share what is theirs, within their embed tenant and nowhere else.
 */
export function createTenantSharing(db: Db) {
  return {
    /** @throws 404 and 403 for the item */
    async get(scope: CreatorScope, item: Item): Promise<Batched<ItemAccess>> {
      await createWorkspaceAccess(db, scope).get(item.type, item.id, accessLevels.manage);
      return describeAccess(db, scope, await readGiven(db, scope, item));
    },
    /**
     * Replaces what is given on an item within the tenant.
     *
     * @throws `duplicate_subject`, `user_not_found`, `group_not_found`, `embed_tenant_not_found`, `invalid_request`;
     * 404 and 403 for the item
     */
    async put(scope: CreatorScope, item: Item, { entries }: ItemAccessInput): Promise<Batched<ItemAccess>> {
      const read = await changeWorkspace(db, scope, { lock: 'exclusive' }, async (tx) => {
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
        return readGiven(tx.db, scope, item);
      });
      return describeAccess(db, scope, read);
    },
    /** Whom in the tenant things can be shared with. */
    async findSubjects({ actor }: CreatorScope, search: string): Promise<AccessSubjectsResponse> {
      const found = await createTenantSharingStore(db, actor.embedTenantId).find(search);
      return { items: found.map(({ id: _id, ...subject }) => subject) };
    },
  };
}

async function readGiven(db: Db, { actor, deploymentId }: CreatorScope, item: Item) {
  const places = await createSharingStore(db).listPlaces({ ...item, deploymentId });
  const given = await createTenantSharingStore(db, actor.embedTenantId).listGrants(deploymentId, places);
  const nearest = nearestGrants(places, given);
  return {
    places,
    grants: [...nearest.values()].filter(({ level }) => level !== accessLevels.none),
  };
}

/** The same with the names of the subjects, which are read in batches where there are many. */
async function describeAccess(
  db: Db,
  { actor, deploymentId }: CreatorScope,
  { places, grants }: Awaited<ReturnType<typeof readGiven>>,
): Promise<Batched<ItemAccess>> {
  const store = createTenantSharingStore(db, actor.embedTenantId);
  const [own] = places;
  const toPlace = await loadShownPlaces(db, { actor, deploymentId }, places);
  return answerItems<ItemAccess, PlacedGrant>({
    fields: ['entries'],
    refs: grants,
    bytesOf: () => limits.MAX_ACCESS_CHANGE_BYTES,
    read: async (batch) => {
      const found = await store.describe(batch);
      const subjects = new Map(found.map((subject) => [keyOfSubject(subject), subject]));
      return batch.flatMap((grant) => {
        const subject = subjects.get(keyOf(grant));
        if (!subject) return [];
        const { id: _id, ...shown } = subject;
        const level = grant.level === accessLevels.edit ? 'edit' : 'read';
        return [
          { ...shown, level, inheritedFrom: grant.place === own ? null : toPlace(grant.place) } as const,
        ];
      });
    },
    rest: { owner: null },
  });
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
