import {
  limits,
  refuse,
  refuseFields,
  type FieldIssue,
  type OperationTypes,
  type Policy,
  type Role,
  type RoleCreateBody,
  type RolesListResponse,
  type RoleUpdateBody,
  type Permission,
} from '@oriel/contract';
import type { UserPrincipal } from '../../access/principal.ts';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { jsonBytes } from '../../json-bytes.ts';
import { readPage } from '../../paging/page.ts';
import { changeAccount } from '../account-change.ts';
import { createGroupStore } from '../groups/group-store.ts';
import { createUserStore } from '../users/user-store.ts';
import { permissionsOfNothing } from '../../access/roles/permissions-of-nothing.ts';
import { isNamedResource, resourceActions } from '../../access/roles/resource-rights.ts';
import { isReservedRoleName } from '../../access/roles/role-names.ts';
import { createRoleStore, newestFirst, type RoleHolder, type RoleStore } from './role-store.ts';

/** Creates, changes, assigns and removes the roles of an account. */
export type RoleService = ReturnType<typeof createRoleService>;

/** Makes the service of roles. */
export function createRoleService(db: Db) {
  const store = createRoleStore(db);
  return bindFirst({ db, store }, { list, get, create, update, remove, assign, unassign });
}

/** The newest first. @throws `invalid_cursor` */
async function list(
  { store }: { store: RoleStore },
  { tenantId }: UserPrincipal,
  request: OperationTypes['getRoles']['query'],
): Promise<RolesListResponse> {
  const { rows, pageInfo } = await readPage(request, newestFirst, (range) => store.list(tenantId, range));
  return { items: rows, pageInfo };
}

/** @throws `role_not_found` */
function get({ store }: { store: RoleStore }, { tenantId }: UserPrincipal, id: number): Promise<Role> {
  return getRole(store, tenantId, id);
}

/** @throws `role_name_taken`, `validation_failed`, `invalid_request` */
async function create(
  { db }: { db: Db },
  actor: UserPrincipal,
  { description = null, ...input }: RoleCreateBody,
): Promise<Role> {
  const name = roleName(input.name);
  checkPolicies(input.policies);
  const policies = JSON.stringify(input.policies);
  const options = { takesAway: false, conflict: { roleName: name } };
  return changeAccount(db, actor, options, async (tx) => {
    const roles = createRoleStore(tx);
    await checkPolicyBytes(roles, actor.tenantId, { policies: input.policies });
    return roles.insert({ tenantId: actor.tenantId, name, description, policies });
  });
}

/** @throws `role_not_found`, `role_name_taken`, `validation_failed`, `invalid_request` */
async function update(
  { db }: { db: Db },
  actor: UserPrincipal,
  id: number,
  input: RoleUpdateBody,
): Promise<Role> {
  const name = input.name === undefined ? undefined : roleName(input.name);
  const { description, policies } = input;
  if (policies) checkPolicies(policies);
  const options = { takesAway: policies !== undefined, conflict: { roleName: name } };
  return changeAccount(db, actor, options, async (tx) => {
    const roles = createRoleStore(tx);
    await getRole(roles, actor.tenantId, id);
    if (policies) await checkPolicyBytes(roles, actor.tenantId, { id, policies });
    return roles.update(actor.tenantId, id, {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(policies && { policies: JSON.stringify(policies) }),
    });
  });
}

/** With its assignments. @throws `role_not_found` */
function remove({ db }: { db: Db }, actor: UserPrincipal, id: number): Promise<void> {
  return changeAccount(db, actor, { takesAway: true }, async (tx) => {
    const roles = createRoleStore(tx);
    await getRole(roles, actor.tenantId, id);
    await roles.remove(actor.tenantId, id);
  });
}

/** @throws `role_not_found`, `user_not_found`, `group_not_found` */
function assign({ db }: { db: Db }, actor: UserPrincipal, id: number, holder: RoleHolder): Promise<void> {
  return changeAccount(db, actor, { takesAway: false }, async (tx) => {
    await checkHolder(tx, actor.tenantId, id, holder);
    await createRoleStore(tx).assign(id, holder);
  });
}

/** @throws `role_not_found`, `user_not_found`, `group_not_found` */
function unassign({ db }: { db: Db }, actor: UserPrincipal, id: number, holder: RoleHolder): Promise<void> {
  return changeAccount(db, actor, { takesAway: true }, async (tx) => {
    await checkHolder(tx, actor.tenantId, id, holder);
    await createRoleStore(tx).unassign(id, holder);
  });
}

async function getRole(roles: Pick<RoleStore, 'find'>, tenantId: number, id: number): Promise<Role> {
  const role = await roles.find(tenantId, id);
  if (!role) throw refuse('role_not_found', { id });
  return role;
}

async function checkHolder(tx: Db, tenantId: number, roleId: number, holder: RoleHolder): Promise<void> {
  await getRole(createRoleStore(tx), tenantId, roleId);
  if ('userId' in holder) {
    if (!(await createUserStore(tx).find(tenantId, holder.userId)))
      throw refuse('user_not_found', { id: holder.userId });
  } else if (!(await createGroupStore(tx).find(tenantId, holder.groupId)))
    throw refuse('group_not_found', { id: holder.groupId });
}

/** @throws `invalid_request` for a name of nothing that can be seen, and for that of a built-in role */
function roleName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw refuse('invalid_request', { reason: 'The name must not be empty' });
  if (isReservedRoleName(trimmed))
    throw refuse('invalid_request', { reason: `${JSON.stringify(trimmed)} is the name of a built-in role` });
  return trimmed;
}

/**
 * Checks that policies are about the account, deployments, agents or threads, and that these are named by their ids.
 * Whether there are such is not asked: the id of one that was deleted grants nothing. Items of the workspace are shared
 * by their access.
 *
 * @throws `validation_failed`
 */
function checkPolicies(policies: readonly Policy[]): void {
  const issues = policies.flatMap((policy, index) => issuesOf(policy, `policies[${index}]`));
  if (issues.length > 0) throw refuseFields(issues);
}

/**
 * Checks that the policies of all roles of an account take no more than {@link limits.MAX_ACCOUNT_POLICY_BYTES}
 * together, for one user may have all of them. A role with fewer than before is taken all the same.
 *
 * @throws `validation_failed`
 */
async function checkPolicyBytes(
  roles: Pick<RoleStore, 'policyBytes'>,
  tenantId: number,
  { id, policies }: { id?: number; policies: readonly Policy[] },
): Promise<void> {
  const { own, others } = await roles.policyBytes(tenantId, id);
  const bytes = jsonBytes(policies);
  const max = limits.MAX_ACCOUNT_POLICY_BYTES;
  if (others + bytes > max && bytes >= own)
    throw refuseFields([
      {
        path: 'policies',
        message: `take ${bytes} bytes as JSON, and those of other roles ${others}; ${max} is the most together. Name fewer resources, or delete other roles`,
      },
    ]);
}

const idsOf = {
  Deployment: [/^[1-9]\d{0,9}$/, 'a deployment'],
  Agent: [/^[1-9]\d{0,9}$/, 'an agent'],
  AgentSpace: [/^[1-9]\d{0,9}$/, 'a space of agents'],
  ChatThread: [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'a thread, in lower case'],
} as const;

/** What says that none of the actions of a policy grants anything; nothing where one does. */
function issuesOfActions(actions: readonly Permission[], path: string): FieldIssue[] {
  const reasons: Partial<Record<Permission, string>> = permissionsOfNothing;
  if (actions.length === 0 || actions.some((action) => reasons[action] === undefined)) return [];
  const said = [...new Set(actions)].map((action) => `${action} grants nothing: ${reasons[action]}`);
  return [{ path: `${path}.actions`, message: said.join(' ') }];
}

function issuesOf({ resourceType, actions, resources }: Policy, path: string): FieldIssue[] {
  if (resourceType === 'Global') return issuesOfActions(actions, path);
  if (resourceType !== 'Deployment' && !isNamedResource(resourceType))
    return [
      {
        path: `${path}.resourceType`,
        message: `${resourceType} is taken by no role: Global, Deployment, Agent, AgentSpace and ChatThread are; items are shared by their access`,
      },
    ];
  const [pattern, what] = idsOf[resourceType];
  const badResources = resources.flatMap((resource, at) =>
    resource === 'All' || pattern.test(resource)
      ? []
      : { path: `${path}.resources[${at}]`, message: `must be the id of ${what}, or All` },
  );
  if (resourceType === 'Deployment') return [...issuesOfActions(actions, path), ...badResources];
  const taken: readonly string[] = resourceActions[resourceType];
  const badActions = actions.flatMap((action, at) =>
    taken.includes(action)
      ? []
      : {
          path: `${path}.actions[${at}]`,
          message: `${action} means nothing on ${resourceType}; ${taken.join(', ')} do`,
        },
  );
  return [...badActions, ...badResources];
}
