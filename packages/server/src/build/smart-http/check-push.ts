import { limits, Refusal } from '@oriel/contract';
import { join } from 'node:path';
import { git, GitError, type GitOptions } from '../git.ts';
import { branchRefs } from '../repository/branch-state.ts';
import { isBranchName } from '../repository/branches.ts';
import { checkModelPath } from '../repository/model-path.ts';
import { checkSize, isFile, listTree } from '../repository/model-tree.ts';
import { listRefs } from '../repository/ref-changes.ts';
import type { PushedRef } from './hook-questions.ts';

const [HEADS = ''] = branchRefs;

/** A branch that a push moves, makes or removes. */
export interface PushedBranch {
  readonly name: string;
  /** Its head before; undefined where it is new. */
  readonly from: string | undefined;
  /** Its head after; undefined where it is removed. */
  readonly to: string | undefined;
}

/** The branches that a push is about; undefined for a ref that is none. */
export function pushedBranches(refs: readonly PushedRef[]): (PushedBranch | undefined)[] {
  return refs.map(({ ref, from, to }) =>
    ref.startsWith(HEADS) ? { name: ref.slice(HEADS.length), from, to } : undefined,
  );
}

/** Where a push is looked at before it is accepted. */
export interface PushPlace {
  readonly directory: string;
  /** Where its objects lie until then; undefined where it has none. */
  readonly objectDirectory: string | undefined;
}

/**
 * Checks what a push brings by the rules of a commit through the API: names, paths, sizes, and nothing but files.
 *
 * @returns the reasons against it, none where it may be accepted
 */
export async function findPushFaults(place: PushPlace, branches: readonly PushedBranch[]): Promise<string[]> {
  const faults: string[] = [];
  for (const branch of branches) {
    const fault = await findFault(place, branch);
    if (fault !== undefined) faults.push(`${branch.name}: ${fault}`);
  }
  const { size } = await listRefs(place.directory, [HEADS]);
  const added = branches.filter(({ from }) => from === undefined).length;
  if (added > 0 && size + added > limits.MAX_BRANCHES)
    faults.push(`A deployment has at most ${limits.MAX_BRANCHES} branches; remove some first`);
  return faults;
}

async function findFault(place: PushPlace, { name, to }: PushedBranch): Promise<string | undefined> {
  if (to === undefined) return undefined;
  if (!(await isBranchName(name))) return 'this cannot be the name of a branch';
  try {
    const entries = await listTree(place.directory, to, inQuarantine(place));
    const odd = entries.find((entry) => !isFile(entry));
    if (odd)
      return `${JSON.stringify(odd.path)} is a ${odd.mode === '160000' ? 'submodule' : 'symbolic link'}; a data model has files alone`;
    for (const { path } of entries) checkModelPath(path);
    checkSize(entries);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    if (error instanceof GitError) return 'its files cannot be listed';
    throw error;
  }
}

/** Whether the branch would lose commits. */
export async function losesCommits(place: PushPlace, { from, to }: PushedBranch): Promise<boolean> {
  if (from === undefined || to === undefined) return from !== undefined;
  try {
    await git(place.directory, ['merge-base', '--is-ancestor', from, to], inQuarantine(place));
    return false;
  } catch (error) {
    if (error instanceof GitError && error.exitCode === 1) return true;
    throw error;
  }
}

const LIST_TIMEOUT_MS = 20_000;

function inQuarantine({ directory, objectDirectory }: PushPlace): GitOptions {
  return {
    timeoutMs: LIST_TIMEOUT_MS,
    environment:
      objectDirectory === undefined
        ? {}
        : {
            GIT_OBJECT_DIRECTORY: objectDirectory,
            GIT_ALTERNATE_OBJECT_DIRECTORIES: join(directory, 'objects'),
          },
  };
}
