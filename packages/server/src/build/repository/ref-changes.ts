import { findRef } from '../branch-head.ts';
import { git, GitError } from '../git.ts';
import { removeStaleLocks } from './stale-locks.ts';

/** A ref that is to go from one commit to another; undefined means that there is none. */
export interface RefChange {
  readonly ref: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const NO_COMMIT = '0'.repeat(40);
/** A lock is waited for as long as one may be held by a process that died, and a little longer. */
const MAX_TRIES = 10;

/**
 * Moves refs if all of them are where they are believed to be, and otherwise none: answers false then. A ref that stays
 * (`from` equal to `to`) is only compared.
 */
export async function changeRefs(directory: string, changes: readonly RefChange[]): Promise<boolean> {
  const input = ['start', ...changes.map(toCommand), 'prepare', 'commit', ''].join('\n');
  for (let tries = 1; ; tries += 1) {
    try {
      await git(directory, ['update-ref', '--stdin'], { input });
      return true;
    } catch (error) {
      if (!(error instanceof GitError) || error.exitCode === null) throw error;
      if (await haveMoved(directory, changes)) return false;
      if (!error.message.includes('File exists') || tries === MAX_TRIES) throw error;
      await removeStaleLocks(directory);
    }
  }
}

function toCommand({ ref, from = NO_COMMIT, to = NO_COMMIT }: RefChange): string {
  if (from === to) return `verify ${ref} ${from}`;
  return to === NO_COMMIT ? `delete ${ref} ${from}` : `update ${ref} ${to} ${from}`;
}

async function haveMoved(directory: string, changes: readonly RefChange[]): Promise<boolean> {
  const moved = await Promise.all(
    changes.map(async ({ ref, from }) => (await findRef(directory, ref)) !== from),
  );
  return moved.includes(true);
}

/** Commits by ref below some prefixes. */
export async function listRefs(directory: string, prefixes: readonly string[]): Promise<Map<string, string>> {
  const listing = await git(directory, ['for-each-ref', '--format=%(objectname) %(refname)', ...prefixes]);
  return new Map(
    listing
      .toString()
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(41), line.slice(0, 40)] as const),
  );
}
