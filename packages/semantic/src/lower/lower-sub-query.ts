import { governedMembers, involvesSubQuery } from '../access/used-members.ts';
import { aliased, as, column, project } from '../algebra/build.ts';
import type { Relation } from '../algebra/algebra.ts';
import type { RowsPlanner } from '../ir/planner.ts';
import type { Scope } from '../ir/scope.ts';
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
  const inner = innerScope(planner, scope, keyColumns(model, cube), dimension.value.propagatesFilters);
  const mergeJoin = planMergeJoin(own, inner, [use]);
  const keys = inner.groups.map((group, index) => as(column(columnAlias(group)), keyName(index)));
  const { members } = lowerRows(settings, firstRows(mergeJoin));
  const mode: MeasureMode = {
    fannedOut: new Set(),
    ungrouped: false,
    columns: baseMeasureColumns(mergeJoin),
  };
  const value = as(members.measure(cube, measure, mode), LAZY_VALUE);
  return project(aliased(lowerMergeJoin(settings, mergeJoin), 'by_key'), [...keys, value]);
}

function asFormula({ name, title, location }: Dimension, template: NonNullable<Measure['sql']>): Measure {
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

function innerScope(
  { model, lookup }: RowsPlanner,
  scope: Scope,
  groups: Scope['groups'],
  propagates: boolean,
): Scope {
  const isPlain = (ref: MemberRef) => !involvesSubQuery(model, ref);
  const isPlainFilter = (filter: NormalizedFilter) => filterRefs([filter], lookup).every(isPlain);
  return {
    groups,
    filters: propagates ? scope.filters.filter(isPlainFilter) : [],
    fixedFilters: propagates ? scope.fixedFilters.filter(isPlainFilter) : [],
    segments: propagates ? scope.segments.filter(isPlain) : [],
    conditions: [],
    ranges: propagates ? scope.ranges.filter(({ ref }) => isPlain(ref)) : [],
    listedTimes: [],
    shifts: [],
    isDenied: false,
  };
}
