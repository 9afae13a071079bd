import { governedMembers, involvesSubQuery } from '../access/used-members.ts';
import { aliased, as, column, project } from '../algebra/build.ts';
import type { Relation } from '../algebra/algebra.ts';
import type { RowsPlanner } from '../ir/planner.ts';
import type { Scope } from '../ir/scope.ts';
import { usesOf, type Use } from '../join/member-cubes.ts';
import { filterRefs } from '../members/filter-refs.ts';
import type { MemberRef } from '../members/member-ref.ts';
import type { Dimension, Measure } from '../model/definitions/model.ts';
import { keyColumns } from '../plan/key-columns.ts';
import { planMergeJoin } from '../plan/plan-relations.ts';
import type { NormalizedFilter } from '../query/query.ts';
import { columnAlias, keyName, LAZY_VALUE } from './column-names.ts';
import { lowerMergeJoin } from './lower-merge-join.ts';
import { lowerRows } from './lower-rows.ts';
import type { LowerSettings } from './members/lower-settings.ts';
import type { MeasureMode } from './members/member-expressions.ts';
import { baseMeasureColumns, firstRows } from './merge-join-parts.ts';

/**
 * The rows of a sub-query dimension: for each key of its cube, as `__key_0`, …, the `__value`. It is a query of its
 * own; the outer one's row conditions reach it only where the dimension says so, and none that needs a sub-query
 * itself.
 */
export function lowerSubQuery(
  outer: LowerSettings,
  planner: RowsPlanner,
  { cube, dimension, scope }: { cube: string; dimension: Dimension; scope: Scope },
): Relation {
  const settings = { ...outer, isSubQuery: true };
  const { model } = settings;
  if (dimension.value.kind !== 'sub-query') throw new Error(`${cube}.${dimension.name} is no sub-query`);
  const measure = asFormula(dimension, dimension.value.sql);
  const use = { cube, measure, path: [cube] };
  const own: RowsPlanner = {
    ...planner,
    queryMembers: [],
    // Who may see the dimension sees what it is computed from, of the rows that are theirs.
    governed: governedMembers(model, [], [{ ...use, member: measure }]),
    hints: [[cube]],
    root: cube,
  };
  const inner = dimension.value.propagatesFilters
    ? propagated(planner, scope)
    : conditionsOfOwnRows(planner, scope, cube);
  const groups = keyColumns(model, cube);
  const mergeJoin = planMergeJoin(own, { ...EVERYTHING, ...inner, groups }, [use]);
  const keys = groups.map((group, index) => as(column(columnAlias(group)), keyName(index)));
  const { members } = lowerRows(settings, firstRows(mergeJoin));
  const mode: MeasureMode = {
    fannedOut: new Set(),
    ungrouped: false,
    columns: baseMeasureColumns(mergeJoin),
  };
  const value = as(members.measure(cube, measure, mode), LAZY_VALUE);
  return project(aliased(lowerMergeJoin(settings, mergeJoin), 'by_key'), [...keys, value]);
}

/** SQL over measures as a measure. */
export function asFormula(
  { name, title, location }: Dimension,
  template: NonNullable<Measure['sql']>,
): Measure {
  return {
    kind: 'measure',
    name,
    title,
    location,
    isPublic: false,
    type: 'number',
    sql: template,
    filters: [],
    drillMembers: [],
  };
}

const EVERYTHING: Scope = {
  groups: [],
  filters: [],
  fixedFilters: [],
  segments: [],
  conditions: [],
  ranges: [],
  listedTimes: [],
  shifts: [],
  isDenied: false,
};

/** Conditions that a sub-query takes over. */
type Inherited = Pick<Scope, 'filters' | 'segments' | 'ranges'> & Partial<Scope>;

/** The conditions of the query, where the dimension says so. */
function propagated({ model, lookup }: RowsPlanner, scope: Scope): Inherited {
  const isPlain = (ref: MemberRef) => !involvesSubQuery(model, ref);
  const isPlainFilter = (filter: NormalizedFilter) => filterRefs([filter], lookup).every(isPlain);
  return {
    filters: scope.filters.filter(isPlainFilter),
    fixedFilters: scope.fixedFilters.filter(isPlainFilter),
    segments: scope.segments.filter(isPlain),
    ranges: scope.ranges.filter(({ ref }) => isPlain(ref)),
  };
}

/**
 * The conditions on the dimension's own cube alone. The query leaves out the rows that do not meet them, so that
 * nobody looks at what the sub-query would say of them.
 */
function conditionsOfOwnRows({ model, lookup, masks }: RowsPlanner, scope: Scope, cube: string): Inherited {
  if (scope.shifts.length > 0) return { filters: [], segments: [], ranges: [] };
  const nameOf = ({ member }: MemberRef) => `${cube}.${member.name}`;
  // A dimension of listed values repeats the rows once for each of them.
  const isOfRow = ({ path, member }: Use) =>
    path.at(-1) === cube && !(member?.kind === 'dimension' && member.value.kind === 'values');
  const isOwn = (ref: MemberRef) =>
    ref.cube === cube &&
    usesOf(model, ref.member, [cube]).every(isOfRow) &&
    !involvesSubQuery(model, ref) &&
    !masks.named(ref) &&
    !masks.named(lookup.any(nameOf(ref)));
  // As members of the cube: a view may come to them by other joins.
  const renamed = (filter: NormalizedFilter): NormalizedFilter => {
    if ('and' in filter) return { and: filter.and.map(renamed) };
    if ('or' in filter) return { or: filter.or.map(renamed) };
    return { ...filter, member: nameOf(lookup.any(filter.member)) };
  };
  return {
    filters: scope.filters.filter((filter) => filterRefs([filter], lookup).every(isOwn)).map(renamed),
    segments: scope.segments.filter(isOwn).map((ref) => lookup.segment(nameOf(ref))),
    ranges: scope.ranges
      .filter(({ ref }) => isOwn(ref))
      .map(({ ref, range }) => ({ ref: lookup.dimension(nameOf(ref)), range })),
  };
}
