import type { AccessChange, WorkspaceItemRefInput } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import { isStorableId } from '../../db/values/storable-id.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import { createAccessChangeStore } from './access-change-store.ts';
import { levelNames } from './level-names.ts';
import { keyOf, type SubjectLevel } from './resolve-access.ts';
import { createSharingStore } from './sharing-store.ts';

/** What each subject may do with an item, by the key of the subject. */
export type ItemLevels = ReadonlyMap<string, SubjectLevel>;

/**
 * Reads what subjects may do with an item, by what is given and by owning it or what lies above; nobody where it is
 * gone. Of the subjects that the caller is told of: {@link createAccessChangeStore}.
 */
export async function readAccessLevels(
  db: Db,
  scope: WorkspaceScope,
  { type, id }: WorkspaceItemRefInput,
): Promise<ItemLevels> {
  if (!isStorableId(id)) return new Map();
  const { deploymentId } = scope;
  const places = await createSharingStore(db).listPlaces({ type, id, deploymentId });
  return createAccessChangeStore(db, scope).listLevels(places);
}

/**
 * The same of all that goes when the item is deleted: of a workbook and its tabs the most that a subject may do with
 * one of them.
 */
export async function readLevelsOfParts(
  db: Db,
  scope: WorkspaceScope,
  item: WorkspaceItemRefInput,
): Promise<ItemLevels> {
  const levels = new Map(await readAccessLevels(db, scope, item));
  if (item.type !== 'WORKBOOK' || !isStorableId(item.id)) return levels;
  for (const tab of await createAccessChangeStore(db, scope).listTabLevels(item.id))
    if ((levels.get(keyOf(tab))?.level ?? 0) < tab.level) levels.set(keyOf(tab), tab);
  return levels;
}

/** How the access of subjects differs: of the first ones, and how many there are. */
export async function changesOfLevels(
  db: Db,
  scope: WorkspaceScope,
  { before, after, most }: { before: ItemLevels; after: ItemLevels; most: number },
): Promise<{ changes: AccessChange[]; count: number }> {
  const changed = new Map([...before, ...after]);
  for (const key of changed.keys()) if (before.get(key)?.level === after.get(key)?.level) changed.delete(key);
  const named = [...changed].slice(0, most);
  const subjects = await createAccessChangeStore(db, scope).describe(
    named.map(([, subject]) => subject).filter(({ subjectId }) => isStorableId(subjectId)),
  );
  const changes = named.flatMap(([key]) => {
    const subject = subjects.get(key);
    const [was, is] = [before.get(key)?.level ?? 0, after.get(key)?.level ?? 0];
    return subject ? [{ subject, before: levelNames[was], after: levelNames[is] }] : [];
  });
  // Those that are no longer there are counted where they are not looked up.
  return { changes, count: changed.size - (named.length - changes.length) };
}
