import type { DeploymentRef } from '../http/handler.ts';
import { userOf, type Principal, type UserPrincipal } from '../access/principal.ts';
import type { Accessor } from '../access/subjects.ts';

/** Who does something in the workspace, and in the workspace of which deployment. */
export interface WorkspaceScope {
  readonly actor: UserPrincipal;
  readonly deploymentId: number;
}

/** Who looks at the workspace of a deployment: a user, or what is shared with some subjects. */
export interface ViewScope {
  readonly actor: UserPrincipal | Accessor;
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
export function scopeOf(call: { principal: Principal; deployment: DeploymentRef }): WorkspaceScope {
  return { actor: userOf(call.principal), deploymentId: call.deployment.id };
}
