import { permissions as allPermissions, type Permission } from '@oriel/contract';
import { accessLevels, type AccessLevel } from '../access-level.ts';
import type { ResourceRights } from './resource-rights.ts';

/** The roles that every account has. */
export type UserRole = 'Viewer' | 'Explorer' | 'Developer' | 'Admin';

/** What the roles of a principal come to. A principal carries it, so that nothing else asks which roles there are. */
export interface Rights {
  /** What holds in the whole account, in each of its deployments too. `All` stands for every permission. */
  readonly permissions: ReadonlySet<Permission>;
  /** What holds in some deployments; `All` stands for every permission there. */
  readonly deployments: readonly DeploymentRights[];
  /** Agents, their spaces and threads that roles name. */
  readonly resources: readonly ResourceRights[];
  /** The level of access to every item of the workspace, regardless of owner and grants. */
  readonly leastLevel: AccessLevel;
  /** The level that owning and grants lead to at most. */
  readonly highestLevel: AccessLevel;
}

/** What is permitted in some deployments of an account. */
export interface DeploymentRights {
  /** Null is every deployment. */
  readonly deploymentIds: readonly number[] | null;
  readonly permissions: ReadonlySet<Permission>;
}

/** What anybody may do who looks at dashboards. */
const viewing = ['AIBIView', 'DeploymentRead', 'DeploymentAgentRead', 'DownloadData'] as const;

/** What it takes to explore the models and build workbooks of them. */
const exploring = [...viewing, 'AIBIExplore', 'PlaygroundRead'] as const;

/** What it takes to build and run deployments. */
const developing = [
  ...exploring,
  'AIBIDevelop',
  'AlertsCreate',
  'AlertsDelete',
  'AlertsRead',
  'AlertsUpdate',
  'APMRead',
  'ChatHistoryRead',
  'svcNetworkConnect',
  'DataAssetsManage',
  'DataAssetsRead',
  'DeploymentCreate',
  'DeploymentDelete',
  'DeploymentsManage',
  'DeploymentUpdate',
  'PreAggregationBuild',
  'SchemaRead',
  'SchemaUpdate',
  'SchemaUpdateDevBranches',
  'SecretsManage',
  'SqlRunnerRead',
] as const;

/** The built-in roles. Roles that an account makes itself are rows of the database with the same parts. */
export const builtInRoles: Readonly<Record<UserRole, Rights>> = {
  Viewer: rights(viewing, { highestLevel: accessLevels.read }),
  Explorer: rights(exploring),
  Developer: rights(developing),
  Admin: rights(['All'], { leastLevel: accessLevels.manage }),
};

/** What nobody in particular may do. */
export const noRights: Rights = rights([], { highestLevel: accessLevels.none });

/** What the viewer of an embed session may do. */
export const embedRights: Rights = rights(['EmbedDeploymentRead', 'EmbedDashboardRead'], {
  highestLevel: accessLevels.read,
});

/** What the viewer of an embed session in creator mode may do: besides, it has things of its own. */
export const creatorRights: Rights = { ...embedRights, highestLevel: accessLevels.manage };

/** The same where the account shows them the SQL of sources. */
export const sqlCreatorRights: Rights = {
  ...creatorRights,
  permissions: new Set([...creatorRights.permissions, 'PlaygroundRead']),
};

/** The permission that stands for a tier of the product; an operation names the tier by its role. */
export const tierPermissions: Readonly<Record<UserRole, Permission>> = {
  Viewer: 'AIBIView',
  Explorer: 'AIBIExplore',
  Developer: 'AIBIDevelop',
  Admin: 'All',
};

/** Whether rights give a permission: in the whole account, or in the deployment in question. */
export function permits(
  { permissions, deployments }: Rights,
  permission: Permission,
  deploymentId?: number,
): boolean {
  const gives = (given: ReadonlySet<Permission>) => given.has('All') || given.has(permission);
  if (gives(permissions)) return true;
  return deployments.some(
    (each) =>
      deploymentId !== undefined &&
      (each.deploymentIds?.includes(deploymentId) ?? true) &&
      gives(each.permissions),
  );
}

/** Rights are asked for again and again while they are cached. */
const permissionsByRights = new WeakMap<Rights, Map<number | undefined, readonly Permission[]>>();

/** Every permission that rights give in the whole account, or in a deployment, in the order of the contract. */
export function permissionsOf(rights: Rights, deploymentId?: number): readonly Permission[] {
  let known = permissionsByRights.get(rights);
  if (!known) permissionsByRights.set(rights, (known = new Map()));
  let permissions = known.get(deploymentId);
  if (!permissions) {
    permissions = allPermissions.filter((permission) => permits(rights, permission, deploymentId));
    known.set(deploymentId, permissions);
  }
  return permissions;
}

/** The rights of a user with several roles: the union of all of them. */
export function unionOf(roles: readonly Rights[]): Rights {
  return {
    permissions: new Set(roles.flatMap(({ permissions }) => [...permissions])),
    deployments: roles.flatMap(({ deployments }) => deployments),
    resources: roles.flatMap(({ resources }) => resources),
    leastLevel: highestOf(roles.map(({ leastLevel }) => leastLevel)),
    highestLevel: highestOf(roles.map(({ highestLevel }) => highestLevel)),
  };
}

function highestOf(levels: readonly AccessLevel[]): AccessLevel {
  return levels.reduce((highest, level) => (level > highest ? level : highest), accessLevels.none);
}

function rights(
  permissions: readonly Permission[],
  levels: Partial<Pick<Rights, 'leastLevel' | 'highestLevel'>> = {},
): Rights {
  return {
    permissions: new Set(permissions),
    deployments: [],
    resources: [],
    leastLevel: accessLevels.none,
    highestLevel: accessLevels.manage,
    ...levels,
  };
}
