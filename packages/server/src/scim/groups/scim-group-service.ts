import {
  limits,
  refuse,
  scimUrns,
  type CreatedScimGroup,
  type ScimGroup,
  type ScimGroupContent,
  type ScimGroupInput,
  type ScimGroupList,
  type ScimMember,
  type ScimPatch,
} from '@oriel/contract';
import { sql } from 'kysely';
import type { UserPrincipal } from '../../access/principal.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { changeAccount } from '../../identity/account-change.ts';
import { checkGroupName } from '../../identity/groups/group-name.ts';
import { createGroupStore } from '../../identity/groups/group-store.ts';
import { answerItems, BatchedAnswer, type Batched } from '../../paging/batched-answer.ts';
import { addRoles, rolesOfGroups } from '../../identity/role-mapping/mapped-roles.ts';
import { compileFilter } from '../filter/compile-filter.ts';
import type { Projection } from '../projection.ts';
import { readList } from '../read-list.ts';
import { parseScimId } from '../scim-id.ts';
import type { ScimPageQuery } from '../scim-page.ts';
import { groupFilterAttributes, memberFilterAttributes } from './group-filter.ts';
import { readGroup, readGroupPatch, type GroupChange } from './read-group.ts';
import { createScimGroupStore, type ScimGroupRow } from './scim-group-store.ts';

/** How a group is answered: where clients reach the server, and which attributes are asked for. */
export interface GroupView {
  readonly baseUrl: string;
  readonly projection: Projection;
}

/** A group, and how it is answered: with many members in batches. */
interface ShownGroup<Body = Batched<ScimGroup>> {
  readonly id: number;
  readonly location: string;
  /** The tag as `ETag` has it, with its quotes. */
  readonly version: string;
  readonly body: Body;
}

/** Bytes of a member, by which members are divided into batches: few have longer names. */
const MEMBER_BYTES = 1024;

/** Makes the service of groups of SCIM. */
export function createScimGroupService(db: Db) {
  return bindFirst(db, { list, get, create, replace, patch, remove });
}

/** Makes changes of a group in their order, while nobody else changes it. */
async function change(
  db: Db,
  actor: UserPrincipal,
  id: string,
  changes: readonly GroupChange[],
  view: GroupView,
): Promise<ShownGroup> {
  const conflict: { groupName?: string } = {};
  const takesAway = changes.some(({ kind }) => kind.startsWith('remove') || kind === 'replaceMembers');
  const options = { takesAway, conflict, isProvisioning: true };
  const changed = await changeAccount(db, actor, options, async (tx) => {
    const row = await getGroup(tx, actor.tenantId, id, { hasMembers: false });
    for (const each of changes) {
      if (each.kind === 'rename') conflict.groupName = each.displayName;
      await applyChange(tx, actor.tenantId, row.id, each);
    }
    await conferRoles(tx, actor.tenantId, row.id, changes);
    return getGroup(tx, actor.tenantId, id, wanted(view));
  });
  return show(db, changed, view);
}

function memberReader(db: Db, { baseUrl, projection }: GroupView) {
  const store = createScimGroupStore(db);
  return async (userIds: readonly number[]): Promise<ScimMember[]> => {
    const rows = await store.listMembers(userIds);
    const members = rows.map(({ value, display }) => ({
      value,
      $ref: `${baseUrl}/api/scim/v2/Users/${value}`,
      display,
    }));
    return projection.apply<{ members?: ScimMember[] }>({ members }).members ?? [];
  };
}

async function show(db: Db, row: ScimGroupRow, view: GroupView): Promise<ShownGroup> {
  const shown = toShown(row, view);
  if (!row.memberIds) return shown;
  const body = await answerItems<ScimGroup, number>({
    fields: ['members'],
    refs: row.memberIds,
    bytesOf: () => MEMBER_BYTES,
    read: memberReader(db, view),
    rest: shown.body,
  });
  return { ...shown, body };
}

/** @throws `scim_filter_invalid` */
async function list(
  db: Db,
  { tenantId }: UserPrincipal,
  query: ScimPageQuery,
  view: GroupView,
): Promise<Batched<ScimGroupList>> {
  const store = createScimGroupStore(db);
  const maxMembers = wanted(view).hasMembers ? limits.MAX_SCIM_MEMBERS : undefined;
  const { Resources, ...rest } = await readList(query, groupFilterAttributes, {
    id: sql`g.id`,
    count: (where) => store.count(tenantId, where),
    list: async (options) => {
      const rows = await store.list(tenantId, options, maxMembers);
      return Promise.all(rows.map(async (row) => (await show(db, row, view)).body));
    },
  });
  if (Resources.every(isWhole)) return { ...rest, Resources };
  return new BatchedAnswer<ScimGroupList>({
    fields: ['Resources'],
    batches: [async () => Resources],
    rest,
  });
}

/** @throws `group_not_found` */
async function get(db: Db, { tenantId }: UserPrincipal, id: string, view: GroupView): Promise<ShownGroup> {
  return show(db, await getGroup(db, tenantId, id, wanted(view)), view);
}

/** @throws `group_name_taken`, `validation_failed`, `invalid_request` for a member that is no user */
async function create(
  db: Db,
  actor: UserPrincipal,
  body: ScimGroupInput,
  view: GroupView,
): Promise<ShownGroup<CreatedScimGroup>> {
  const { displayName, externalId = null, members = [] } = readGroup(body);
  const name = checkGroupName(displayName);
  const options = { takesAway: false, conflict: { groupName: name }, isProvisioning: true };
  const row = await changeAccount(db, actor, options, async (tx) => {
    const { tenantId } = actor;
    const id = await createGroupStore(tx).insert({ tenantId, name, externalId });
    if (members.length > 0) {
      const added: GroupChange = { kind: 'addMembers', members };
      await applyChange(tx, tenantId, id, added);
      await conferRoles(tx, tenantId, id, [added]);
    }
    return getGroup(tx, tenantId, String(id), wanted(view));
  });
  const shown = toShown(row, view);
  // As many as one request brings, at once: what is kept for an `Idempotency-Key` is whole.
  const shownMembers = row.memberIds && { members: await memberReader(db, view)(row.memberIds) };
  return { ...shown, body: { ...shown.body, ...shownMembers } };
}

/** @throws `group_not_found` and what `create` throws */
function replace(
  db: Db,
  actor: UserPrincipal,
  id: string,
  body: ScimGroupInput,
  view: GroupView,
): Promise<ShownGroup> {
  return change(db, actor, id, changesTo(readGroup(body)), view);
}

/**
 * All of the changes or none.
 * @throws what `replace` throws, `scim_path_invalid`, `scim_target_missing`, `scim_read_only`
 */
async function patch(
  db: Db,
  actor: UserPrincipal,
  id: string,
  { Operations }: ScimPatch,
  view: GroupView,
): Promise<ShownGroup> {
  return change(db, actor, id, await readGroupPatch(Operations), view);
}

/** @throws `group_not_found` */
function remove(db: Db, actor: UserPrincipal, id: string): Promise<void> {
  return changeAccount(db, actor, { takesAway: true, isProvisioning: true }, async (tx) => {
    const row = await getGroup(tx, actor.tenantId, id, { hasMembers: false });
    await createGroupStore(tx).remove(actor.tenantId, row.id);
  });
}

const wanted = ({ projection }: GroupView) => ({ hasMembers: projection.has('members') });

function changesTo({ displayName, externalId, members = [] }: ScimGroupContent): GroupChange[] {
  return [
    { kind: 'rename', displayName },
    { kind: 'setExternalId', externalId: externalId ?? null },
    { kind: 'replaceMembers', members },
  ];
}

async function getGroup(
  db: Db,
  tenantId: number,
  id: string,
  options: { hasMembers: boolean },
): Promise<ScimGroupRow> {
  const row = await createScimGroupStore(db).find(tenantId, parseScimId(id), options);
  if (!row) throw refuse('group_not_found', { id });
  return row;
}

async function applyChange(tx: Db, tenantId: number, groupId: number, change: GroupChange): Promise<void> {
  const store = createScimGroupStore(tx);
  const groups = createGroupStore(tx);
  switch (change.kind) {
    case 'rename':
      return groups.update(tenantId, groupId, { name: checkGroupName(change.displayName) });
    case 'setExternalId':
      return store.setExternalId(groupId, change.externalId);
    case 'addMembers':
      return addMembers(tx, tenantId, groupId, change.members);
    case 'replaceMembers': {
      // Who does not stay is removed first, so that what is refused is refused for new members alone.
      await store.removeOthers(groupId, change.members.map(parseScimId));
      return addMembers(tx, tenantId, groupId, change.members);
    }
    case 'removeMembers':
      return groups.removeMembers(groupId, change.members.map(parseScimId));
    case 'removeMembersWhere':
      return store.removeWhere(groupId, compileFilter(change.filter, memberFilterAttributes));
  }
}

/** @throws `invalid_request` for a member that is no user */
async function addMembers(
  tx: Db,
  tenantId: number,
  groupId: number,
  members: readonly string[],
): Promise<void> {
  if (members.length === 0) return;
  const groups = createGroupStore(tx);
  const ids = [...new Set(members.map(parseScimId))];
  const found = await groups.findUsers(tenantId, ids);
  const missing = members.filter((member) => !found.has(parseScimId(member)));
  if (missing.length > 0) throw refuseMembers(missing);
  await groups.addMembers(groupId, ids);
}

/** Gives the members that a push names the roles of the group's name; a new name is a push of all of them. */
async function conferRoles(
  tx: Db,
  tenantId: number,
  groupId: number,
  changes: readonly GroupChange[],
): Promise<void> {
  const isRenamed = changes.some(({ kind }) => kind === 'rename');
  const named = changes.flatMap((change) =>
    change.kind === 'addMembers' || change.kind === 'replaceMembers' ? change.members.map(parseScimId) : [],
  );
  if (!isRenamed && named.length === 0) return;
  const store = createScimGroupStore(tx);
  const roles = await rolesOfGroups(tx, tenantId, await store.listNames(groupId));
  if (roles.role === null && roles.roleIds.length === 0) return;
  await addRoles(tx, await store.listMemberIds(groupId, isRenamed ? 'all' : named), roles);
}

const SHOWN_MEMBERS = 10;

function refuseMembers(missing: readonly string[]) {
  const shown = missing.slice(0, SHOWN_MEMBERS).join(', ');
  const more = missing.length > SHOWN_MEMBERS ? ` and ${missing.length - SHOWN_MEMBERS} more` : '';
  return refuse('invalid_request', {
    reason: `There are no users with these ids to be members: ${shown}${more}`,
  });
}

/** A group without its members. */
function toShown(row: ScimGroupRow, { baseUrl, projection }: GroupView): ShownGroup<ScimGroup> {
  const location = `${baseUrl}/api/scim/v2/Groups/${row.id}`;
  const version = `"${row.version}"`;
  const group: ScimGroup = {
    schemas: [scimUrns.group],
    id: String(row.id),
    displayName: row.name,
    ...(row.externalId !== null && { externalId: row.externalId }),
    meta: {
      resourceType: 'Group',
      created: row.createdAt,
      lastModified: row.updatedAt,
      location,
      version,
    },
  };
  return { id: row.id, location, version, body: projection.apply(group) };
}

function isWhole(group: Batched<ScimGroup>): group is ScimGroup {
  return !(group instanceof BatchedAnswer);
}
