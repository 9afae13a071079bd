import type { Permission, Policy } from '@oriel/contract';
import { accessLevels, type AccessLevel } from '../access-level.ts';
import { resourceRightsOf } from './resource-rights.ts';
import {
  builtInRoles,
  noRights,
  permits,
  tierPermissions,
  type DeploymentRights,
  type Rights,
  type UserRole,
} from './roles.ts';

/** Permissions that come with others: a tier has those below it, and goes by an older name as well; who may
 * change the branch that is deployed may change the others. */
const implied: Partial<Record<Permission, readonly Permission[]>> = {
  AIBIDevelop: ['AIBIExplore', 'AIBIView'],
  AIBIExplore: ['AIBIView'],
  AIBIDeveloper: ['AIBIDevelop', 'AIBIExplore', 'AIBIView'],
  AIBIUser: ['AIBIExplore', 'AIBIView'],
  AIBIViewer: ['AIBIView'],
  SchemaUpdate: ['SchemaUpdateDevBranches'],
};

/**
 * The rights of a role that an account has made: what its policies of the account, of deployments, of agents and
 * of threads permit. Items are reached
 * as far as the tier goes; without a tier not at all.
 */
export function rightsOfPolicies(policies: readonly Policy[]): Rights {
  const permissions = new Set<Permission>();
  const byDeployment = new Map<number | null, Set<Permission>>();
  for (const { resourceType, actions, resources } of policies) {
    if (resourceType === 'Global') add(permissions, actions);
    if (resourceType !== 'Deployment') continue;
    for (const resource of resources) {
      const id = resource === 'All' ? null : Number(resource);
      const given = byDeployment.get(id) ?? new Set();
      add(given, actions);
      byDeployment.set(id, given);
    }
  }
  const deployments = [...byDeployment].map(([id, given]): DeploymentRights => ({
    deploymentIds: id === null ? null : [id],
    permissions: given,
  }));
  const resources = policies.flatMap(resourceRightsOf);
  return { permissions, deployments, resources, ...levelsOf(permissions) };
}

function add(permissions: Set<Permission>, actions: readonly Permission[]): void {
  for (const action of actions)
    for (const permission of [action, ...(implied[action] ?? [])]) permissions.add(permission);
}

function levelsOf(permissions: ReadonlySet<Permission>): Pick<Rights, 'leastLevel' | 'highestLevel'> {
  if (permissions.has('All')) return { leastLevel: accessLevels.manage, highestLevel: accessLevels.manage };
  const highestLevel: AccessLevel = permissions.has('AIBIExplore')
    ? accessLevels.manage
    : permissions.has('AIBIView')
      ? accessLevels.read
      : noRights.highestLevel;
  return { leastLevel: accessLevels.none, highestLevel };
}

const tiers = ['Admin', 'Developer', 'Explorer', 'Viewer'] as const satisfies readonly UserRole[];

/** The highest built-in role with a tier that the rights include; `Viewer` for none. */
export function tierOf(rights: Rights): UserRole {
  return tiers.find((role) => permits(rights, tierPermissions[role])) ?? 'Viewer';
}

/** The deployments in which rights give a permission; null is every one of the account. */
export function deploymentsWith(rights: Rights, permission: Permission): readonly number[] | null {
  if (permits(rights, permission)) return null;
  const giving = rights.deployments.filter(
    ({ permissions }) => permissions.has('All') || permissions.has(permission),
  );
  if (giving.some(({ deploymentIds }) => deploymentIds === null)) return null;
  return giving.flatMap(({ deploymentIds }) => deploymentIds ?? []);
}

/** The policies that say what a built-in role permits. */
export function policiesOfBuiltIn(role: UserRole): Policy[] {
  return [{ resourceType: 'Global', actions: [...builtInRoles[role].permissions], resources: ['All'] }];
}
