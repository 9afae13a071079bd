import {
  refuse,
  type AddedUserGroupMembers,
  type CreateUserGroupInput,
  type OperationTypes,
  type UpdateUserGroupInput,
  type UserGroup,
  type UserGroupsListResponse,
  type UsersListResponse,
} from '@oriel/contract';
import type { UserPrincipal } from '../../access/principal.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { readPage, type PageRequest } from '../../paging/page.ts';
import { changeAccount } from '../account-change.ts';
import { findRolesByName } from '../../access/roles/role-names.ts';
import { toUser } from '../users/to-user.ts';
import { createUserStore, membersByEmail } from '../users/user-store.ts';
import { checkGroupName } from './group-name.ts';
import { createGroupStore, newestFirst, type GroupRow, type GroupStore } from './group-store.ts';

/** Creates, changes and removes groups of users. */
export type GroupService = ReturnType<typeof createGroupService>;

/** What the methods below work with; each names what it needs of it. */
interface GroupServiceParts {
  readonly db: Db;
  readonly store: GroupStore;
}

/** Makes the service of groups of users. */
export function createGroupService(db: Db) {
  const store = createGroupStore(db);
  return bindFirst(
    { db, store },
    { list, get, create, update, remove, listMembers, addMembers, removeMembers },
  );
}

/** The newest first. @throws `invalid_cursor` */
async function list(
  { store }: { store: GroupStore },
  { tenantId }: UserPrincipal,
  { search = null, ...request }: OperationTypes['getUserGroups']['query'],
): Promise<UserGroupsListResponse> {
  const { rows, pageInfo } = await readPage(request, newestFirst, (range) =>
    store.list({ tenantId, search }, range),
  );
  return { items: rows.map(toGroup), pageInfo };
}

/** @throws `group_not_found` */
async function get(
  { store }: { store: GroupStore },
  { tenantId }: UserPrincipal,
  id: number,
): Promise<UserGroup> {
  return toGroup(await getGroup(store, tenantId, id));
}

/** @throws `group_name_taken`, `roles_not_found`, `invalid_request` */
async function create(
  { db }: { db: Db },
  actor: UserPrincipal,
  input: CreateUserGroupInput,
): Promise<UserGroup> {
  const { tenantId } = actor;
  const name = checkGroupName(input.name);
  const options = { takesAway: false, conflict: { groupName: name } };
  return changeAccount(db, actor, options, async (tx) => {
    const groups = createGroupStore(tx);
    const { role, roleIds } = await findRolesByName(tx, tenantId, input.roles ?? []);
    const id = await groups.insert({ tenantId, name, description: input.description ?? null, role });
    await groups.replaceRoles(id, roleIds);
    return toGroup(await getGroup(groups, tenantId, id));
  });
}

/** @throws `group_not_found`, `group_name_taken`, `roles_not_found`, `invalid_request` */
async function update(
  { db }: { db: Db },
  actor: UserPrincipal,
  id: number,
  input: UpdateUserGroupInput,
): Promise<UserGroup> {
  const { tenantId } = actor;
  const name = input.name === undefined ? undefined : checkGroupName(input.name);
  const { description } = input;
  const options = { takesAway: input.roles !== undefined, conflict: { groupName: name } };
  return changeAccount(db, actor, options, async (tx) => {
    const groups = createGroupStore(tx);
    await getGroup(groups, tenantId, id);
    const roles = input.roles && (await findRolesByName(tx, tenantId, input.roles));
    await groups.update(tenantId, id, {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(roles && { role: roles.role }),
    });
    if (roles) await groups.replaceRoles(id, roles.roleIds);
    return toGroup(await getGroup(groups, tenantId, id));
  });
}

/** @throws `group_not_found` */
function remove({ db }: { db: Db }, actor: UserPrincipal, id: number): Promise<void> {
  return changeAccount(db, actor, { takesAway: true }, async (tx) => {
    const groups = createGroupStore(tx);
    await getGroup(groups, actor.tenantId, id);
    await groups.remove(actor.tenantId, id);
  });
}

/** By e-mail address. @throws `group_not_found`, `invalid_cursor` */
async function listMembers(
  { db, store }: GroupServiceParts,
  { tenantId }: UserPrincipal,
  groupId: number,
  request: PageRequest,
): Promise<UsersListResponse> {
  if (!(await store.has(tenantId, groupId))) throw refuse('group_not_found', { id: groupId });
  const { rows, pageInfo } = await readPage(request, membersByEmail, (range) =>
    createUserStore(db).list({ tenantId, groupId }, range),
  );
  return { items: rows.map(toUser), pageInfo };
}

/** All or, where one is not there, none. @throws `group_not_found`, `user_not_found` */
function addMembers(
  { db }: { db: Db },
  actor: UserPrincipal,
  groupId: number,
  userIds: readonly number[],
): Promise<AddedUserGroupMembers> {
  return changeAccount(db, actor, { takesAway: false }, async (tx) => {
    const groups = createGroupStore(tx);
    await getGroup(groups, actor.tenantId, groupId);
    const wanted = [...new Set(userIds)];
    const found = await groups.findUsers(actor.tenantId, wanted);
    const missing = wanted.find((id) => !found.has(id));
    if (missing !== undefined) throw refuse('user_not_found', { id: missing });
    const added = await groups.addMembers(groupId, wanted);
    return {
      addedUserIds: wanted.filter((id) => added.has(id)),
      unchangedUserIds: wanted.filter((id) => !added.has(id)),
    };
  });
}

/** Who is no member is passed over. @throws `group_not_found` */
function removeMembers(
  { db }: { db: Db },
  actor: UserPrincipal,
  groupId: number,
  userIds: readonly number[],
): Promise<void> {
  return changeAccount(db, actor, { takesAway: true }, async (tx) => {
    const groups = createGroupStore(tx);
    await getGroup(groups, actor.tenantId, groupId);
    await groups.removeMembers(groupId, userIds);
  });
}

async function getGroup(groups: Pick<GroupStore, 'find'>, tenantId: number, id: number): Promise<GroupRow> {
  const row = await groups.find(tenantId, id);
  if (!row) throw refuse('group_not_found', { id });
  return row;
}

function toGroup({ role, roleNames, ...row }: GroupRow): UserGroup {
  return { ...row, roles: [...(role === null ? [] : [role]), ...roleNames] };
}
