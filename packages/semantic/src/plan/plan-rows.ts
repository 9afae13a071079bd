import type { MaskLookup, RowsPlanner } from '../ir/planner.ts';
import { applyPolicies, type PolicyDecision } from '../access/policies.ts';
import type { JoinPath, JoinTree } from '../ir/join-tree.ts';
import { cubesOf, findJoinTree } from '../join/join-tree.ts';
import { joinPathsOf, joinPathsOfTemplate } from '../join/member-cubes.ts';
import { needsOfGroup, needsOfBaseMeasure, together } from '../join/needed-cubes.ts';
import { withSemiJoins } from '../join/semi-joins.ts';
import type { Model } from '../model/model.ts';
import type { NormalizedFilter } from '../query/query.ts';
import { baseMeasuresOf } from './base-measures.ts';
import type { Condition, Rows } from '../ir/plan.ts';
import type { MeasureUse, BaseMeasure, GroupColumn } from '../ir/columns.ts';
import type { Scope } from '../ir/scope.ts';
import { cubeOf, type MemberLookup, type MemberRef } from '../members/member-ref.ts';
import { filtersOfFact } from './scope-of-fact.ts';
import { filterRefs } from '../members/filter-refs.ts';

/**
 * Joins what a scope and its measures need, under the policies of all that is joined.
 *
 * @throws QueryError when no cube reaches all others
 */
export function planRows(
  { model, context, lookup, governed, hints, masks, fact, root }: RowsPlanner,
  scope: Scope,
  uses: readonly MeasureUse[],
  filterUses: readonly MeasureUse[] = [],
): Rows {
  const own = pathsInOrder(model, scope, uses, filterUses, { lookup, masks });
  const { tree, decision } = joinUnderPolicies(
    (filters) =>
      findJoinTree(
        model,
        distinctPaths([...hints, ...own, ...refPaths(model, filterRefs(filters, lookup))]),
        { wanted: root, budget: context.budget },
      ),
    (joined) => {
      const decision = applyPolicies(model, context, governed, joined);
      const { filters } = decision;
      return fact ? { ...decision, filters: filtersOfFact(model, lookup, filters, fact) } : decision;
    },
  );
  // From each cube of the tree a walk tells whether its rows are repeated.
  context.budget?.take(own.length + tree.edges.length ** 2 / 10);
  const filters = [...scope.filters, ...scope.fixedFilters, ...decision.filters];
  return {
    scope,
    tree,
    filters,
    conditions: conditionsOf(scope, filters),
    semiJoins: [],
    isDenied: scope.isDenied || decision.isDenied,
  };
}

function conditionsOf(scope: Scope, filters: readonly NormalizedFilter[]): Condition[] {
  const fromCaller = new Set(scope.filters);
  return [
    ...scope.ranges.map((range) => ({ kind: 'range' as const, ...range })),
    ...scope.segments.map((ref) => ({ kind: 'segment' as const, ref })),
    ...scope.conditions.map((condition) => ({ kind: 'drill' as const, ...condition })),
    ...[...new Set(filters)].map((filter) => ({
      kind: 'filter' as const,
      filter,
      isFromCaller: fromCaller.has(filter),
    })),
  ];
}

/** The rows with those joins alone that some groups and measures need. */
export function rowsFor(
  planner: RowsPlanner,
  rows: Rows,
  { groups, baseMeasures }: { groups: readonly GroupColumn[]; baseMeasures: readonly BaseMeasure[] },
): Rows {
  const shown = together([
    ...groups.map((group) => needsOfGroup(planner, group)),
    ...baseMeasures.map((baseMeasure) => needsOfBaseMeasure(planner, baseMeasure)),
  ]);
  return withSemiJoins(planner, rows, shown.cubes);
}

/** The order in which the language collects cubes decides which root wins a tie. */
function pathsInOrder(
  model: Model,
  scope: Scope,
  uses: readonly MeasureUse[],
  filterUses: readonly MeasureUse[],
  { lookup, masks }: Pick<RowsPlanner, 'lookup' | 'masks'>,
): JoinPath[] {
  const dimensions = scope.groups.filter(({ kind }) => kind === 'dimension');
  const times = scope.groups.filter(({ kind }) => kind === 'timeDimension');
  return [
    ...measurePaths(model, uses),
    ...refPaths(model, [
      ...dimensions.map(({ ref }) => ref),
      ...scope.segments,
      ...filterRefs([...scope.filters, ...scope.fixedFilters], lookup),
      ...filterRefs(maskFilters(scope, lookup, masks), lookup),
    ]),
    ...scope.conditions.flatMap(({ cube, sql }) => [
      [cube],
      ...joinPathsOfTemplate(model, sql, cubeOf(model, cube), [cube]),
    ]),
    ...measurePaths(model, filterUses),
    ...refPaths(model, [
      ...times.map(({ ref }) => ref),
      ...scope.ranges.map(({ ref }) => ref),
      ...scope.listedTimes,
    ]),
  ];
}

/** Which rows show a masked member has to be known. */
function maskFilters(
  { groups, filters }: Scope,
  lookup: MemberLookup,
  masks: MaskLookup,
): NormalizedFilter[] {
  const filtered = filterRefs(filters, lookup).flatMap((ref) => masks.named(ref)?.unless ?? []);
  return [...groups.flatMap(({ mask }) => mask?.unless ?? []), ...filtered];
}

function measurePaths(model: Model, uses: readonly MeasureUse[]): JoinPath[] {
  return uses.flatMap((use) => [
    use.path,
    ...baseMeasuresOf(model, use).flatMap((baseMeasure) =>
      // What a stage is computed from has rows of its own; its cube is asked for like any other.
      baseMeasure.measure.stage
        ? [baseMeasure.path]
        : [baseMeasure.path, ...joinPathsOf(model, baseMeasure.measure, baseMeasure.path)],
    ),
  ]);
}

function refPaths(model: Model, refs: readonly MemberRef[]): JoinPath[] {
  return refs.flatMap((ref) => [ref.path, ...joinPathsOf(model, ref.member, ref.path)]);
}

function distinctPaths(paths: readonly JoinPath[]): JoinPath[] {
  return [...new Map(paths.map((path) => [path.join('.'), path])).values()];
}

/**
 * The join tree, with the policies of all that it joins. A policy's filter may join a cube that has policies of its own,
 * until no further cube comes in. What was joined once keeps its policies, so that two ways to join the same cubes cannot
 * take turns for ever.
 */
function joinUnderPolicies(
  treeWith: (filters: readonly NormalizedFilter[]) => JoinTree,
  decide: (joined: ReadonlySet<string>) => PolicyDecision,
): { tree: JoinTree; decision: PolicyDecision } {
  let tree = treeWith([]);
  const joined = new Set(cubesOf(tree));
  let decision = decide(joined);
  for (let known = 0; known < joined.size && decision.filters.length > 0;) {
    known = joined.size;
    tree = treeWith(decision.filters);
    for (const cube of cubesOf(tree)) joined.add(cube);
    if (joined.size > known) decision = decide(joined);
  }
  return { tree, decision };
}
