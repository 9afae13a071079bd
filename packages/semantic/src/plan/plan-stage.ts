import { toFilter } from '../access/policies.ts';
import type { LocatedText } from '../model/files/model-file.ts';
import type { Model, Stage, StageFilter } from '../model/definitions/model.ts';
import type { NormalizedFilter } from '../query/query.ts';
import { stageConditions, stageInputs } from './base-measures.ts';
import type { MergeJoin, StageRelation } from '../ir/plan.ts';
import type { MeasureUse, BaseMeasure, GroupColumn } from '../ir/columns.ts';
import type { Scope } from '../ir/scope.ts';
import { cubeOf, type MemberLookup } from '../members/member-ref.ts';
import type { RowsPlanner } from '../ir/planner.ts';
import { planShift } from './plan-shift.ts';
import { dimensionUse, isColumnOf, memberName, toColumn } from './dimension-use.ts';
import { filterRefs } from '../members/filter-refs.ts';

/** Plans the measures of a scope; a stage is planned as the whole is. */
type PlanMergeJoin = (planner: RowsPlanner, scope: Scope, uses: readonly MeasureUse[]) => MergeJoin;

/** A measure over the result of an inner stage: the same computation in other groups, times or rows. */
export function planStage(
  planner: RowsPlanner,
  scope: Scope,
  baseMeasure: BaseMeasure,
  planMergeJoin: PlanMergeJoin,
): StageRelation {
  const stage = baseMeasure.measure.stage;
  if (!stage) throw new Error(`${baseMeasure.key} has no stage`);
  const { model } = planner;
  const isRank = baseMeasure.measure.type === 'rank';
  const narrowed = narrow(model, stage, baseMeasure, scope.groups);
  const added = (stage.include ?? [])
    .map(({ text }) => toColumn(model, dimensionUse(model, text, baseMeasure)))
    .filter((column) => !scope.groups.some((group) => isSameColumn(group, column)));
  const groups = isRank ? scope.groups : [...narrowed, ...added];
  const visible = filteredScope(planner, stage.filter, baseMeasure, scope);
  const { ofRows } = stageConditions(model, baseMeasure);
  const inner: Scope = {
    ...visible,
    conditions: [...visible.conditions, ...ofRows.map((sql) => ({ cube: baseMeasure.cube, sql }))],
    groups,
    shifts: [
      ...scope.shifts,
      ...stage.timeShifts.map((shift) => planShift(model, shift, baseMeasure, scope)),
    ],
  };
  return {
    kind: 'stage',
    baseMeasure,
    groups: isRank ? scope.groups : narrowed,
    inner: planMergeJoin(planner, inner, stageInputs(model, baseMeasure)),
    isWider: false,
    isAggregated: added.length > 0,
    partition: isRank ? narrowed : [],
  };
}

function narrow(
  model: Model,
  { keepOnly, exclude }: Stage,
  baseMeasure: BaseMeasure,
  groups: readonly GroupColumn[],
): readonly GroupColumn[] {
  const usesOf = (names: readonly LocatedText[]) =>
    names.map(({ text }) => dimensionUse(model, text, baseMeasure));
  if (keepOnly) {
    const kept = usesOf(keepOnly);
    return groups.filter((group) => kept.some((use) => isColumnOf(group, use)));
  }
  const left = usesOf(exclude ?? []);
  return groups.filter((group) => !left.some((use) => isColumnOf(group, use)));
}

function isSameColumn(left: GroupColumn, right: GroupColumn): boolean {
  return (
    left.ref.cube === right.ref.cube &&
    left.ref.member.name === right.ref.member.name &&
    left.kind === right.kind &&
    (left.kind !== 'timeDimension' ||
      right.kind !== 'timeDimension' ||
      left.granularity === right.granularity)
  );
}

/** What an inner stage sees of the filters, segments and ranges that come down to it. */
export function filteredScope(
  { model, lookup, context, baseScope }: RowsPlanner,
  filter: StageFilter | undefined,
  baseMeasure: Pick<BaseMeasure, 'cube' | 'path'>,
  scope: Scope,
): Scope {
  if (!filter) return scope;
  const { filters, segments, ranges } = filter.mode === 'fixed' ? baseScope : scope;
  const membersOf = (names: readonly LocatedText[]) =>
    new Set(names.map(({ text }) => memberName(model, text, baseMeasure)));
  const kept = filter.keepOnly && membersOf(filter.keepOnly);
  const dropped = membersOf(filter.exclude ?? []);
  const stays = (ref: { cube: string; member: { name: string } }) => {
    const name = `${ref.cube}.${ref.member.name}`;
    return kept ? kept.has(name) : !dropped.has(name);
  };
  const included = filter.include.map((entry) => toFilter(entry, cubeOf(model, baseMeasure.cube), context));
  return {
    ...scope,
    filters: [...filters.flatMap((entry) => prune(entry, stays, lookup) ?? []), ...included],
    segments: segments.filter(stays),
    ranges: ranges.filter(({ ref }) => stays(ref)),
  };
}

/** Whether a stage, or one that it is computed from, sees rows that a scope leaves out. */
export function isWider(scope: Scope, { inner }: StageRelation): boolean {
  return (
    leavesOut(scope, inner.scope) ||
    inner.relations.some((relation) => relation.kind === 'stage' && isWider(scope, relation))
  );
}

/** Whether a scope has conditions that are not those of another. */
function leavesOut(scope: Scope, { filters, segments, ranges }: Scope): boolean {
  const [ownFilters, ownSegments, ownRanges] = [new Set(filters), new Set(segments), new Set(ranges)];
  return (
    scope.filters.some((filter) => !ownFilters.has(filter)) ||
    scope.segments.some((segment) => !ownSegments.has(segment)) ||
    scope.ranges.some((range) => !ownRanges.has(range))
  );
}

/** A filter without the members that do not stay; of an OR all of them have to. */
function prune(
  filter: NormalizedFilter,
  stays: (ref: { cube: string; member: { name: string } }) => boolean,
  lookup: MemberLookup,
): NormalizedFilter | undefined {
  if ('and' in filter) {
    const parts = filter.and.flatMap((part) => prune(part, stays, lookup) ?? []);
    return parts.length > 0 ? { and: parts } : undefined;
  }
  return filterRefs([filter], lookup).every(stays) ? filter : undefined;
}
