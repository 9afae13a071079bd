import { limits, Refusal, errors } from '@oriel/contract';
import type { ConflictFile } from '../../build/model-repository.ts';
import { cutText } from '../../cut-text.ts';

/** The names of the two sides: of the branch that takes, and of what it would take. */
interface Sides {
  readonly ours: string;
  readonly theirs: string;
}

/** Characters of one side of a file that a refusal tells. */
const MAX_SIDE_CHARACTERS = 4_000;

/** The refusal of a merge with conflicts: each file with both sides. */
export function mergeConflict(files: readonly ConflictFile[], sides: Sides): Refusal {
  const issues = files.slice(0, limits.MAX_ISSUES).map(({ path, ours, theirs }) => ({
    path,
    message: [
      `<<<<<<< ${sides.ours}`,
      toSide(ours),
      '=======',
      toSide(theirs),
      `>>>>>>> ${sides.theirs}`,
    ].join('\n'),
  }));
  const message = errors.merge_conflict.message({ count: files.length, ...sides });
  return new Refusal('merge_conflict', message, { issues });
}

function toSide(content: string | undefined): string {
  if (content === undefined) return '(no such file)';
  return cutText(content.replace(/\n$/, ''), MAX_SIDE_CHARACTERS);
}
