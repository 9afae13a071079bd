import { sql, type RawBuilder } from 'kysely';
import type { Bindable } from '../../db/parameter.ts';
import { hidden } from '../../db/statements/prepared.ts';
import { accessLevels } from '../access-level.ts';
import { countHeld } from './folder-counts.ts';
import { columnOf, kindOf, tableOf } from '../lineage.ts';
import { resourceKinds, type ResourceKind } from '../resource-kinds.ts';
import { isSeenDirectly, type Viewer } from './seen-directly.ts';
import { isGrantedTo, isOwnedBy } from '../subjects.ts';
import type { View, VisibleRows } from './view.ts';

/** The rows of one folder that is seen or not. */
interface FolderRows extends VisibleRows {
  /** Whether the folder is seen, and with it everything in it. */
  readonly isSeen: RawBuilder<boolean>;
}

/**
 * The rows of a kind, not folders, that lie by their own column in one folder which an accessor sees: the folder
 * decides for all of them, once. Of a folder that it does not see none are shown; see {@link visibleByRowInFolder}.
 *
 * @param isInRange the condition of the rows of the folder that are asked for, as an order within the folder has it;
 * default all
 */
export function visibleInFolder(
  { accessor, deploymentId, type, kinds = resourceKinds }: View,
  folderId: Bindable<number>,
  isInRange: RawBuilder<boolean> | 'all' = 'all',
): FolderRows {
  const kind = kindOf(kinds, type);
  const isHere = lieIn(kind, folderId);
  const isInDeployment = isOf(kind, deploymentId);
  const counted = sql`(select count(*) from ${tableOf(kind)} where ${isInDeployment} and ${isHere} and ${isSeen})`;
  return {
    expressions: sql`${selectFolder({ accessor, deploymentId, kinds }, folderId)},`,
    isSeen,
    isShown: sql<boolean>`(${isInDeployment} and ${isInRange === 'all' ? isHere : isInRange} and ${isSeen})`,
    count: sql<number>`case when ${isSeen} then ${kind.counts === undefined ? counted : countHeld({ deploymentId, type }, hidden(folderId, 'integer'))} else 0 end`,
  };
}

/** The same where some of the rows may be seen by themselves: each is decided if the folder does not do so for all. */
export function visibleByRowInFolder(
  { accessor, deploymentId, type, kinds = resourceKinds }: View,
  folderId: Bindable<number>,
): FolderRows {
  const viewer = { accessor, deploymentId, kinds };
  const kind = kindOf(kinds, type);
  const isShown = sql<boolean>`(${isOf(kind, deploymentId)} and ${lieIn(kind, folderId)} and (${isSeen} or ${isSeenDirectly(viewer, kind)}))`;
  const counted = sql`(select count(*) from ${tableOf(kind)} where ${isShown})`;
  return {
    expressions: sql`${selectFolder(viewer, folderId)},`,
    isSeen,
    isShown,
    count:
      kind.counts === undefined
        ? sql<number>`${counted}`
        : sql<number>`case when ${isSeen} then ${countHeld({ deploymentId, type }, hidden(folderId, 'integer'))} else ${counted} end`,
  };
}

const isSeen = sql<boolean>`coalesce((select is_seen from folder), false)`;

/** The common table expression `folder`: one row, or none for a folder that is not in the deployment. */
function selectFolder(viewer: Viewer, folderId: Bindable<number>): RawBuilder<unknown> {
  return sql`folder as materialized (
    select ${isFolderSeen(viewer, sql`f.path`)} as is_seen from folders f
    where f.id = ${hidden(folderId, 'integer')} and f.deployment_id = ${hidden(viewer.deploymentId, 'integer')})`;
}

/**
 * The condition of the rows of a deployment. The folder is of the deployment, and with it what lies in it: this is no
 * equality, by which the planner would guess how few rows of the folder are left.
 */
function isOf({ alias }: ResourceKind, deploymentId: Bindable<number>): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${columnOf(alias, 'deployment_id')} = ${hidden(deploymentId, 'integer')}, false)`;
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
