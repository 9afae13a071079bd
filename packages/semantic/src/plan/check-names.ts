import type { VisibleMembers } from '../access/visible-members.ts';
import { checkGranularity, type MemberLookup } from '../members/member-ref.ts';
import { locateFault } from '../query/locate-fault.ts';
import type { NormalizedFilter, NormalizedQuery } from '../query/query.ts';

/**
 * Refuses every name of a query that the caller may not know of, before anything else is looked at: no later answer can
 * then tell a hidden member from one that does not exist. That includes `order`, which then ignores what is not
 * selected.
 *
 * @throws QueryError `unknown_member`
 */
export function checkNames(query: NormalizedQuery, visible: VisibleMembers): void {
  const check = (name: string, path: string): void => void visible.get(name, path);
  const checkFilter = (filter: NormalizedFilter, path: string): void => {
    const [inner, key] =
      'and' in filter ? [filter.and, 'and'] : 'or' in filter ? [filter.or, 'or'] : [undefined, 'member'];
    if ('member' in filter) check(filter.member, `${path}.member`);
    inner?.forEach((part, index) => checkFilter(part, `${path}.${key}[${index}]`));
  };
  query.dimensions.forEach((name, index) => check(name, `dimensions[${index}]`));
  query.timeDimensions.forEach(({ dimension }, index) =>
    check(dimension, `timeDimensions[${index}].dimension`),
  );
  query.measures.forEach((name, index) => check(name, `measures[${index}]`));
  query.periodComparisons?.forEach(({ measure, timeDimension }, index) => {
    const path = `periodComparisons[${index}]`;
    check(measure, `${path}.measure`);
    check(timeDimension, `${path}.timeDimension`);
  });
  query.segments.forEach((name, index) => check(name, `segments[${index}]`));
  query.filters.forEach((filter, index) => checkFilter(filter, `filters[${index}]`));
  query.order?.forEach(({ id }, index) => check(memberOf(id), `order[${index}]`));
  query.joinHints?.forEach((cubes, index) =>
    cubes.forEach((cube, at) => visible.requireCube(cube, `joinHints[${index}][${at}]`)),
  );
}

/** A key of `order` without its granularity, or what it compares. */
function memberOf(id: string): string {
  return id.split('.').slice(0, 2).join('.');
}

/**
 * Refuses a granularity in `order` that its dimension does not have. A member that is there and is not selected orders
 * nothing, as the query language says.
 *
 * @throws QueryError `unknown_granularity`, or `wrong_kind` for a granularity of what is no time
 */
export function checkOrder({ order = [] }: NormalizedQuery, lookup: MemberLookup): void {
  for (const [index, { id }] of order.entries()) {
    const name = memberOf(id);
    if (id === name || lookup.any(name).member.kind !== 'dimension') continue;
    locateFault(`order[${index}]`, () => checkGranularity(lookup.dimension(name), id.slice(name.length + 1)));
  }
}
