import {
  refuse,
  refuseFields,
  type CreateEmbedGroupInput,
  type EmbedGroupMemberInput,
  type EmbedGroupMembersMutationResponse,
  type EmbedUsersPublicResponse,
  type OperationTypes,
  type UserGroupDTO,
  type UserGroupsConnectionResponse,
} from '@oriel/contract';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { readPage } from '../../paging/page.ts';
import type { EmbedTenantRef } from '../embed-tenants/viewer-ref.ts';
import type { ViewerLimit } from '../embed-users/viewer-limit.ts';
import type { DirectoryService } from './directory-service.ts';
import { createDirectoryGroupStore, groupsNewestFirst, membersNewestFirst } from './directory-group-store.ts';
import { createDirectoryStore } from './directory-store.ts';
import type { EmbedUserRow } from './directory-rows.ts';

type Request = OperationTypes['getGroups']['query'];

/** What the parts of the service work with. */
interface EmbedGroupNeeds extends Pick<DirectoryService, 'getTenant'> {
  readonly db: Db;
  readonly viewerLimit: ViewerLimit;
}

/**
 * Makes the service of the groups of embed tenants. Every method throws `embed_tenant_not_found`, and of a group
 * `embed_group_not_found`.
 */
export function createEmbedGroupService(
  db: Db,
  { getTenant }: Pick<DirectoryService, 'getTenant'>,
  viewerLimit: ViewerLimit,
) {
  return bindFirst(
    { db, getTenant, viewerLimit },
    { list, get, create, describe, remove, listMembers, addMembers, removeMembers },
  );
}

/** Newest first. @throws `invalid_cursor` */
async function list(
  { db, getTenant }: Pick<EmbedGroupNeeds, 'db' | 'getTenant'>,
  tenantId: number,
  name: string,
  request: Request,
): Promise<UserGroupsConnectionResponse> {
  const tenant = await getTenant(tenantId, name);
  const { rows, pageInfo } = await readPage(withoutNull(request), groupsNewestFirst, (range) =>
    createDirectoryGroupStore(db).listGroups(tenant, range),
  );
  return { items: rows, pageInfo };
}

async function get(
  { db, getTenant }: Pick<EmbedGroupNeeds, 'db' | 'getTenant'>,
  tenantId: number,
  name: string,
  id: number,
): Promise<UserGroupDTO> {
  return find(db, await getTenant(tenantId, name), id);
}

/** @throws `embed_group_name_taken`, `validation_failed` */
async function create(
  { db, getTenant }: Pick<EmbedGroupNeeds, 'db' | 'getTenant'>,
  tenantId: number,
  name: string,
  input: CreateEmbedGroupInput,
): Promise<UserGroupDTO> {
  const groupName = input.name.trim();
  if (groupName.startsWith('system:'))
    throw refuseFields([{ path: 'name', message: 'must not begin with system:, which is reserved' }]);
  const tenant = await getTenant(tenantId, name);
  const group = { name: groupName, description: input.description || null };
  const id = await createDirectoryGroupStore(db).insertGroup(tenant, group);
  if (id === undefined) throw refuse('embed_group_name_taken', { name: groupName });
  return { id, ...group, userCount: 0 };
}

/** An empty description is none; undefined leaves it. */
function describe(
  needs: Pick<EmbedGroupNeeds, 'db' | 'getTenant'>,
  tenantId: number,
  name: string,
  id: number,
  description: string | null | undefined,
) {
  return change(needs, tenantId, name, id, async (tx, tenant, group): Promise<UserGroupDTO> => {
    if (description == null) return group;
    await createDirectoryGroupStore(tx).describeGroup(tenant, id, description || null);
    return { ...group, description: description || null };
  });
}

/** @throws `embed_group_has_members` */
function remove(
  needs: Pick<EmbedGroupNeeds, 'db' | 'getTenant'>,
  tenantId: number,
  name: string,
  id: number,
): Promise<void> {
  return change(needs, tenantId, name, id, async (tx, tenant, { userCount }) => {
    if (userCount) throw refuse('embed_group_has_members', { count: userCount });
    await createDirectoryGroupStore(tx).removeGroup(tenant, id);
  });
}

/** The one that was added last first. @throws `invalid_cursor` */
async function listMembers(
  { db, getTenant }: Pick<EmbedGroupNeeds, 'db' | 'getTenant'>,
  tenantId: number,
  name: string,
  id: number,
  request: Request,
): Promise<EmbedUsersPublicResponse> {
  const tenant = await getTenant(tenantId, name);
  await find(db, tenant, id);
  const { rows, pageInfo } = await readPage(withoutNull(request), membersNewestFirst, (range) =>
    createDirectoryGroupStore(db).listMembers(tenant, id, range),
  );
  return { items: rows, pageInfo };
}

/**
 * All or none; who is not known by an external id is created.
 * @throws `embed_user_not_found`, `embed_user_limit`
 */
function addMembers(
  needs: Pick<EmbedGroupNeeds, 'db' | 'getTenant' | 'viewerLimit'>,
  tenantId: number,
  name: string,
  id: number,
  members: readonly EmbedGroupMemberInput[],
): Promise<EmbedGroupMembersMutationResponse> {
  const named = readMembers(members);
  return change(needs, tenantId, name, id, async (tx, tenant) => {
    const store = createDirectoryStore(tx);
    await createMissing(tx, tenant, named.externalIds, needs.viewerLimit);
    const users = await store.findUsers(tenant, named);
    const known = new Set(users.map((user) => user.id));
    const missing = named.ids.find((each) => !known.has(each));
    if (missing !== undefined) throw refuse('embed_user_not_found', { id: missing });
    const added = await createDirectoryGroupStore(tx).addMembers(id, [...known]);
    const ordered = inOrderOf(members, users);
    return {
      addedMembers: ordered.filter((user) => added.has(user.id)),
      unchangedMembers: ordered.filter((user) => !added.has(user.id)),
    };
  });
}

function removeMembers(
  needs: Pick<EmbedGroupNeeds, 'db' | 'getTenant'>,
  tenantId: number,
  name: string,
  id: number,
  members: readonly EmbedGroupMemberInput[],
): Promise<void> {
  const named = readMembers(members);
  return change(needs, tenantId, name, id, async (tx, tenant) => {
    const users = await createDirectoryStore(tx).findUsers(tenant, named);
    await createDirectoryGroupStore(tx).removeMembers(
      id,
      users.map((user) => user.id),
    );
  });
}

async function find(on: Db, tenant: EmbedTenantRef, id: number): Promise<UserGroupDTO> {
  const group = await createDirectoryGroupStore(on).findGroup(tenant, id);
  if (!group) throw refuse('embed_group_not_found', { id });
  return group;
}

/** Changes of a group follow each other. */
async function change<T>(
  { db, getTenant }: Pick<EmbedGroupNeeds, 'db' | 'getTenant'>,
  tenantId: number,
  name: string,
  id: number,
  work: (tx: Db, tenant: EmbedTenantRef, group: UserGroupDTO) => Promise<T>,
): Promise<T> {
  const tenant = await getTenant(tenantId, name);
  return db.transaction().execute(async (tx) => {
    await createDirectoryGroupStore(tx).lockGroup(tenant, id);
    return work(tx, tenant, await find(tx, tenant, id));
  });
}

/** @throws `embed_user_limit` */
async function createMissing(
  tx: Db,
  tenant: EmbedTenantRef,
  externalIds: readonly string[],
  viewerLimit: ViewerLimit,
): Promise<void> {
  const store = createDirectoryStore(tx);
  const known = await store.findUsers(tenant, { ids: [], externalIds });
  const isKnown = new Set(known.map(({ externalId }) => externalId));
  const missing = externalIds.filter((externalId) => !isKnown.has(externalId));
  if (missing.length === 0) return;
  await store.addUsers(tenant, missing);
  for (const _ of missing) await viewerLimit.check(tx, tenant.tenantId);
}

/** @throws `validation_failed` for a member that is named by none or both of its ids */
function readMembers(members: readonly EmbedGroupMemberInput[]): { ids: number[]; externalIds: string[] } {
  const issues = members.flatMap(({ externalId, embedUserId }, index) =>
    (externalId == null) === (embedUserId == null)
      ? [{ path: `members[${index}]`, message: 'must have exactly one of externalId and embedUserId' }]
      : [],
  );
  if (issues.length > 0) throw refuseFields(issues);
  const ids = members.flatMap(({ embedUserId }) => (embedUserId == null ? [] : [embedUserId]));
  const externalIds = members.flatMap(({ externalId }) =>
    externalId == null ? [] : [externalIdOf(externalId)],
  );
  return { ids: [...new Set(ids)], externalIds: [...new Set(externalIds)] };
}

/** An id of the host as it is stored. */
export function externalIdOf(text: string): string {
  return text.trim().toLowerCase();
}

/** Each viewer once, where the request first names it. */
function inOrderOf(
  members: readonly EmbedGroupMemberInput[],
  users: readonly EmbedUserRow[],
): EmbedUserRow[] {
  const byId = new Map(users.map((user) => [user.id, user]));
  const byExternalId = new Map(users.map((user) => [user.externalId, user]));
  const found = members.flatMap(({ externalId, embedUserId }) => {
    const user =
      embedUserId == null ? byExternalId.get(externalIdOf(externalId ?? '')) : byId.get(embedUserId);
    return user ? [user] : [];
  });
  return [...new Set(found)];
}

function withoutNull({ first, after }: Request): { first: number | undefined; after: string | undefined } {
  return { first: first ?? undefined, after: after ?? undefined };
}
