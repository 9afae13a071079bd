import { may } from '../../access/may.ts';
import type { UserPrincipal } from '../../access/principal.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import { losesCommits, type PushedBranch, type PushPlace } from './check-push.ts';

/** What is known of a branch beside git. */
export interface KnownBranch {
  /** Whether it is the dev branch of one user. */
  readonly isDev: boolean;
  readonly ownerId: number | null;
}

/** Finds what is known of a branch; undefined for one that is known to git alone, which is shared. */
export type FindKnownBranch = (deploymentId: number, name: string) => Promise<KnownBranch | undefined>;

/** What the rules of pushes rest on. */
interface PushFacts {
  readonly findBranch: FindKnownBranch;
  /** Whether the deploy branch of a deployment takes no push. */
  readonly isReadOnly: (deploymentId: number) => Promise<boolean>;
}

/** A push to be decided on. */
interface Push {
  readonly actor: UserPrincipal;
  readonly deployment: DeploymentRef;
  readonly branches: readonly PushedBranch[];
  readonly place: PushPlace;
}

/**
 * The reasons why a caller may not push to branches, none where they may. Shared branches need `SchemaUpdate`; the
 * caller's own dev branches `SchemaUpdateDevBranches`. The deploy branch is never removed, never loses a commit, and
 * takes no push while it is read-only.
 */
export async function findForbidden(
  { findBranch, isReadOnly }: PushFacts,
  { actor, deployment, branches, place }: Push,
): Promise<string[]> {
  const scope = { deploymentId: deployment.id };
  const reasons: string[] = [];
  for (const branch of branches) {
    const known = await findBranch(deployment.id, branch.name);
    const isOwn = known?.isDev === true && known.ownerId === actor.userId;
    const isDeployBranch = branch.name === deployment.deployBranch;
    if (
      !may(actor, 'SchemaUpdate', scope) &&
      !(isOwn && !isDeployBranch && may(actor, 'SchemaUpdateDevBranches', scope))
    )
      reasons.push(`${branch.name}: pushing to it needs the permission SchemaUpdate`);
    if (!isDeployBranch) continue;
    if (branch.to === undefined) reasons.push(`${branch.name}: the deploy branch cannot be removed`);
    else if (await losesCommits(place, branch))
      reasons.push(
        `${branch.name}: the deploy branch never loses a commit; pull, and push again without force`,
      );
    if (await isReadOnly(deployment.id))
      reasons.push(`${branch.name}: the deploy branch is read-only; push to another branch and merge that`);
  }
  return reasons;
}
