import type { MemberRef } from '../members/member-ref.ts';
import type { RowsPlanner } from '../ir/planner.ts';
import type { Condition } from '../ir/plan.ts';
import type { FilterOperator } from '../model/language/filter-operators.ts';
import type { NormalizedFilter } from '../query/query.ts';
import { isColumn } from './equalities.ts';

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
