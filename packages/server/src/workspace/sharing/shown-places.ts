import type { AccessPlace } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import { createItemStore } from '../items/item-store.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';
import type { Place } from './resolve-access.ts';

/**
 * Makes the function that shows a place to a caller. The name of one that the caller does not see is empty: a tab that
 * was shared by itself has its access from a workbook, and from the folders of that.
 */
export async function loadShownPlaces(
  db: Db,
  scope: WorkspaceScope,
  places: readonly Place[],
): Promise<(place: Place) => AccessPlace> {
  const store = createItemStore(db);
  const rows = await store.list(scope, places);
  const keyOf = ({ type, id }: { type: string; id: number }) => `${type} ${id}`;
  const seen = new Set(rows.flatMap(({ type, row }) => (row.level > 0 ? keyOf({ type, id: row.id }) : [])));
  const hidden = places.filter((place) => place.type === 'FOLDER' && !seen.has(keyOf(place)));
  const onTheWay = await store.findNavigationFolders(
    scope,
    hidden.map(({ id }) => id),
  );
  const isShown = (place: Place) =>
    seen.has(keyOf(place)) || (place.type === 'FOLDER' && onTheWay.has(place.id));
  return (place) => ({ type: place.type, id: place.id, name: isShown(place) ? place.name : '' });
}
