import { sql, type RawBuilder } from 'kysely';
import type { Bindable } from '../../db/parameter.ts';
import { accessLevels } from '../access-level.ts';
import { columnOf, kindOf, tableOf } from '../lineage.ts';
import { resourceKinds, type ResourceKind, type ResourceKinds } from '../resource-kinds.ts';
import { isGrantedTo, isOwnedBy, type Accessor } from '../subjects.ts';

/**
 * What an accessor sees, as SQL for lists. An item is seen exactly when its level (`item-level.ts`) is above nothing:
 * no grant takes access away, so seeing asks only whether any reaches the row, never which one wins. What is granted is
 * found once for a statement and not for each row, so a list costs what is seen and not what there is.
 *
 * An item is seen either _directly_, by being owned or granted, itself or with what it belongs to, or by lying below a
 * folder that is. So below a folder that is seen everything is, and in any other folder only what is seen directly.
 */
export interface Visibility {
  /**
   * The condition of the rows of a kind that lists show, under the kind's alias: what is seen, and of folders also
   * those that hold something seen, which are shown for navigation.
   */
  isShown(type: string): RawBuilder<boolean>;
  /**
   * Selects the ids of the items of a kind that are shown in a folder which is not seen itself: what is seen directly,
   * and of folders those for navigation. With repeats.
   */
  directIds(type: string): RawBuilder<{ id: number }>;
  /**
   * Counts the items of a kind that are shown and meet a condition on its alias. What lies in folders that are seen is
   * counted folder by folder through an index, the rest by each way of seeing; for conditions that leave few rows,
   * counting those that {@link isShown} is less work.
   */
  count(type: string, condition: RawBuilder<unknown>): RawBuilder<{ count: number }>;
}

/** The visibility of an accessor in a deployment. */
export function visibilityOf(
  accessor: Accessor,
  deploymentId: Bindable<number>,
  kinds: ResourceKinds = resourceKinds,
): Visibility {
  const seesEverything = Math.min(accessor.leastLevel, accessor.highestLevel) >= accessLevels.read;
  const ways = waysToSee(accessor, deploymentId, kinds);
  const orAll = (conditions: readonly RawBuilder<boolean>[]) => (seesEverything ? [isTrue] : conditions);
  const select = (kind: ResourceKind, what: RawBuilder<unknown>, conditions: RawBuilder<unknown>[]) =>
    sql`select ${what} from ${tableOf(kind)} where ${columnOf(kind.alias, 'deployment_id')} = ${deploymentId} and ${sql.join(conditions, sql` and `)}`;
  return {
    isShown: (type) => anyOf(orAll(ways.conditionsOf(type))),
    directIds: ways.directIds,
    count(type, condition) {
      const kind = kindOf(kinds, type);
      const inFolders = seesEverything ? undefined : ways.inSeenFolders(kind);
      const isElsewhere = inFolders?.isElsewhere ?? isTrue;
      const rest = orAll(inFolders ? ways.conditionsElsewhere(type) : ways.conditionsOf(type)).map((way) =>
        select(kind, columnOf(kind.alias, 'id'), [condition, isElsewhere, way]),
      );
      const counted = sql`(select count(*) from (${sql.join(rest, sql` union `)}) seen)`;
      if (!inFolders) return sql<{ count: number }>`select ${counted} as count`;
      const ofFolder = select(kind, sql`count(*) as total`, [condition, inFolders.isInFolder]);
      return sql<{ count: number }>`select ${counted} + (
        select coalesce(sum(held.total), 0)::bigint
        from unnest(array(${inFolders.ids})) as seen_folder(id) cross join lateral (${ofFolder}) held) as count`;
    },
  };
}

const isTrue = sql<boolean>`true`;

/** How items come to be seen by being owned or granted, themselves or with what they belong to. */
function waysToSeeDirectly(accessor: Accessor, deploymentId: Bindable<number>, kinds: ResourceKinds) {
  const inDeployment = sql`deployment_id = ${deploymentId}`;
  const granted = (type: string) =>
    sql`select g.resource_id from grants g where g.resource_type = ${sql.lit(type)} and ${isGrantedTo(accessor, deploymentId)}`;
  const owned = ({ owner }: ResourceKind) => sql`${inDeployment} and ${isOwnedBy(accessor, sql.ref(owner))}`;
  const from = ({ table }: ResourceKind) => sql`from ${sql.table(table)}`;

  /** The ids of the items that hand access down to what belongs to them. */
  const withAccess = (type: string): RawBuilder<unknown> => {
    const kind = kindOf(kinds, type);
    const throughParents = (kind.parents ?? []).map(
      (parent) =>
        sql` union select id ${from(kind)} where ${inDeployment} and ${sql.ref(parent.column)} in (${withAccess(parent.type)})`,
    );
    return sql`${granted(type)} union select id ${from(kind)} where ${owned(kind)}${sql.join(throughParents, sql``)}`;
  };

  /** One column of the items that are seen directly. */
  const selectDirect = (type: string, column: string) => {
    const kind = kindOf(kinds, type);
    const select = sql`select ${sql.ref(column)} as id ${from(kind)} where`;
    const throughParents = (kind.parents ?? []).map(
      (parent) =>
        sql` union all ${select} ${inDeployment} and ${sql.ref(parent.column)} in (${withAccess(parent.type)})`,
    );
    return sql<{ id: number }>`${select} ${owned(kind)}
      union all ${select} ${inDeployment} and id in (${granted(type)})${sql.join(throughParents, sql``)}`;
  };

  /** The condition of the rows that are seen wherever they lie: owned, granted, or with what they belong to. */
  const seenDirectly = (type: string): RawBuilder<boolean>[] => {
    const kind = kindOf(kinds, type);
    const read = (column: string) => columnOf(kind.alias, column);
    return [
      isOwnedBy(accessor, read(kind.owner)),
      sql<boolean>`${read('id')} in (${granted(type)})`,
      ...(kind.parents ?? []).map(
        (parent) => sql<boolean>`${read(parent.column)} in (${withAccess(parent.type)})`,
      ),
    ];
  };

  return { inDeployment, withAccess, selectDirect, seenDirectly };
}

/** The ways in which items of each kind come to be seen; any one of them is enough. */
function waysToSee(accessor: Accessor, deploymentId: Bindable<number>, kinds: ResourceKinds) {
  const { inDeployment, withAccess, selectDirect, seenDirectly } = waysToSeeDirectly(
    accessor,
    deploymentId,
    kinds,
  );
  const isBelow = (path: RawBuilder<unknown>) => sql<boolean>`${path} && array(${withAccess('FOLDER')})`;
  const foldersBelow = sql`select id from folders where ${inDeployment} and ${isBelow(sql`path`)}`;

  const holders = Object.entries(kinds).flatMap(([type, { folder }]) =>
    folder === undefined ? [] : [sql` union ${selectDirect(type, folder)}`],
  );
  const navigationFolders = sql<{ id: number }>`
    select unnest(path) as id from folders where ${inDeployment} and id in (${withAccess('FOLDER')}${sql.join(holders, sql``)})`;

  /** What lies in folders that are seen, by its own column; undefined for kinds without one. */
  const inSeenFolders = ({ folder, alias }: ResourceKind) => {
    if (folder === undefined) return undefined;
    const own = columnOf(alias, folder);
    return {
      ids: foldersBelow,
      isIn: sql<boolean>`${own} in (${foldersBelow})`,
      isElsewhere: sql<boolean>`(${own} is null or ${own} not in (${foldersBelow}))`,
      isInFolder: sql<boolean>`${own} = seen_folder.id`,
    };
  };

  /** The condition of the rows without a folder of their own and with a first parent below a folder that is seen. */
  const heldBelow = (kind: ResourceKind): RawBuilder<boolean>[] => {
    const [parent] = kind.parents ?? [];
    if (!parent) return [];
    const holder = kindOf(kinds, parent.type);
    const isAlone = kind.folder === undefined ? isTrue : sql`${columnOf(kind.alias, kind.folder)} is null`;
    const held = sql`select ${columnOf(holder.alias, 'id')} from ${tableOf(holder)} where ${columnOf(holder.alias, 'deployment_id')} = ${deploymentId} and ${anyOf(liesBelow(holder))}`;
    return [sql<boolean>`(${isAlone} and ${columnOf(kind.alias, parent.column)} in (${held}))`];
  };

  /**
   * The condition of the rows that lie below a folder which is seen: in their own, or else in the one of their parent.
   */
  const liesBelow = (kind: ResourceKind): RawBuilder<boolean>[] => {
    const own = inSeenFolders(kind);
    return [...(own ? [own.isIn] : []), ...heldBelow(kind)];
  };

  const conditionsOf = (type: string): RawBuilder<boolean>[] => {
    const kind = kindOf(kinds, type);
    if (type !== 'FOLDER') return [...seenDirectly(type), ...liesBelow(kind)];
    const read = (column: string) => columnOf(kind.alias, column);
    return [isBelow(read('path')), sql<boolean>`${read('id')} in (${navigationFolders})`];
  };

  return {
    conditionsOf,
    conditionsElsewhere: (type: string) => [...seenDirectly(type), ...heldBelow(kindOf(kinds, type))],
    inSeenFolders,
    directIds: (type: string) => (type === 'FOLDER' ? navigationFolders : selectDirect(type, 'id')),
  };
}

/**
 * A disjunction. A single condition stands alone: the planner makes a join of `in`, but not where it lies under an
 * `or`.
 */
function anyOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  const [only = sql<boolean>`false`, ...others] = conditions;
  return others.length === 0 ? only : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}
