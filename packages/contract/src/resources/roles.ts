import { adminOnly, permissions } from '../access.ts';
import {
  MAX_ACCOUNT_POLICY_BYTES,
  MAX_NAME_LENGTH,
  MAX_POLICY_RESOURCES,
  MAX_ROLE_POLICIES,
} from '../limits.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import {
  describe,
  id,
  input,
  list,
  nullish,
  object,
  oneOf,
  optional,
  pick,
  text,
  type Static,
} from '../schema.ts';
import { page, paging } from '../lists.ts';

export const PermissionName = oneOf('Something that a caller may be permitted.', permissions);
export type PermissionName = Static<typeof PermissionName>;

export const PolicyResourceType = oneOf('What a policy is about.', [
  'Global',
  'Deployment',
  'Report',
  'ReportFolder',
  'Agent',
  'AgentSpace',
  'Workbook',
  'Dashboard',
  'Folder',
  'ChatThread',
]);
export type PolicyResourceType = Static<typeof PolicyResourceType>;

export const Policy = input('What is permitted on which resources.', {
  resourceType: describe(PolicyResourceType, 'The kind of the resources; `Global` is the account.'),
  actions: list(PermissionName, 'What is permitted; `All` is everything.', {
    minItems: 1,
    maxItems: permissions.length,
    example: ['DeploymentRead', 'SchemaRead'],
  }),
  resources: list(
    text('Id of a resource, or `All`.', { minLength: 1, maxLength: MAX_NAME_LENGTH, example: '7' }),
    'The resources by their ids, written as texts; `All` is every one.',
    { minItems: 1, maxItems: MAX_POLICY_RESOURCES },
  ),
});
export type Policy = Static<typeof Policy>;

export const Role = object('A role that the account has made.', {
  id: id('Id of the role.'),
  name: text('Name; unique in the account, whatever its case, and not that of a built-in role.', {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    example: 'Team analytics',
  }),
  description: nullish(
    text('What the role is for.', { maxLength: MAX_NAME_LENGTH, example: 'Builds the reports of a team' }),
  ),
  policies: list(Policy, 'What it permits, all of them together.', { maxItems: MAX_ROLE_POLICIES }),
});
export type Role = Static<typeof Role>;

export const RolesListResponse = page(Role);
export type RolesListResponse = Static<typeof RolesListResponse>;

export const RoleCreateBody = input('A role to create.', pick(Role, 'name', 'description', 'policies'));
export type RoleCreateBody = Static<typeof RoleCreateBody>;

export const RoleUpdateBody = input('Changes of a role; what is absent stays.', {
  name: optional(Role.properties.name),
  ...pick(Role, 'description'),
  policies: optional(Role.properties.policies),
});
export type RoleUpdateBody = Static<typeof RoleUpdateBody>;

const roles = '/api/v1/roles';
const operation = operationsTagged('Roles');
const effect =
  'A policy of `Global` holds in the whole account and says the tier: `AIBIView`, `AIBIExplore` or `AIBIDevelop`, each with those ' +
  'before it; without any the role gives no access to what the console shows. A policy of `Deployment` holds in the deployments ' +
  'that it names by id, and `DeploymentRead` is what opens one. A policy of `Agent` or `AgentSpace` lets people without ' +
  '`DeploymentAgentRead` use the agents that it names, or those of a space, in deployments that they may open; one of `ChatThread` shows ' +
  'threads of others. Policies of other kinds are refused: items are shared by their access. The policies of all roles of an account ' +
  `take ${MAX_ACCOUNT_POLICY_BYTES / 1024 ** 2} MiB together at most.`;

export const roleOperations = {
  getRoles: operation(`GET ${roles}`, {
    summary: 'List the roles of the account',
    description:
      'The newest first; the built-in roles are not among them. A key that is scoped to deployments is refused.',
    access: adminOnly,
    query: paging,
    answer: RolesListResponse,
    refusals: ['invalid_cursor'],
  }),
  createRole: operation(`POST ${roles}`, {
    summary: 'Create a role',
    description: effect,
    access: adminOnly,
    body: RoleCreateBody,
    answer: Role,
    refusals: ['role_name_taken'],
  }),
  getRole: operation(`GET ${roles}/{roleId}`, {
    summary: 'Get a role',
    description: 'One role of the account with its policies. A key that is scoped to deployments is refused.',
    access: adminOnly,
    answer: Role,
  }),
  updateRole: operation(`PUT ${roles}/{roleId}`, {
    summary: 'Change a role',
    description: `\`policies\` replaces all policies of the role. ${effect}`,
    access: adminOnly,
    body: optionalJson(RoleUpdateBody),
    answer: Role,
    refusals: ['role_name_taken'],
  }),
  deleteRole: operation(`DELETE ${roles}/{roleId}`, {
    summary: 'Delete a role',
    description: 'Users and groups lose it.',
    access: adminOnly,
  }),
  assignRoleToUser: operation(`PUT ${roles}/{roleId}/users/{userId}`, {
    summary: 'Give a user a role',
    description: 'Besides those that they have; it does nothing where they have it.',
    access: adminOnly,
  }),
  removeRoleFromUser: operation(`DELETE ${roles}/{roleId}/users/{userId}`, {
    summary: 'Take a role from a user',
    description: 'It does nothing where they do not have it by themselves.',
    access: adminOnly,
  }),
  assignRoleToGroup: operation(`PUT ${roles}/{roleId}/groups/{groupId}`, {
    summary: 'Have a group confer a role',
    description: 'Its members have the role from then on.',
    access: adminOnly,
  }),
  removeRoleFromGroup: operation(`DELETE ${roles}/{roleId}/groups/{groupId}`, {
    summary: 'Have a group confer a role no longer',
    description: 'Its members lose the role, unless they have it otherwise.',
    access: adminOnly,
  }),
};
