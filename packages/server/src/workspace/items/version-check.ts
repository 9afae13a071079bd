import { refuse } from '@oriel/contract';

/**
 * Checks that an item is still the one that a change was made on. The item's row is held by then, so that nobody
 * changes it between the check and the change.
 *
 * @param expected the version that the caller knows; null and undefined for any
 * @throws `version_conflict`
 */
export function checkVersion(
  kind: 'report' | 'workbook',
  { id, version }: { id: number; version: number },
  expected: number | null | undefined,
): void {
  if (expected != null && expected !== version)
    throw refuse('version_conflict', { kind, id, expected, actual: version });
}
