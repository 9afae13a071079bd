import { toFilter } from '../access/policies.ts';
import type { PlacedText } from '../model/model-file.ts';
import type { Model, Stage, StageFilter } from '../model/model.ts';
import type { NormalizedFilter } from '../query/query.ts';
import { stageInputs } from './leaves.ts';
import type { MeasureUse, Combination, GroupColumn, Leaf, Scope, StageRelation } from '../ir/plan.ts';
import type { MemberLookup } from '../members/member-ref.ts';
import type { RowsPlanner } from '../ir/planner.ts';
import { planShift } from './plan-shift.ts';
import { dimensionUse, isColumnOf, memberName, toColumn } from './dimension-use.ts';
import { filterRefs } from '../members/filter-refs.ts';

/** Plans the measures of a scope; a stage is planned as the whole is. */
export type Combine = (planner: RowsPlanner, scope: Scope, uses: readonly MeasureUse[]) => Combination;

/** A measure over the result of an inner stage: the same computation in other groups, times or rows. */
export function planStage(planner: RowsPlanner, scope: Scope, leaf: Leaf, combine: Combine): StageRelation {
  const stage = leaf.measure.stage;
  if (!stage) throw new Error(`${leaf.key} has no stage`);
  const { model } = planner;
  const isRank = leaf.measure.type === 'rank';
  const narrowed = narrow(model, stage, leaf, scope.groups);
  const added = (stage.include ?? [])
    .map(({ text }) => toColumn(dimensionUse(model, text, leaf)))
    .filter((column) => !scope.groups.some((group) => isSameColumn(group, column)));
  const groups = isRank ? scope.groups : [...narrowed, ...added];
  const inner: Scope = {
    ...filtered(planner, stage.filter, leaf, scope),
    groups,
    shifts: [...scope.shifts, ...stage.timeShifts.map((shift) => planShift(model, shift, leaf, scope))],
  };
  return {
    kind: 'stage',
    leaf,
    groups: isRank ? scope.groups : narrowed,
    inner: combine(planner, inner, stageInputs(model, leaf)),
    isAggregated: added.length > 0,
    partition: isRank ? narrowed : [],
  };
}

function narrow(
  model: Model,
  { keepOnly, exclude }: Stage,
  leaf: Leaf,
  groups: readonly GroupColumn[],
): readonly GroupColumn[] {
  const usesOf = (names: readonly PlacedText[]) => names.map(({ text }) => dimensionUse(model, text, leaf));
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
function filtered(
  { model, lookup, context, origin }: RowsPlanner,
  filter: StageFilter | undefined,
  leaf: Leaf,
  scope: Scope,
): Scope {
  if (!filter) return scope;
  const { filters, segments, ranges } = filter.mode === 'fixed' ? origin : scope;
  const membersOf = (names: readonly PlacedText[]) =>
    new Set(names.map(({ text }) => memberName(model, text, leaf)));
  const kept = filter.keepOnly && membersOf(filter.keepOnly);
  const dropped = membersOf(filter.exclude ?? []);
  const stays = (ref: { cube: string; member: { name: string } }) => {
    const name = `${ref.cube}.${ref.member.name}`;
    return kept ? kept.has(name) : !dropped.has(name);
  };
  const included = filter.include.map((entry) => toFilter(entry, leaf.cube, context));
  return {
    ...scope,
    filters: [...filters.flatMap((entry) => prune(entry, stays, lookup) ?? []), ...included],
    segments: segments.filter(stays),
    ranges: ranges.filter(({ ref }) => stays(ref)),
  };
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
