/** Where a branch stands; undefined where it is not there. */
export interface BranchSides {
  readonly local: string | undefined;
  readonly remote: string | undefined;
  /** Where the remote stood when both were last compared. */
  readonly before: string | undefined;
  /** Whether it is the one that is deployed. */
  readonly isDeployed: boolean;
  /** Whether changes are saved on it that are not committed. */
  readonly hasDraft: boolean;
  /** Whether the remote has the local commit on some branch, so that pushing it would bring nothing but a name. */
  readonly isKnown: boolean;
}

/** What brings a branch in step: nothing that is on one side alone is ever given up. */
export type BranchStep = 'none' | 'create' | 'forward' | 'follow' | 'remove' | 'push' | 'tell';

/** Whether a commit is in the history of another. */
type IsAncestor = (commit: string, of: string) => Promise<boolean>;

/**
 * What is to be done about a branch:
 *
 * | here | at the remote | step |
 * | --- | --- | --- |
 * | none | new, or moved since | create |
 * | none | as it was: it was removed here | none |
 * | with a commit that the remote has not | none | push |
 * | as the remote had it | removed | remove; the deployed branch and one with a draft are pushed again |
 * | behind | ahead | forward |
 * | ahead | behind | push |
 * | as the remote had it | its history was written anew | follow; the deployed branch and one with a draft: tell |
 * | other commits | other commits, or a history that was written anew | tell |
 */
export async function planBranch(sides: BranchSides, isAncestor: IsAncestor): Promise<BranchStep> {
  const { local, remote, before, isDeployed, hasDraft, isKnown } = sides;
  const isUntouched = local === before && !isDeployed && !hasDraft;
  if (local === remote) return 'none';
  if (local === undefined) return remote === before ? 'none' : 'create';
  if (remote === undefined) {
    if (before !== undefined && isUntouched) return 'remove';
    return isKnown ? 'none' : 'push';
  }
  if (await isAncestor(local, remote)) return 'forward';
  const isRewritten = before !== undefined && !(await isAncestor(before, remote));
  if (isRewritten) return isUntouched ? 'follow' : 'tell';
  return (await isAncestor(remote, local)) ? 'push' : 'tell';
}
