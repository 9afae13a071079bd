import type { VisibleMembers } from '../access/visible-members.ts';
import type { NormalizedFilter, NormalizedQuery } from '../query/query.ts';

/**
 * Refuses every name of a query that the caller may not know of, before anything else is looked at: no later answer can then
 * tell a hidden member from one that does not exist. `order` is left out, which ignores what is not selected.
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
  query.joinHints?.forEach((cubes, index) =>
    cubes.forEach((cube, at) => visible.requireCube(cube, `joinHints[${index}][${at}]`)),
  );
}
