import { sql, type RawBuilder } from 'kysely';
import type { Bindable } from '../../db/parameter.ts';
import { hidden } from '../../db/statements/prepared.ts';

/** Which items are counted. */
interface CountedItems {
  readonly deploymentId: Bindable<number>;
  /** Of a kind that is counted. */
  readonly type: string;
}

/** How many items lie in some folders and below them, as SQL; none of the folders lies below another. */
export function countBelow(
  { deploymentId, type }: CountedItems,
  folderIds: RawBuilder<number[]>,
): RawBuilder<number> {
  return sql<number>`(
    (select coalesce(sum(below), 0) from folder_counts where resource_type = ${sql.lit(type)} and folder_id = any(${folderIds}::integer[]))
    + (select coalesce(sum(c.lying), 0) from folder_changes c where c.deployment_id = ${hidden(deploymentId, 'integer')} and c.resource_type = ${sql.lit(type)}
      and (select path from folders where folders.id = c.folder_id) && ${folderIds}::integer[]))`;
}

/** How many items name a folder themselves, as SQL. */
export function countHeld(
  { deploymentId, type }: CountedItems,
  folderId: RawBuilder<number>,
): RawBuilder<number> {
  return sql<number>`(
    (select coalesce(sum(held), 0) from folder_counts where folder_id = ${folderId} and resource_type = ${sql.lit(type)})
    + (select coalesce(sum(held), 0) from folder_changes where deployment_id = ${hidden(deploymentId, 'integer')} and folder_id = ${folderId} and resource_type = ${sql.lit(type)}))`;
}
