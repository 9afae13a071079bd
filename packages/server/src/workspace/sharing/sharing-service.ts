import {
  limits,
  refuse,
  type AccessExplanation,
  type AccessPlace,
  type AccessReason,
  type AccessSubject,
  type AccessSubjectsResponse,
  type ItemAccess,
  type ItemAccessInput,
  type ItemGrantInput,
} from '@oriel/contract';
import { accessLevels, type AccessLevel } from '../../access/access-level.ts';
import type { ResourceType } from '../../access/resource-kinds.ts';
import { permits } from '../../access/roles/roles.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Database, Db } from '../../db/database.ts';
import { createCredentialStore } from '../../identity/credentials/credential-store.ts';
import { createUserStore } from '../../identity/users/user-store.ts';
import { createWorkspaceAccess } from '../workspace-access.ts';
import { answerItems, type Batched } from '../../paging/batched-answer.ts';
import { changesOfLevels } from './access-changes.ts';
import { changeWorkspace } from '../batches/workspace-change.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import {
  keyOf,
  levelOf,
  nearestGrants,
  reasonsFor,
  subjectLevels,
  type PlacedGrant,
  type Place,
  type Reason,
  type SharingUser,
  type SubjectRef,
} from './resolve-access.ts';
import { levelNames } from './level-names.ts';
import { loadShownPlaces } from './shown-places.ts';
import { createSharingStore, type SharingStore } from './sharing-store.ts';

/** An item to share. */
interface Item {
  readonly type: ResourceType;
  readonly id: number;
}

/** Shows and changes who reaches items of the workspace, and explains it. */
export type SharingService = ReturnType<typeof createSharingService>;

/** Makes the service of sharing. */
export function createSharingService(database: Pick<Database, 'db' | 'pool'>) {
  const { db } = database;
  const store = createSharingStore(db);
  const credentials = createCredentialStore(database);
  return bindFirst({ db, store, credentials }, { get, put, explain, findSubjects });
}

/** What the service works with. */
interface SharingNeeds {
  readonly db: Db;
  readonly store: SharingStore;
  readonly credentials: ReturnType<typeof createCredentialStore>;
}

/** A user with what they have in the deployment. @throws `user_not_found` */
async function readUser(
  { db, credentials }: Pick<SharingNeeds, 'db' | 'credentials'>,
  scope: WorkspaceScope,
  userId: number,
): Promise<SharingUser> {
  const { tenantId } = scope.actor;
  if (!(await createUserStore(db).find(tenantId, userId))) throw refuse('user_not_found', { id: userId });
  // Nobody who is deactivated.
  const holder = await credentials.findHolder({ tenantId, userId });
  const mayOpen = holder && permits(holder.rights, 'DeploymentRead', scope.deploymentId);
  const nothing = { leastLevel: accessLevels.none, highestLevel: accessLevels.none };
  return { userId, groupIds: holder?.groupIds ?? [], rights: mayOpen ? holder.rights : nothing };
}

/** @throws 404 and 403 for the item */
async function get(
  { db }: Pick<SharingNeeds, 'db'>,
  scope: WorkspaceScope,
  item: Item,
): Promise<Batched<ItemAccess>> {
  await createWorkspaceAccess(db, scope).get(item.type, item.id, accessLevels.manage);
  return describeAccess(db, scope, await readGiven(db, scope, item));
}

/**
 * Replaces what is given on an item.
 *
 * @throws `duplicate_subject`, `user_not_found`, `group_not_found`, `embed_tenant_not_found`, `invalid_request`;
 * 404 and 403 for the item
 */
async function put(
  { db }: Pick<SharingNeeds, 'db'>,
  scope: WorkspaceScope,
  item: Item,
  { entries }: ItemAccessInput,
): Promise<Batched<ItemAccess>> {
  const given = await changeWorkspace(db, scope, { lock: 'exclusive' }, async (tx) => {
    await tx.access.get(item.type, item.id, accessLevels.manage);
    const sharing = createSharingStore(tx.db);
    const given = await toGrants(sharing, scope.actor.tenantId, entries);
    await sharing.replaceGrants({ ...item, deploymentId: scope.deploymentId }, given);
    return readGiven(tx.db, scope, item);
  });
  return describeAccess(db, scope, given);
}

/**
 * Why a user may or may not do something with an item.
 *
 * @param folderId where the item might be moved, 0 for the root; undefined for no move
 * @throws `user_not_found`; 404 and 403 for the item, 404 for the folder
 */
async function explain(
  needs: SharingNeeds,
  scope: WorkspaceScope,
  item: Item,
  { userId, folderId }: { userId: number; folderId?: number | undefined },
): Promise<Batched<AccessExplanation>> {
  const { deploymentId, actor } = scope;
  await createWorkspaceAccess(needs.db, scope).get(item.type, item.id, accessLevels.manage);
  const user = await readUser(needs, scope, userId);
  const places = await needs.store.listPlaces({ ...item, deploymentId });
  const then = folderId === undefined ? undefined : await placesAfterMove(needs.db, scope, places, folderId);
  const grants = await needs.store.listGrants(deploymentId, [...places, ...(then ?? [])]);
  const reasons = reasonsFor(user, places, grants);
  const decisive = reasons[0]?.level;
  const toPlace = await loadShownPlaces(needs.db, scope, places);
  return answerItems<AccessExplanation, Reason>({
    fields: ['reasons'],
    refs: reasons,
    bytesOf: () => limits.MAX_ACCESS_CHANGE_BYTES,
    read: async (batch) => {
      const given = batch.flatMap((reason) => (reason.kind === 'GRANT' ? [reason.grant] : []));
      const subjects = await needs.store.describeSubjects(actor.tenantId, given);
      return batch.map((reason) => toReason(reason, decisive, { subjects, toPlace }));
    },
    rest: {
      userId,
      level: levelNames[levelOf(user, reasons)],
      limit: levelNames[user.rights.highestLevel],
      move: then
        ? {
            level: levelNames[levelOf(user, reasonsFor(user, then, grants))],
            ...(await changesOfLevels(needs.db, scope, {
              before: subjectLevels(places, grants),
              after: subjectLevels(then, grants),
              most: limits.MAX_ACCESS_CHANGES,
            })),
          }
        : null,
    },
  });
}

async function findSubjects(
  { store }: Pick<SharingNeeds, 'store'>,
  { actor }: WorkspaceScope,
  search: string,
): Promise<AccessSubjectsResponse> {
  return { items: await store.findSubjects(actor.tenantId, search) };
}

/** What is given on an item and above it, and these places, the item first. */
interface Given {
  readonly places: readonly Place[];
  readonly grants: readonly PlacedGrant[];
}

async function readGiven(db: Db, { deploymentId }: WorkspaceScope, item: Item): Promise<Given> {
  const store = createSharingStore(db);
  const places = await store.listPlaces({ ...item, deploymentId });
  const nearest = nearestGrants(places, await store.listGrants(deploymentId, places));
  const grants = [...nearest.values()].filter(({ level }) => level !== accessLevels.none);
  return { places, grants };
}

/** The same with the names of the subjects, which are read in batches where there are many. */
async function describeAccess(
  db: Db,
  scope: WorkspaceScope,
  { places, grants }: Given,
): Promise<Batched<ItemAccess>> {
  const store = createSharingStore(db);
  const { tenantId } = scope.actor;
  const [own] = places;
  const toPlace = await loadShownPlaces(db, scope, places);
  return answerItems<ItemAccess, PlacedGrant>({
    fields: ['entries'],
    refs: grants,
    bytesOf: () => limits.MAX_ACCESS_CHANGE_BYTES,
    read: async (batch) => {
      const subjects = await store.describeSubjects(tenantId, batch);
      return batch.flatMap((grant) => {
        const subject = subjects.get(keyOf(grant));
        const inheritedFrom = grant.place === own ? null : toPlace(grant.place);
        return subject ? [{ ...subject, level: nameOfGiven(grant.level), inheritedFrom }] : [];
      });
    },
    rest: { owner: await describeOwner(store, tenantId, own?.ownerId ?? null) },
  });
}

async function describeOwner(
  store: SharingStore,
  tenantId: number,
  ownerId: number | null,
): Promise<ItemAccess['owner']> {
  if (ownerId === null) return null;
  const user: SubjectRef = { subjectType: 'USER', subjectId: ownerId };
  const owner = (await store.describeSubjects(tenantId, [user])).get(keyOf(user));
  return owner?.email == null ? null : { ...ownerFields(owner), id: ownerId };
}

function ownerFields({ email, firstName, picture }: AccessSubject) {
  return { email: email ?? '', firstName: firstName ?? null, picture: picture ?? null };
}

/** The grants that entries stand for. */
async function toGrants(
  store: SharingStore,
  tenantId: number,
  entries: readonly ItemGrantInput[],
): Promise<(SubjectRef & { level: AccessLevel })[]> {
  const names = entries.flatMap(({ embedTenantName }) => embedTenantName ?? []);
  const tenants =
    names.length === 0 ? new Map<string, number>() : await store.findEmbedTenants(tenantId, names);
  const grants = entries.map((entry) => ({
    subjectType: entry.subjectType,
    subjectId: subjectIdOf(entry, tenants),
    level: accessLevels[entry.level],
  }));
  const known = await store.describeSubjects(tenantId, grants);
  const seen = new Set<string>();
  for (const grant of grants) {
    const key = keyOf(grant);
    if (!known.has(key)) throw missing(grant);
    if (seen.has(key)) throw refuse('duplicate_subject', { subject: key });
    seen.add(key);
  }
  return grants;
}

/** @throws `invalid_request` for an entry that does not say which one, or says too much; `embed_tenant_not_found` */
function subjectIdOf(
  { subjectType, subjectId = null, embedTenantName = null, level }: ItemGrantInput,
  tenants: ReadonlyMap<string, number>,
): number {
  const isEmbed = subjectType === 'EMBED_TENANT' || subjectType === 'ALL_EMBED_USERS';
  if (isEmbed && level !== 'read')
    throw refuse('invalid_request', { reason: 'Embed users read what is shared with them, and no more' });
  const needsId = subjectType === 'USER' || subjectType === 'GROUP';
  const needsName = subjectType === 'EMBED_TENANT';
  if (subjectType === 'EMBED_USER' || subjectType === 'EMBED_GROUP')
    throw refuse('invalid_request', {
      reason: 'Viewers and groups of an embed tenant are for its own sessions',
    });
  if (needsId !== (subjectId !== null) || needsName !== (embedTenantName !== null))
    throw refuse('invalid_request', {
      reason: `An entry of ${subjectType} has ${needsId ? 'subjectId' : needsName ? 'embedTenantName' : 'neither subjectId nor embedTenantName'}`,
    });
  if (subjectId !== null) return subjectId;
  if (embedTenantName === null) return 0;
  const id = tenants.get(embedTenantName);
  if (id === undefined) throw refuse('embed_tenant_not_found', { name: embedTenantName });
  return id;
}

function missing({ subjectType, subjectId }: SubjectRef) {
  return refuse(subjectType === 'GROUP' ? 'group_not_found' : 'user_not_found', { id: subjectId });
}

/** Where the access of an item would come from in another folder. */
async function placesAfterMove(
  db: Db,
  scope: WorkspaceScope,
  places: readonly Place[],
  folderId: number,
): Promise<Place[]> {
  const [own, ...others] = places;
  // What it belongs to stays; of a folder, its own place is itself a folder.
  const parents = others.filter(({ type }) => type !== 'FOLDER');
  const kept = own ? [own, ...parents] : parents;
  if (folderId === 0) return kept;
  const { path } = await createWorkspaceAccess(db, scope).get('FOLDER', folderId, accessLevels.read);
  return [...kept, ...(await createSharingStore(db).listFolders(scope.deploymentId, path))];
}

function toReason(
  reason: Reason,
  decisive: AccessLevel | undefined,
  {
    subjects,
    toPlace,
  }: { subjects: ReadonlyMap<string, AccessSubject>; toPlace: (place: Place) => AccessPlace },
): AccessReason {
  const { kind, level } = reason;
  const subject = kind === 'GRANT' ? (subjects.get(keyOf(reason.grant)) ?? null) : null;
  const place = kind === 'ROLE' ? null : toPlace(kind === 'OWNER' ? reason.place : reason.grant.place);
  return { kind, level: nameOfGiven(level), subject, place, isDecisive: level === decisive };
}

/** @throws a plain error for none, which is never given */
function nameOfGiven(level: AccessLevel): 'read' | 'edit' | 'manage' {
  const name = levelNames[level];
  if (name === 'none') throw new Error('Nothing was given');
  return name;
}
