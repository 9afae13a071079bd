import { sql, type RawBuilder } from 'kysely';
import type { ColumnOrder } from '../../paging/list-order.ts';
import type { BindableRange } from '../../paging/page.ts';
import { hidden } from '../../db/statements/prepared.ts';
import { accessLevels } from '../access-level.ts';
import { countBelow } from './folder-counts.ts';
import {
  belowRoots,
  liesBelowRoot,
  liesInBelowRoots,
  rootIds,
  rootsOf,
  selectFirstBelowRoots,
} from './folder-roots.ts';
import { columnOf, kindOf, tableOf } from '../lineage.ts';
import { resourceKinds, type ResourceKind } from '../resource-kinds.ts';
import { isSeenDirectly, selectDirect } from './seen-directly.ts';
import type { View, VisibleRows } from './view.ts';
import { selectFolderFacts } from './visible-folders.ts';

/** When a page is walked to, and how far. */
interface WalkLimits {
  /** The most rows that are walked through in search of a page. */
  readonly mostWalked: number;
  /**
   * A page of those who see `count` of `total` is walked to where `count * count` is more than this many times the
   * total: it takes about `total / count` rows for each of its own, and gathering all takes `count`, which are dearer.
   */
  readonly walkFactor: number;
}

const usualLimits: WalkLimits = { mostWalked: 4000, walkFactor: 200 };

/**
 * One page of what an accessor is shown in a whole deployment, in an order that an index serves.
 * {@link VisibleRows.isShown} holds for the rows of the page and those that its offset leaves out, and for no others;
 * for an accessor that sees everything it holds for every row of the range.
 *
 * An accessor that sees a fair part is served by walking through the order and deciding row by row
 * ({@link liesBelowRoot}), so that a page costs the same at every size of the deployment; one that sees little by
 * gathering all of it and sorting. The statement decides between the two by the numbers, which are exact. Where a walk
 * has not filled its page within {@link WalkLimits.mostWalked} rows, because what is seen lies elsewhere in the order,
 * what is seen is gathered after all.
 *
 * @throws a plain error for a kind without kept numbers
 */
export function visiblePage<Row>(
  view: View,
  order: ColumnOrder<Row>,
  { limit, after, offset }: BindableRange,
  { mostWalked, walkFactor } = usualLimits,
): VisibleRows {
  const { accessor, deploymentId, type, kinds = resourceKinds, folders } = view;
  const kind = kindOf(kinds, type);
  if (kind.counts === undefined) throw new Error(`The items of ${type} are not counted`);
  const { alias } = kind;
  const id = columnOf(alias, 'id');
  const inDeployment = sql`${columnOf(alias, 'deployment_id')} = ${hidden(deploymentId, 'integer')}`;
  const total = sql`(select total from ${sql.table(kind.counts)} where deployment_id = ${hidden(deploymentId, 'integer')})`;
  if (Math.min(accessor.leastLevel, accessor.highestLevel) >= accessLevels.read)
    return {
      expressions: sql``,
      isShown: sql<boolean>`(${inDeployment} and ${order.isBehind(after)})`,
      count: sql<number>`coalesce(${total}, 0)`,
    };
  const deciding = decidingColumns(kind, order);
  const behind = sql`select ${order.keyColumns}, ${sql.ref(alias)}.* from ${tableOf(kind)} where ${inDeployment} and ${order.isBehind(after)} order by ${order.orderByKeys}`;
  const wanted = lastOf({ limit, offset });
  const page = sql`order by ${order.orderByKeys} limit ${wanted}`;
  const isBelow = (folders?.folderIds ? liesInBelowRoots : liesBelowRoot)(kinds, kind);
  const below = selectFirstBelowRoots(kinds, kind, {
    columns: sql`${id}, ${order.keyColumns}`,
    condition: sql`${inDeployment} and ${order.isBehind(after)}`,
    order,
    wanted,
  });
  return {
    expressions: sql`${rootsOf(view)}, ${belowRoots(view)},
      direct as materialized (select ${id}, ${order.keyNames}, ${liesBelowRoot(kinds, kind)} as is_below
        from (${selectDirect({ accessor, deploymentId, kinds }, kind, deciding)}) ${sql.ref(alias)}),
      listed as materialized (
        select ${countBelow({ deploymentId, type }, rootIds)}
          + (select count(*) from direct where not is_below) as count),
      strategy as materialized (
        select listed.count::float8 * listed.count > ${sql.lit(walkFactor)} * ${total}::float8 as walks from listed),
      walked as materialized (
        select ${id}, ${order.keyNames} from (${behind} limit ${sql.lit(mostWalked)}) ${sql.ref(alias)}
        where (select walks from strategy) and (${isBelow} or ${id} in (select id from direct)) ${page}),
      walk as materialized (
        select not walks or ((select count(*) from walked) < ${wanted}
          and exists (${behind} limit 1 offset ${sql.lit(mostWalked)})) as gathers from strategy),
      gathered as materialized (
        select id from (${below} union select id, ${order.keyNames} from direct where ${order.areKeysBehind(after)}) shown
        where (select gathers from walk) ${page}),`,
    isShown: sql<boolean>`${id} = any(array(
      select id from walked where not (select gathers from walk) union all select id from gathered))`,
    count: sql<number>`(select count from listed)`,
    facts: selectFolderFacts(folders, deploymentId),
  };
}

/** The most candidates that are decided one by one. */
const MOST_CANDIDATES = 5000;

/** The rows of a list that is filtered, as {@link filteredPage} is told of them. */
interface Filtered {
  /** The filter, under the kind's alias; best one that an index serves. */
  readonly condition: RawBuilder<unknown>;
  /** How the rows are decided where many pass the filter: the condition of those that are shown, and their number. */
  readonly otherwise: Pick<VisibleRows, 'isShown' | 'count'>;
  /** The most rows that are decided one by one; default {@link MOST_CANDIDATES}. */
  readonly mostCandidates?: number;
}

/**
 * {@link visiblePage} of the rows that pass a filter. Where few pass, which is known once they are found, each of them
 * is decided by itself, and page and number come from them; so a search that finds nothing costs no more than looking.
 * Where many pass, the order of the list soon leads to a page of them.
 */
export function filteredPage<Row>(
  { accessor, deploymentId, type, kinds = resourceKinds }: View,
  order: ColumnOrder<Row>,
  { limit, after, offset }: BindableRange,
  { condition, otherwise, mostCandidates = MOST_CANDIDATES }: Filtered,
): VisibleRows {
  const kind = kindOf(kinds, type);
  const { alias } = kind;
  const id = columnOf(alias, 'id');
  const columns = decidingColumns(kind, order);
  const seesEverything = Math.min(accessor.leastLevel, accessor.highestLevel) >= accessLevels.read;
  const isSeen = seesEverything
    ? sql`true`
    : sql`(${liesBelowRoot(kinds, kind)} or ${isSeenDirectly({ accessor, deploymentId, kinds }, kind)})`;
  const matching = sql`select ${columns} from ${tableOf(kind)} where ${columnOf(alias, 'deployment_id')} = ${hidden(deploymentId, 'integer')} and ${condition}`;
  const page = sql`limit ${lastOf({ limit, offset })}`;
  return {
    expressions: sql`${seesEverything ? sql`` : sql`${rootsOf({ accessor, deploymentId, type, kinds })},`}
      candidates as materialized (${matching} limit ${sql.lit(mostCandidates + 1)}),
      chosen as materialized (select count(*) <= ${sql.lit(mostCandidates)} as few from candidates),
      found as materialized (
        select ${id}, ${order.keyNames} from candidates ${sql.ref(alias)} where (select few from chosen) and ${isSeen}),`,
    isShown: sql<boolean>`${id} = any(array(
      (select id from found where ${order.areKeysBehind(after)} order by ${order.orderByKeys} ${page})
      union all (select id from (${matching} and not (select few from chosen) and ${otherwise.isShown} and ${order.isBehind(after)}
        order by ${order.orderByKeys} ${page}) many)))`,
    count: sql<
      number | null
    >`case when (select few from chosen) then (select count(*) from found) else ${otherwise.count} end`,
  };
}

/** The columns by which a row is decided, and the key of its place in an order. */
function decidingColumns<Row>(
  { alias, owner, folder, parents = [] }: ResourceKind,
  order: ColumnOrder<Row>,
): RawBuilder<unknown> {
  const read = ['id', owner, folder, ...parents.map(({ column }) => column)];
  return sql.join([
    ...read.flatMap((name) => (name === undefined ? [] : columnOf(alias, name))),
    order.keyColumns,
  ]);
}

/** The number of rows to the end of a range. */
function lastOf({ limit, offset }: Pick<BindableRange, 'limit' | 'offset'>): RawBuilder<number> {
  const rows = hidden(limit, 'integer');
  return offset === 0 ? rows : sql<number>`(${rows} + ${hidden(offset, 'integer')})`;
}
