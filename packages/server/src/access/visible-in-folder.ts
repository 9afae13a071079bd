import { sql, type RawBuilder } from 'kysely';
import type { Bindable } from '../db/parameter.ts';
import { hidden } from '../db/prepared.ts';
import { accessLevels } from './access-level.ts';
import { columnOf, kindOf, tableOf } from './lineage.ts';
import { resourceKinds, type ResourceKind } from './resource-kinds.ts';
import { isSeenDirectly, type Viewer } from './seen-directly.ts';
import { isGrantedTo, isOwnedBy } from './subjects.ts';
import type { View, VisibleRows } from './view.ts';

/** The rows of one folder that is seen or not. */
export interface FolderRows extends VisibleRows {
  /** Whether the folder is seen, and with it everything in it. */
  readonly isSeen: RawBuilder<boolean>;
}

/**
 * The rows of a kind, not folders, that lie by their own column in one folder which an accessor sees: the folder decides for all of
 * them, once. Of a folder that it does not see none are shown; see {@link visibleDirectly}.
 *
 * @param isInRange the condition of the rows of the folder that are asked for, as an order within the folder has it; default all
 */
export function visibleInFolder(
  { accessor, deploymentId, type, kinds = resourceKinds }: View,
  folderId: Bindable<number>,
  isInRange: RawBuilder<boolean> | 'all' = 'all',
): FolderRows {
  const kind = kindOf(kinds, type);
  const id = hidden(folderId, 'integer');
  const isHere = lieIn(kind, folderId);
  // The folder is of the deployment, and with it what lies in it. This is no equality, by which the planner would guess how few
  // rows of a folder are left.
  const inDeployment = sql`coalesce(${columnOf(kind.alias, 'deployment_id')} = ${hidden(deploymentId, 'integer')}, false)`;
  const isSeen = sql<boolean>`coalesce((select is_seen from folder), false)`;
  const kept = sql`(select coalesce(sum(held), 0) from folder_counts where folder_id = ${id} and resource_type = ${sql.lit(type)})`;
  const counted = sql`(select count(*) from ${tableOf(kind)} where ${inDeployment} and ${isHere} and ${isSeen})`;
  return {
    expressions: sql`folder as materialized (
      select ${isFolderSeen({ accessor, deploymentId, kinds }, sql`f.path`)} as is_seen from folders f
      where f.id = ${id} and f.deployment_id = ${hidden(deploymentId, 'integer')}),`,
    isSeen,
    isShown: sql<boolean>`(${inDeployment} and ${isInRange === 'all' ? isHere : isInRange} and ${isSeen})`,
    count:
      kind.counts === undefined
        ? sql<number>`${counted}`
        : sql<number>`case when ${isSeen} then ${kept} else 0 end`,
  };
}

/** The rows of a kind, not folders, that lie in a folder which an accessor does not see: those that it sees by themselves. */
export function visibleDirectly(
  { accessor, deploymentId, type, kinds = resourceKinds }: View,
  folderId: Bindable<number>,
): VisibleRows {
  const kind = kindOf(kinds, type);
  const inDeployment = sql`${columnOf(kind.alias, 'deployment_id')} = ${hidden(deploymentId, 'integer')}`;
  const isShown = sql<boolean>`(${inDeployment} and ${lieIn(kind, folderId)} and ${isSeenDirectly({ accessor, deploymentId, kinds }, kind)})`;
  return {
    expressions: sql``,
    isShown,
    count: sql<number>`(select count(*) from ${tableOf(kind)} where ${isShown})`,
  };
}

function lieIn({ alias, folder }: ResourceKind, folderId: Bindable<number>): RawBuilder<boolean> {
  if (folder === undefined) return sql<boolean>`false`;
  return sql<boolean>`${columnOf(alias, folder)} = ${hidden(folderId, 'integer')}`;
}

/** Whether a folder is seen, by its path: owned or granted, itself or one above. */
function isFolderSeen({ accessor, deploymentId }: Viewer, path: RawBuilder<unknown>): RawBuilder<boolean> {
  if (Math.min(accessor.leastLevel, accessor.highestLevel) >= accessLevels.read) return sql<boolean>`true`;
  return sql<boolean>`(
    exists (select from grants g where g.resource_type = 'FOLDER' and g.resource_id = any(${path}) and ${isGrantedTo(accessor, deploymentId)})
    or exists (select from folders above where above.id = any(${path}) and ${isOwnedBy(accessor, sql`above.user_id`)}))`;
}
