import { sql } from 'kysely';
import { belowRoots, rootsOf } from '../../access/visibility/folder-roots.ts';
import type { View } from '../../access/visibility/view.ts';
import { selectFolderFacts, type VisibleFolders } from '../../access/visibility/visible-folders.ts';
import type { Db } from '../../db/database.ts';

/** Finds the folders that an accessor sees, as a list does that answers with them. */
export async function findVisibleFolders(db: Db, view: View): Promise<VisibleFolders> {
  const { rows } = await sql<{ foldersVersion: string } & VisibleFolders>`
    with ${rootsOf(view)}, ${belowRoots(view)} select 1 ${selectFolderFacts(undefined, view.deploymentId)}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('A statement without a condition has no row');
  const { foldersVersion: version, rootIds, folderIds } = found;
  return { version, rootIds, folderIds };
}
