import type { MaskLookup, RowsPlanner } from '../ir/planner.ts';
import { applyPolicies, type PolicyDecision, type Restriction } from '../access/policies.ts';
import type { JoinPath, JoinTree } from '../ir/join-tree.ts';
import { cubesOf, findJoinTree } from '../join/join-tree.ts';
import { joinPathsOf, joinPathsOfTemplate } from '../join/member-cubes.ts';
import { needsOfGroup, needsOfBaseMeasure, together } from '../join/needed-cubes.ts';
import { withSemiJoins } from '../join/semi-joins.ts';
import type { Model } from '../model/definitions/model.ts';
import { pathInInstances } from '../model/definitions/resolve-reference.ts';
import type { NormalizedFilter } from '../query/query.ts';
import { baseMeasuresOf } from './base-measures.ts';
import type { Condition, FilterOrigin, Rows } from '../ir/plan.ts';
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
    (restrictions) => {
      const asked = [...own, ...policyPaths(model, lookup, restrictions)];
      const hinted = hints.map((path) => pathInInstances(path, model.cubes));
      const named = new Set(
        [...hinted, ...asked.flatMap(({ path, isReferred }) => (isReferred ? [] : [path]))].map(keyOf),
      );
      const paths = distinctPaths([...hinted, ...asked.map(({ path }) => path)]);
      const referred = new Set(paths.filter((path) => !named.has(keyOf(path))));
      return findJoinTree(model, paths, { wanted: root, referred, budget: context.budget });
    },
    (joined) => {
      const decision = applyPolicies(model, context, governed, joined);
      if (!fact) return decision;
      const ofFact = (filter: NormalizedFilter) => filtersOfFact(model, lookup, [filter], fact);
      return {
        ...decision,
        filters: decision.filters.flatMap(ofFact),
        restrictions: decision.restrictions.flatMap(({ owner, filter }) =>
          ofFact(filter).map((part) => ({ owner, filter: part })),
        ),
      };
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
    measured: uses.flatMap((use) => baseMeasuresOf(model, use).map(({ cube }) => cube)),
  };
}

function conditionsOf(scope: Scope, filters: readonly NormalizedFilter[]): Condition[] {
  const fromCaller = new Set(scope.filters);
  const ofView = new Set(scope.fixedFilters);
  const originOf = (filter: NormalizedFilter): FilterOrigin =>
    fromCaller.has(filter) ? 'caller' : ofView.has(filter) ? 'view' : 'policy';
  return [
    ...scope.ranges.map((range) => ({ kind: 'range' as const, ...range })),
    ...scope.segments.map((ref) => ({ kind: 'segment' as const, ref })),
    ...scope.conditions.map((condition) => ({ kind: 'drill' as const, ...condition })),
    ...[...new Set(filters)].map((filter) => ({
      kind: 'filter' as const,
      filter,
      from: originOf(filter),
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

/** A join path that a query asks for, and whether it is only what one of its members refers to. */
interface AskedPath {
  readonly path: JoinPath;
  readonly isReferred: boolean;
}

function askedPaths(named: JoinPath, referred: readonly JoinPath[]): AskedPath[] {
  return [{ path: named, isReferred: false }, ...referred.map((path) => ({ path, isReferred: true }))];
}

/** The order in which the language collects cubes decides which root wins a tie. */
function pathsInOrder(
  model: Model,
  scope: Scope,
  uses: readonly MeasureUse[],
  filterUses: readonly MeasureUse[],
  { lookup, masks }: Pick<RowsPlanner, 'lookup' | 'masks'>,
): AskedPath[] {
  const dimensions = scope.groups.filter(({ kind }) => kind === 'dimension');
  const times = scope.groups.filter(({ kind }) => kind === 'timeDimension');
  return [
    ...measurePaths(model, uses),
    ...refPaths(model, [
      ...dimensions.map(({ ref }) => ref),
      ...scope.segments,
      ...filterRefs([...scope.filters, ...scope.fixedFilters], lookup),
    ]),
    ...maskPaths(model, scope, lookup, masks),
    ...scope.conditions.flatMap(({ cube, sql }) =>
      askedPaths([cube], joinPathsOfTemplate(model, sql, cubeOf(model, cube), [cube])),
    ),
    ...measurePaths(model, filterUses),
    ...refPaths(model, [
      ...times.map(({ ref }) => ref),
      ...scope.ranges.map(({ ref }) => ref),
      ...scope.listedTimes,
    ]),
  ];
}

/** Which rows show a masked member has to be known. */
function maskPaths(
  model: Model,
  { groups, filters }: Scope,
  lookup: MemberLookup,
  masks: MaskLookup,
): AskedPath[] {
  const masked = [
    ...groups.flatMap(({ ref, mask }) => (mask?.unless ? [{ ref, unless: mask.unless }] : [])),
    ...filterRefs(filters, lookup).flatMap((ref) => {
      const unless = masks.named(ref)?.unless;
      return unless ? [{ ref, unless }] : [];
    }),
  ];
  return masked.flatMap(({ ref, unless }) => pathsFrom(model, ref.path, filterRefs([unless], lookup)));
}

/** A policy's filter on another cube is on the one that its own cube leads to. */
function policyPaths(model: Model, lookup: MemberLookup, restrictions: readonly Restriction[]): AskedPath[] {
  return restrictions.flatMap(({ owner, filter }) => {
    const refs = filterRefs([filter], lookup);
    return Object.hasOwn(model.cubes, owner) ? pathsFrom(model, [owner], refs) : refPaths(model, refs);
  });
}

/**
 * The paths of members that policies speak of: what a cube's own names is reached from there, what a view's do from the
 * root.
 */
function pathsFrom(model: Model, from: JoinPath, refs: readonly MemberRef[]): AskedPath[] {
  return refs.flatMap((ref) => {
    const isOfView = Object.hasOwn(model.views, ref.scope);
    const path = isOfView ? ref.path : ref.cube === from.at(-1) ? from : [...from, ref.cube];
    const referred = joinPathsOf(model, ref.member, path);
    return isOfView
      ? askedPaths(path, referred)
      : [path, ...referred].map((each) => ({ path: each, isReferred: true }));
  });
}

function measurePaths(model: Model, uses: readonly MeasureUse[]): AskedPath[] {
  return uses.flatMap((use) => [
    { path: use.path, isReferred: false },
    ...baseMeasuresOf(model, use).flatMap(({ measure, path }): AskedPath[] => {
      // What a stage is computed from has rows of its own; its cube is asked for like any other.
      const referred = measure.stage ? [] : joinPathsOf(model, measure, path);
      return [path, ...referred].map((each) => ({ path: each, isReferred: each !== use.path }));
    }),
  ]);
}

function refPaths(model: Model, refs: readonly MemberRef[]): AskedPath[] {
  return refs.flatMap((ref) => askedPaths(ref.path, joinPathsOf(model, ref.member, ref.path)));
}

const keyOf = (path: JoinPath) => path.join('.');

function distinctPaths(paths: readonly JoinPath[]): JoinPath[] {
  return [...new Map(paths.map((path) => [keyOf(path), path])).values()];
}

/**
 * The join tree, with the policies of all that it joins. A policy's filter may join a cube that has policies of its
 * own, until no further cube comes in. What was joined once keeps its policies, so that two ways to join the same cubes
 * cannot take turns for ever.
 */
function joinUnderPolicies(
  treeWith: (restrictions: readonly Restriction[]) => JoinTree,
  decide: (joined: ReadonlySet<string>) => PolicyDecision,
): { tree: JoinTree; decision: PolicyDecision } {
  let tree = treeWith([]);
  const joined = new Set(cubesOf(tree));
  let decision = decide(joined);
  for (let known = 0; known < joined.size && decision.filters.length > 0;) {
    known = joined.size;
    tree = treeWith(decision.restrictions);
    for (const cube of cubesOf(tree)) joined.add(cube);
    if (joined.size > known) decision = decide(joined);
  }
  return { tree, decision };
}
