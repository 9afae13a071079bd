import { refuse, type Access, type Permission } from '@oriel/contract';
import { accessLevels, type AccessLevel, type ItemAction } from './access-level.ts';
import { rightsOf, type Principal, type UserPrincipal } from './principal.ts';
import { permits, tierPermissions } from './roles/roles.ts';

/** An item of the workspace with the level that its statement has worked out for the principal. */
interface LevelledItem {
  readonly level: AccessLevel;
}

/** The deployment that a permission is about. */
interface PermissionScope {
  readonly deploymentId: number;
}

/**
 * The one decision about access: whether a principal may do something, with an item of the workspace or in its account.
 * Pure: all that it rests on is carried by the principal and by the item.
 *
 * An action on an item needs its level, within what the principal's roles allow. A permission needs a role that gives
 * it, in the whole account or in the deployment in question.
 */
export function may(principal: Principal, action: Permission, scope?: PermissionScope): boolean;
export function may(principal: Principal, action: ItemAction, item: LevelledItem): boolean;
export function may(
  principal: Principal,
  action: Permission | ItemAction,
  resource: Partial<LevelledItem & PermissionScope> = {},
): boolean {
  const rights = rightsOf(principal);
  if (!isItemAction(action)) return permits(rights, action, resource.deploymentId);
  const { level = accessLevels.none } = resource;
  return Math.min(Math.max(level, rights.leastLevel), rights.highestLevel) >= accessLevels[action];
}

function isItemAction(action: string): action is ItemAction {
  return action === 'read' || action === 'edit' || action === 'manage';
}

/**
 * Checks that a principal may call an operation at all, by the `access` that the contract gives it: the kind of caller,
 * the tier, and the permission where one is named, in the deployment of the path. `DeploymentRead` is what opens a
 * deployment.
 *
 * @throws `unauthenticated` for nobody; `admin_only` and `forbidden` for a caller without the right
 */
export function checkCall(principal: Principal, access: Access, scope?: PermissionScope): void {
  if (!isKindOf(principal, access))
    throw principal.kind === 'anonymous'
      ? refuse('unauthenticated')
      : refuse('forbidden', { reason: 'This kind of credential may not call this operation' });
  if (principal.kind === 'anonymous') return;
  if (principal.kind === 'user') checkRole(principal, access.role);
  if (principal.kind === 'user' && scope && !may(principal, 'DeploymentRead', scope))
    throw refuse('forbidden', { reason: 'This needs the permission DeploymentRead' });
  if (access.permission !== undefined && !may(principal, access.permission, scope))
    throw refuse('forbidden', { reason: `This needs the permission ${access.permission}` });
}

/** Whether an operation is for callers of this kind; a viewer in creator mode is a viewer, and more. */
function isKindOf(principal: Principal, { principals }: Access): boolean {
  if (principal.kind === 'embed' && principal.creatorMode && principals.includes('creator')) return true;
  return principals.includes(principal.kind);
}

/**
 * Checks that a user has a role or one above it.
 *
 * @throws `admin_only`, `forbidden`
 */
export function checkRole(user: UserPrincipal, role: Access['role']): void {
  if (may(user, tierPermissions[role])) return;
  if (role === 'Admin') throw refuse('admin_only');
  throw refuse('forbidden', { reason: `This needs the role ${role} or higher` });
}
