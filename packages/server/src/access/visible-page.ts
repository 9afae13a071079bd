import { sql, type RawBuilder } from 'kysely';
import type { CursorKey } from '../paging/cursor.ts';
import type { ColumnOrder } from '../paging/list-order.ts';
import type { PageRange } from '../paging/page.ts';
import { hidden } from '../db/prepared.ts';
import { toStorableId } from '../db/storable-id.ts';
import { accessLevels, type AccessLevel } from './access-level.ts';
import { countBelow, countHeld } from './folder-counts.ts';
import { isOwnedByIndex, liesBelowRoot, rootIds, rootsOf, selectBelowRoots } from './folder-roots.ts';
import { fromItems, levelInFolder, levelOf } from './item-level.ts';
import { columnOf, kindOf, tableOf } from './lineage.ts';
import { resourceKinds, type ResourceKind, type ResourceKinds } from './resource-kinds.ts';
import { isGrantedTo, isOwnedBy, type Accessor } from './subjects.ts';

/** The rows that an accessor is shown of one kind, as parts of a statement. */
export interface VisibleRows {
  /** The common table expressions that the other parts name, each with a comma behind it. */
  readonly expressions: RawBuilder<unknown>;
  /** The condition of the rows, under the kind's alias. */
  readonly isShown: RawBuilder<boolean>;
  /** How many there are, on all pages. */
  readonly count: RawBuilder<number>;
  /** The accessor's level on a row, under the kind's alias. */
  readonly level: RawBuilder<AccessLevel>;
}

/** An accessor, where it looks, and for what. */
export interface View {
  readonly accessor: Accessor;
  readonly deploymentId: number;
  readonly type: string;
  /** Default: those of the workspace. */
  readonly kinds?: ResourceKinds;
}

/** When a page is walked to, and how far. */
export interface WalkLimits {
  /** The most rows that are walked through in search of a page. */
  readonly mostWalked: number;
  /**
   * A page of those who see `count` of `total` is walked to where `count * count` is more than this many times the total: it
   * takes about `total / count` rows for each of its own, and gathering all takes `count`, which are dearer.
   */
  readonly walkFactor: number;
}

const usualLimits: WalkLimits = { mostWalked: 4000, walkFactor: 200 };

/**
 * One page of what an accessor is shown in a whole deployment, in an order that an index serves. {@link VisibleRows.isShown}
 * holds for the rows of the page and those that its offset leaves out, and for no others; for an accessor that sees everything it
 * holds for every row.
 *
 * An accessor that sees a fair part is served by walking through the order and deciding row by row ({@link liesBelowRoot}), so
 * that a page costs the same at every size of the deployment; one that sees little by gathering all of it and sorting. The
 * statement decides between the two by the numbers, which are exact. Where a walk has not filled its page within
 * {@link WalkLimits.mostWalked} rows, because what is seen lies elsewhere in the order, what is seen is gathered after all.
 *
 * @throws a plain error for a kind without kept numbers
 */
export function visiblePage<Row>(
  { accessor, deploymentId, type, kinds = resourceKinds }: View,
  order: ColumnOrder<Row>,
  { limit, after, offset }: PageRange<CursorKey>,
  { mostWalked, walkFactor } = usualLimits,
): VisibleRows {
  const kind = kindOf(kinds, type);
  if (kind.counts === undefined) throw new Error(`The items of ${type} are not counted`);
  const { alias } = kind;
  const id = columnOf(alias, 'id');
  const total = sql`(select total from ${sql.table(kind.counts)} where deployment_id = ${hidden(deploymentId, 'integer')})`;
  if (Math.min(accessor.leastLevel, accessor.highestLevel) >= accessLevels.read)
    return {
      expressions: sql``,
      isShown: sql<boolean>`true`,
      count: sql<number>`coalesce(${total}, 0)`,
      level: levelOf(accessor, deploymentId, type, kinds),
    };
  const columns = sql`${id}, ${order.keyColumns}`;
  const inDeployment = sql`${columnOf(alias, 'deployment_id')} = ${hidden(deploymentId, 'integer')}`;
  const behind = sql`select ${order.keyColumns}, ${sql.ref(alias)}.* from ${tableOf(kind)} where ${inDeployment} and ${order.isBehind(after)} order by ${order.orderByKeys}`;
  // As a literal, so that the planner knows how few rows are wanted. Pages by number are seldom, and would each be planned anew.
  const wanted = offset === 0 ? sql.lit(limit) : sql`${limit + offset}::integer`;
  const page = sql`order by ${order.orderByKeys} limit ${wanted}`;
  const below = selectBelowRoots(kinds, kind, {
    deploymentId,
    columns,
    condition: inDeployment,
  });
  return {
    expressions: sql`${rootsOf(accessor, deploymentId)},
      direct as materialized (${selectDirect({ accessor, deploymentId, kinds }, kind, sql`${columns}, ${liesBelowRoot(kinds, kind)} as is_below`)}),
      listed as materialized (
        select ${countBelow({ deploymentId, type }, rootIds)}
          + (select count(*) from direct where not is_below) as count),
      strategy as materialized (
        select listed.count::float8 * listed.count > ${sql.lit(walkFactor)} * ${total}::float8 as walks from listed),
      walked as materialized (
        select ${id}, ${order.keyNames} from (${behind} limit ${sql.lit(mostWalked)}) ${sql.ref(alias)}
        where (select walks from strategy) and (${liesBelowRoot(kinds, kind)} or ${id} in (select id from direct)) ${page}),
      walk as materialized (
        select not walks or ((select count(*) from walked) < ${wanted}
          and exists (${behind} limit 1 offset ${sql.lit(mostWalked)})) as gathers from strategy),
      gathered as materialized (
        select id from (${below} union select id, ${order.keyNames} from direct) shown
        where (select gathers from walk) and ${order.areKeysBehind(after)} ${page}),`,
    isShown: sql<boolean>`${id} = any(array(
      select id from walked where not (select gathers from walk) union all select id from gathered))`,
    count: sql<number>`(select count from listed)`,
    level: levelOf(accessor, deploymentId, type, kinds),
  };
}

/** The most candidates that are decided one by one. */
const MOST_CANDIDATES = 5000;

/** The rows of a list that is filtered, as {@link filteredPage} is told of them. */
export interface Filtered {
  /** The filter, under the kind's alias; best one that an index serves. */
  readonly condition: RawBuilder<unknown>;
  /** How the rows are decided where many pass the filter: the condition of those that are shown, and their number. */
  readonly otherwise: Pick<VisibleRows, 'isShown' | 'count'>;
  /** The most rows that are decided one by one; default {@link MOST_CANDIDATES}. */
  readonly mostCandidates?: number;
}

/**
 * {@link visiblePage} of the rows that pass a filter. Where few pass, which is known once they are found, each of them is decided
 * by itself, and page and number come from them; so a search that finds nothing costs no more than looking. Where many pass, the
 * order of the list soon leads to a page of them.
 */
export function filteredPage<Row>(
  { accessor, deploymentId, type, kinds = resourceKinds }: View,
  order: ColumnOrder<Row>,
  { limit, after, offset }: PageRange<CursorKey>,
  { condition, otherwise, mostCandidates = MOST_CANDIDATES }: Filtered,
): VisibleRows {
  const kind = kindOf(kinds, type);
  const { alias } = kind;
  const id = columnOf(alias, 'id');
  const read = [kind.owner, kind.folder, ...(kind.parents ?? []).map(({ column }) => column)];
  const columns = sql.join([
    id,
    ...read.flatMap((name) => (name === undefined ? [] : columnOf(alias, name))),
    order.keyColumns,
  ]);
  const seesEverything = Math.min(accessor.leastLevel, accessor.highestLevel) >= accessLevels.read;
  const isSeen = seesEverything
    ? sql`true`
    : sql`(${liesBelowRoot(kinds, kind)} or ${isSeenDirectly({ accessor, deploymentId, kinds }, kind)})`;
  const matching = sql`select ${columns} from ${tableOf(kind)} where ${columnOf(alias, 'deployment_id')} = ${deploymentId} and ${condition}`;
  const page = sql`limit ${offset === 0 ? sql.lit(limit) : sql`${limit + offset}::integer`}`;
  return {
    expressions: sql`${seesEverything ? sql`` : sql`${rootsOf(accessor, deploymentId)},`}
      candidates as materialized (${matching} limit ${sql.lit(mostCandidates + 1)}),
      chosen as materialized (select count(*) <= ${sql.lit(mostCandidates)} as few from candidates),
      found as materialized (
        select ${id}, ${order.keyNames} from candidates ${sql.ref(alias)} where (select few from chosen) and ${isSeen}),`,
    isShown: sql<boolean>`${id} = any(array(
      (select id from found where ${order.areKeysBehind(after)} order by ${order.orderByKeys} ${page})
      union all (select id from (${matching} and not (select few from chosen) and ${otherwise.isShown} and ${order.isBehind(after)}
        order by ${order.orderByKeys} ${page}) many)))`,
    count: sql<number>`case when (select few from chosen) then (select count(*) from found) else ${otherwise.count} end`,
    level: levelOf(accessor, deploymentId, type, kinds),
  };
}

/**
 * The rows of a kind, not folders, that an accessor is shown in one folder by their own column. The folder decides for all of
 * them, once; the others are those that are seen directly. In a folder with an id that none can have nothing is shown.
 */
export function visibleInFolder(
  { accessor, deploymentId, type, kinds = resourceKinds }: View,
  folderId: number,
): VisibleRows {
  const kind = kindOf(kinds, type);
  const id = hidden(toStorableId(folderId), 'integer');
  const isHere = kind.folder === undefined ? sql`false` : sql`${columnOf(kind.alias, kind.folder)} = ${id}`;
  const folderLevel = sql<AccessLevel>`(select level from folder)`;
  const isSeen = sql`coalesce(${folderLevel} > ${sql.lit(accessLevels.none)}, false)`;
  const direct = isSeenDirectly({ accessor, deploymentId, kinds }, kind);
  const isShown = sql<boolean>`(${isHere} and (${isSeen} or ${direct}))`;
  const counted = sql`(select count(*) from ${tableOf(kind)} where ${columnOf(kind.alias, 'deployment_id')} = ${hidden(deploymentId, 'integer')} and ${isShown})`;
  const kept = countHeld({ deploymentId, type }, id);
  return {
    expressions: sql`folder as materialized (
      select ${levelOf(accessor, deploymentId, 'FOLDER', kinds)} as level ${fromItems(deploymentId, 'FOLDER', kinds)}
        and ${columnOf(kinds.FOLDER.alias, 'id')} = ${id}),`,
    isShown,
    count:
      kind.counts === undefined
        ? sql<number>`${counted}`
        : sql<number>`case when ${isSeen} then ${kept} else ${counted} end`,
    level: levelInFolder(accessor, deploymentId, type, sql<AccessLevel>`coalesce(${folderLevel}, 0)`, kinds),
  };
}

type Viewer = Required<Omit<View, 'type'>>;

/** The ids of the items of a type that were granted. */
function granted({ accessor, deploymentId }: Viewer, type: string): RawBuilder<unknown> {
  return sql`select g.resource_id from grants g where g.resource_type = ${sql.lit(type)} and ${isGrantedTo(accessor, deploymentId)}`;
}

/** Selects columns of the rows of a kind that are seen directly: owned, granted, or with what they belong to. No repeats. */
function selectDirect(viewer: Viewer, kind: ResourceKind, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const { accessor, deploymentId, kinds } = viewer;
  const column = (name: string) => columnOf(kind.alias, name);
  const select = (from: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
    sql`select ${columns} from ${from} where ${column('deployment_id')} = ${hidden(deploymentId, 'integer')} and ${condition}`;
  const throughParents = (kind.parents ?? []).map((parent) => {
    const holders = selectDirect(
      viewer,
      kindOf(kinds, parent.type),
      columnOf(kindOf(kinds, parent.type).alias, 'id'),
    );
    return select(
      sql`(${holders}) holder join ${tableOf(kind)} on ${column(parent.column)} = holder.id`,
      sql`true`,
    );
  });
  const itself = sql`(${granted(viewer, typeOf(kinds, kind))}) granted join ${tableOf(kind)} on ${column('id')} = granted.resource_id`;
  return sql`${sql.join(
    [
      select(tableOf(kind), isOwnedByIndex(accessor, column(kind.owner))),
      select(itself, sql`true`),
      ...throughParents,
    ],
    sql` union `,
  )}`;
}

/** The condition of the rows that {@link selectDirect} finds, for rows that are few. */
function isSeenDirectly(viewer: Viewer, kind: ResourceKind): RawBuilder<boolean> {
  const { accessor, kinds } = viewer;
  const column = (name: string) => columnOf(kind.alias, name);
  const throughParents = (kind.parents ?? []).map((parent) => {
    const holder = kindOf(kinds, parent.type);
    return sql`${column(parent.column)} in (${selectDirect(viewer, holder, columnOf(holder.alias, 'id'))})`;
  });
  const conditions = [
    isOwnedBy(accessor, column(kind.owner)),
    sql`${column('id')} in (${granted(viewer, typeOf(kinds, kind))})`,
    ...throughParents,
  ];
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

function typeOf(kinds: ResourceKinds, kind: ResourceKind): string {
  const [type] = Object.entries(kinds).find(([, each]) => each.table === kind.table) ?? [];
  if (type === undefined) throw new Error(`The kind ${kind.name} is not among the kinds`);
  return type;
}
