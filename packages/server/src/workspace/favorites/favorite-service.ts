import type { UpdateFavoriteInput } from '@oriel/contract';
import { sql } from 'kysely';
import { accessLevels } from '../../access/access-level.ts';
import { resourceKinds } from '../../access/resource-kinds.ts';
import type { Db } from '../../db/database.ts';
import { changeWorkspace } from '../batches/workspace-change.ts';
import { markedBy, markerOf, tableOfMarks } from '../items/favorite-marks.ts';
import type { WorkspaceScope } from '../workspace-scope.ts';

/** Makes the service of what users have marked. */
export function createFavoriteService(db: Db) {
  return {
    /** Marks an item for the caller, or takes the mark away. @throws 404 */
    update: (scope: WorkspaceScope, input: UpdateFavoriteInput): Promise<UpdateFavoriteInput> =>
      changeWorkspace(db, scope, {}, async (tx) => {
        const { type, id, isFavorite } = input;
        await tx.access.get(type, id, accessLevels.read);
        const marker = markerOf(scope.actor);
        const { table, column } = tableOfMarks(marker);
        await (
          isFavorite
            ? // The lock keeps the item there until the mark is; what marks a deleted one would stay for ever.
              sql`insert into ${sql.table(table)} (${sql.ref(column)}, resource_type, resource_id)
                select ${marker.id}::integer, ${type}, id from ${sql.table(resourceKinds[type].table)} where id = ${id} for key share
                on conflict do nothing`
            : sql`delete from ${markedBy(marker)} and resource_type = ${type} and resource_id = ${id}`
        ).execute(tx.db);
        return { type, id, isFavorite };
      }),
  };
}
