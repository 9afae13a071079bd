import type { TransformSyncKeptFile } from '@oriel/contract';
import type { Change } from '../../build/model-repository.ts';
import { GENERATED_FOLDER, type GeneratedFile } from './generate-cubes.ts';
import { originOf } from './generated-text.ts';

/** What a sync does to a branch. */
export interface FilePlan {
  readonly changes: readonly Change[];
  readonly kept: readonly TransformSyncKeptFile[];
}

/** A text file of a branch, by its path in the repository. */
export interface KnownFile {
  readonly path: string;
  readonly content: string;
}

const EDITED =
  'It was edited since it was generated; move what was added into a file that extends the cube, remove this one and sync again';
const FOREIGN = 'It was not generated; rename it and sync again';
const EDITED_AND_GONE = 'It was edited since it was generated; its model is gone from the dbt project';

/**
 * Works out what is written and removed, so that no edit is lost: only what is as it was generated is replaced or
 * removed.
 *
 * @param prefix the folder of the project with a slash behind it, or an empty text
 */
export function planFiles(
  prefix: string,
  generated: readonly GeneratedFile[],
  known: readonly KnownFile[],
): FilePlan {
  const changes: Change[] = [];
  const kept: TransformSyncKeptFile[] = [];
  const left = new Map(known.map(({ path, content }) => [path, content]));
  for (const file of generated) {
    const path = prefix + file.path;
    const before = left.get(path);
    left.delete(path);
    const origin = before === undefined ? 'generated' : originOf(before);
    if (origin !== 'generated') kept.push({ path, reason: origin === 'edited' ? EDITED : FOREIGN });
    else if (before !== file.content) changes.push({ kind: 'set', path, content: file.content });
  }
  for (const [path, content] of left) {
    if (!path.startsWith(prefix + GENERATED_FOLDER)) continue;
    const origin = originOf(content);
    if (origin === 'generated') changes.push({ kind: 'remove', path });
    else if (origin === 'edited') kept.push({ path, reason: EDITED_AND_GONE });
  }
  return { changes, kept };
}
