import { limits, refuse } from '@oriel/contract';

/**
 * A folder's name as it is kept: it begins and ends with something that can be seen.
 *
 * @throws `validation_failed` for a name of nothing else
 */
export function folderName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== '') return trimmed;
  const issues = [{ path: 'name', message: 'must not be empty' }];
  throw refuse('validation_failed', { count: 1 }, { issues });
}

/**
 * Checks that a folder may be made in one whose path from the root is given, its own id last.
 *
 * @throws `folder_too_deep`
 */
export function checkDepthBelow(parentPath: readonly number[]): void {
  if (parentPath.length >= limits.MAX_FOLDER_DEPTH)
    throw refuse('folder_too_deep', { max: limits.MAX_FOLDER_DEPTH });
}

/**
 * Checks that a folder with so many sub-folders may be deleted.
 *
 * @throws `folder_has_subfolders`
 */
export function checkHasNoSubfolders(count: number): void {
  if (count > 0) throw refuse('folder_has_subfolders', { count });
}
