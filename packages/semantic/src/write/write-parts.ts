import { originOf } from './render/origin-of.ts';
import { cubesOf, findJoinTree, fannedOutCubes } from '../join/join-tree.ts';
import type { CutKeys } from '../dialect/dialect.ts';
import { type JoinTree } from '../ir/join-tree.ts';
import { joinPathsOf } from '../join/member-cubes.ts';
import type { PlanColumn, BaseMeasure, GroupColumn } from '../ir/columns.ts';
import { QueryError } from '../query/query.ts';
import { join, sql, withProvenance, type Fragment } from '../sql/fragment.ts';
import type { WriteSettings } from './render/write-settings.ts';

/** `orders.created_at.month` is `orders__created_at__month`; a name that has such a gap itself keeps its dots. */
export function columnAlias({ key }: PlanColumn): string {
  return key.includes('__') ? key : key.replaceAll('.', '__');
}

/**
 * The columns of a join that a dimension alone needs. No table has such names, so that a bare column of an author is no
 * other.
 */
export const LAZY_VALUE = '__value';
export const lazyKey = (index: number) => `__key_${index}`;

/** The cube with what the measures' own SQL refers to; joins that would repeat its rows are refused. */
export function ownTree(
  { model, context }: WriteSettings,
  cube: string,
  baseMeasures: readonly BaseMeasure[],
): JoinTree {
  const paths = baseMeasures.flatMap(({ measure }) => joinPathsOf(model, measure, [cube]));
  const tree = findJoinTree(model, [[cube], ...paths], { wanted: cube, budget: context.budget });
  if (tree.root !== cube || fannedOutCubes(tree).has(cube)) {
    const names = baseMeasures.map(({ key }) => key).join(', ');
    throw new QueryError(
      'measure_multiplied',
      `The SQL of ${names} refers to cubes with joins that repeat the rows of ${cube}; it cannot be right (${cubesOf(tree).join(', ')})`,
    );
  }
  return tree;
}

/** An expression under a quoted alias. */
export function as(settings: WriteSettings, expression: Fragment, alias: string): Fragment {
  return sql`${expression} AS ${settings.dialect.quoteIdentifier(alias)}`;
}

/**
 * Groups by the first columns of a SELECT; their numbers are marked, for there an engine may see an expression fail.
 *
 * @param cuts by the position of a group, the keys that take its place
 */
export function groupBy(
  groups: readonly Pick<GroupColumn, 'ref'>[],
  cuts: readonly (CutKeys | undefined)[] = [],
): Fragment {
  if (groups.length === 0) return [];
  const keys = groups.map(({ ref }, index) =>
    withProvenance(originOf(ref.cube, ref.member), join(cuts[index]?.keys ?? [[String(index + 1)]], ', ')),
  );
  return sql` GROUP BY ${join(keys, ', ')}`;
}
