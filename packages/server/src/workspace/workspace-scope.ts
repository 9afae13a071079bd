import type { DeploymentRef } from '../http/handler.ts';
import {
  userOf,
  userOrViewerOf,
  type Author,
  type Principal,
  type UserPrincipal,
} from '../access/principal.ts';
import type { Accessor } from '../access/subjects.ts';

/** Who does something in the workspace, and in the workspace of which deployment. */
export interface WorkspaceScope {
  readonly actor: Author;
  readonly deploymentId: number;
}

/** A user who does something in a workspace, as {@link WorkspaceScope}. */
export interface UserScope extends WorkspaceScope {
  readonly actor: UserPrincipal;
}

/** Who looks at the workspace of a deployment: a user, or what is shared with some subjects. */
export interface ViewScope {
  readonly actor: Author | Accessor;
  readonly deploymentId: number;
}

/** What is seen of the content of one folder, or of the root. */
export interface WorkspaceLevel extends ViewScope {
  /** Null is the root. */
  readonly folderId: number | null;
  /** Whether the folder is seen, and with it everything in it; else only what is seen by itself is. */
  readonly isSeen: boolean;
}

/** The scope of a call of an operation that only users may call. */
export function scopeOf(call: { principal: Principal; deployment: DeploymentRef }): UserScope {
  return { actor: userOf(call.principal), deploymentId: call.deployment.id };
}

/** The scope of a call of an operation for users and for the viewers of embed sessions in creator mode. */
export function authorScopeOf(call: { principal: Principal; deployment: DeploymentRef }): WorkspaceScope {
  return { actor: userOrViewerOf(call.principal), deploymentId: call.deployment.id };
}
