import { accessLevels, type AccessLevel } from '../../access/access-level.ts';
import { userIdOf, viewerIdOf, type Author } from '../../access/principal.ts';
import type { ResourceType } from '../../access/resource-kinds.ts';
import { accessorOf } from '../../access/subjects.ts';
import type { Db } from '../../db/database.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';

/** Who a new item is of: a user, or a viewer in creator mode. */
export function ownerOf(author: Author): { userId: number | null; embedUserId: number | null } {
  return { userId: userIdOf(author), embedUserId: viewerIdOf(author) };
}

/** What the maker of an item may do with it, within what their roles allow. */
export function levelOfMaker(author: Author): AccessLevel {
  return accessorOf(author).highestLevel;
}

/** Gives a new item to the viewer who has made it; a user owns one by its column. @returns the item */
export async function giveToMaker<Item extends { id: number }>(
  db: Db,
  { actor, deploymentId }: WorkspaceScope,
  resourceType: ResourceType,
  item: Item,
): Promise<Item> {
  const subjectId = viewerIdOf(actor);
  if (subjectId === null) return item;
  await db
    .insertInto('grants')
    .values({
      deploymentId,
      resourceType,
      resourceId: item.id,
      subjectType: 'EMBED_USER',
      subjectId,
      level: accessLevels.manage,
    })
    .execute();
  return item;
}
