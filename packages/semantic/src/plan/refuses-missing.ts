import type { Dimension, Model } from '../model/model.ts';
import { resolveReference } from '../model/resolve-reference.ts';
import type { Snippet } from '../model/snippet.ts';
import type { FilterOperator } from '../query/filter-operators.ts';
import type { NormalizedFilter } from '../query/query.ts';
import type { JoinEdge } from './join-tree.ts';
import { cubeOf, type MemberRef } from './member-ref.ts';
import type { Condition } from './plan.ts';
import type { RowsPlanner } from './plan-rows.ts';

/** Operators that no null meets. */
const REFUSE_NULL: ReadonlySet<string> = new Set<FilterOperator>([
  ...(['equals', 'in', 'contains', 'startsWith', 'endsWith', 'gt', 'gte', 'lt', 'lte', 'set'] as const),
  ...(['inDateRange', 'onTheDate', 'beforeDate', 'beforeOrOnDate', 'afterDate', 'afterOrOnDate'] as const),
]);

/** Whether a condition is met by no row that lacks all of these cubes, as a LEFT JOIN without a match gives them. */
export function refusesMissing(
  { model, lookup }: Pick<RowsPlanner, 'model' | 'lookup'>,
  condition: Condition,
  cubes: ReadonlySet<string>,
): boolean {
  const isColumnOfThem = ({ cube, member }: MemberRef) =>
    cubes.has(cube) && member.kind === 'dimension' && isColumn(model, cube, member);
  const refuses = (filter: NormalizedFilter): boolean => {
    if ('and' in filter) return filter.and.some(refuses);
    if ('or' in filter) return filter.or.length > 0 && filter.or.every(refuses);
    const { operator, member, values = [] } = filter;
    return REFUSE_NULL.has(operator) && !values.includes(null) && isColumnOfThem(lookup.any(member));
  };
  if (condition.kind === 'range') return isColumnOfThem(condition.ref);
  return condition.kind === 'filter' && refuses(condition.filter);
}

/** Whether two cubes are joined by equal columns, so that neither has a partner where the other is missing. */
export function isEquality(model: Model, { from, join: { sql } }: JoinEdge): boolean {
  return /^\s*column\s*=\s*column\s*(and\s+column\s*=\s*column\s*)*$/i.test(outlineOf(model, from, sql));
}

/** A column, or another dimension that is one: null where its row is missing. */
function isColumn(model: Model, cube: string, { value }: Dimension): boolean {
  return value.kind === 'sql' && /^\s*column(::\w+)?\s*$/.test(outlineOf(model, cube, value.sql));
}

/** A snippet with the word `column` in place of its columns. */
function outlineOf(model: Model, cubeName: string, { parts }: Snippet): string {
  const cube = cubeOf(model, cubeName);
  const outline = parts.map((part) => {
    if (part.kind === 'text') return part.text;
    const resolved = part.kind === 'reference' ? resolveReference(part, cube, model.cubes) : undefined;
    if (resolved?.kind === 'cube') return 'CUBE';
    if (resolved?.kind !== 'member' || resolved.member.kind !== 'dimension') return '?';
    return isColumn(model, resolved.cube, resolved.member) ? 'column' : '?';
  });
  return outline.join('').replace(/CUBE\.("[^"]+"|\w+)/g, 'column');
}
