import { isAggregate, type Dimension, type Measure, type MeasureType, type Model } from '../model/model.ts';
import { resolveReference } from '../model/resolve-reference.ts';
import {
  QueryError,
  type NormalizedFilter,
  type NormalizedQuery,
  type QueryContext,
} from '../query/query.ts';
import { cubesOf, findJoinTree, multipliedCubes, type JoinTree } from './join-tree.ts';
import { joinPathsOf, type JoinPath } from './member-cubes.ts';
import { checkGranularity, createLookup, cubeOf, type MemberLookup, type MemberRef } from './member-ref.ts';
import { applyPolicies, type PolicyDecision } from './policies.ts';

/**
 * What a query needs, before any SQL: which columns, over which joins, in which parts. A part is one SELECT that
 * aggregates; the parts are joined on all dimensions of the query. Plain data.
 */
export interface Plan {
  readonly query: NormalizedQuery;
  readonly columns: readonly PlanColumn[];
  readonly tree: JoinTree;
  readonly rowFilters: readonly NormalizedFilter[];
  readonly measureFilters: readonly NormalizedFilter[];
  readonly segments: readonly string[];
  readonly isDenied: boolean;
  /** At least one; more where measures of several cubes would be multiplied by the joins. */
  readonly parts: readonly PlanPart[];
  readonly dataSource: string;
}

export type PlanColumn =
  | { readonly kind: 'dimension'; readonly key: string; readonly ref: MemberRef<Dimension> }
  | {
      readonly kind: 'timeDimension';
      readonly key: string;
      readonly ref: MemberRef<Dimension>;
      readonly granularity: string;
    }
  | { readonly kind: 'measure'; readonly key: string; readonly ref: MemberRef<Measure> };

/**
 * `plain` aggregates over the join tree. `keyed` first takes the distinct keys of one multiplied cube for each group,
 * then aggregates that cube once for each key, so that no row counts twice.
 */
export interface PlanPart {
  readonly kind: 'plain' | 'keyed';
  /** The multiplied cube of a keyed part. */
  readonly cube?: string;
  /** The measures that the part computes, by `cube.measure`. */
  readonly measures: readonly LeafMeasure[];
}

export interface LeafMeasure {
  readonly key: string;
  readonly cube: string;
  readonly measure: Measure;
}

/** @throws QueryError for unknown members, hidden ones, filters that mix rows and groups, and joins that cannot be */
export function planQuery(model: Model, input: NormalizedQuery, context: QueryContext): Plan {
  const lookup = createLookup(model);
  const columns = resolveColumns(input, lookup);
  refuseHidden(columns);
  const segments = input.segments.map((name) => lookup.segment(name));
  const filtered = collectFilterRefs(input.filters, lookup);
  const timeRefs = input.timeDimensions.map(({ dimension }) => lookup.dimension(dimension));
  const all: MemberRef[] = [...columns.map(({ ref }) => ref), ...segments, ...filtered, ...timeRefs];

  const hints = input.joinHints ?? [];
  const own = pathsOf(model, inJoinOrder(columns, segments, filtered, timeRefs));
  const { tree, decision } = joinUnderPolicies(
    (filters) =>
      findJoinTree(
        model,
        distinctPaths([...hints, ...own, ...pathsOf(model, collectFilterRefs(filters, lookup))]),
      ),
    (joined) => applyPolicies(model, context, all, joined),
  );
  const query = { ...input, filters: [...input.filters, ...decision.filters] };

  const { rowFilters, measureFilters } = splitFilters(query.filters, lookup);
  const measureRefs = [...measuresIn(columns), ...collectFilterRefs(measureFilters, lookup)].map(({ name }) =>
    lookup.measure(name),
  );
  if (query.ungrouped) checkUngrouped(model, tree, columns, measureFilters);
  return {
    query,
    columns,
    tree,
    rowFilters,
    measureFilters,
    segments: input.segments,
    isDenied: decision.isDenied,
    parts: query.ungrouped ? [{ kind: 'plain', measures: [] }] : divideIntoParts(model, tree, measureRefs),
    dataSource: dataSourceOf(model, tree),
  };
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

function resolveColumns(query: NormalizedQuery, lookup: MemberLookup): PlanColumn[] {
  const dimensions = query.dimensions.map((name): PlanColumn => ({
    kind: 'dimension',
    key: name,
    ref: lookup.dimension(name),
  }));
  const times = query.timeDimensions.flatMap(({ dimension, granularity }): PlanColumn[] => {
    const ref = lookup.dimension(dimension);
    if (granularity === undefined) return [];
    checkGranularity(ref, granularity);
    return [{ kind: 'timeDimension', key: `${dimension}.${granularity}`, ref, granularity }];
  });
  const measures = query.measures.map((name): PlanColumn => ({
    kind: 'measure',
    key: name,
    ref: lookup.measure(name),
  }));
  return [...new Map([...dimensions, ...times, ...measures].map((column) => [column.key, column])).values()];
}

function refuseHidden(columns: readonly PlanColumn[]): void {
  const hidden = columns.find(({ ref }) => !ref.isPublic);
  if (hidden) throw hiddenMember(hidden.ref.name);
}

export function hiddenMember(name: string): QueryError {
  return new QueryError(
    'hidden_member',
    `You requested hidden member: '${name}'. Please make it visible using \`public: true\``,
    name,
  );
}

function measuresIn(columns: readonly PlanColumn[]): MemberRef[] {
  return columns.filter(({ kind }) => kind === 'measure').map(({ ref }) => ref);
}

/** The order in which the language collects cubes decides which root wins a tie. */
function inJoinOrder(
  columns: readonly PlanColumn[],
  segments: readonly MemberRef[],
  filtered: readonly MemberRef[],
  times: readonly MemberRef[],
): MemberRef[] {
  const isMeasure = ({ member }: MemberRef) => member.kind === 'measure';
  return [
    ...measuresIn(columns),
    ...columns.filter(({ kind }) => kind === 'dimension').map(({ ref }) => ref),
    ...segments,
    ...filtered.filter((ref) => !isMeasure(ref)),
    ...filtered.filter(isMeasure),
    ...times,
  ];
}

function pathsOf(model: Model, refs: readonly MemberRef[]): JoinPath[] {
  return refs.flatMap((ref) => [ref.path, ...joinPathsOf(model, ref.member, ref.path)]);
}

function distinctPaths(paths: readonly JoinPath[]): JoinPath[] {
  return [...new Map(paths.map((path) => [path.join('.'), path])).values()];
}

function collectFilterRefs(filters: readonly NormalizedFilter[], lookup: MemberLookup): MemberRef[] {
  return filters.flatMap((filter): MemberRef[] => {
    if ('and' in filter) return collectFilterRefs(filter.and, lookup);
    if ('or' in filter) return collectFilterRefs(filter.or, lookup);
    return [lookup.any(filter.member)];
  });
}

/** Filters on dimensions restrict rows, those on measures restrict groups; one logical group cannot do both. */
function splitFilters(
  filters: readonly NormalizedFilter[],
  lookup: MemberLookup,
): { rowFilters: NormalizedFilter[]; measureFilters: NormalizedFilter[] } {
  const split = { rowFilters: [] as NormalizedFilter[], measureFilters: [] as NormalizedFilter[] };
  for (const filter of filters) {
    const refs = collectFilterRefs([filter], lookup);
    const measures = refs.filter(({ member }) => member.kind === 'measure');
    if (measures.length > 0 && measures.length < refs.length) {
      throw new QueryError(
        'mixed_filter_group',
        `A filter group holds both dimensions and measures (${refs.map(({ name }) => name).join(', ')}); put them side by side`,
      );
    }
    if (refs.length > 0) (measures.length > 0 ? split.measureFilters : split.rowFilters).push(filter);
  }
  return split;
}

function checkUngrouped(
  model: Model,
  tree: JoinTree,
  columns: readonly PlanColumn[],
  measureFilters: readonly NormalizedFilter[],
): void {
  if (measureFilters.length > 0)
    throw new QueryError(
      'ungrouped_filter',
      'An ungrouped query has no groups that a filter on a measure could restrict',
    );
  const selected = new Set(columns.map(({ ref }) => `${ref.cube}.${ref.member.name}`));
  const missing = cubesOf(tree)
    .flatMap((cube) => cubeOf(model, cube).primaryKey.map((name) => `${cube}.${name}`))
    .filter((key) => !selected.has(key));
  if (missing.length > 0)
    throw new QueryError(
      'ungrouped_keys',
      `An ungrouped query must select every primary key; missing: ${missing.join(', ')}`,
    );
}

function divideIntoParts(model: Model, tree: JoinTree, measures: readonly MemberRef<Measure>[]): PlanPart[] {
  const multiplied = multipliedCubes(tree);
  const parts = new Map<
    string,
    { kind: PlanPart['kind']; cube?: string; measures: Map<string, LeafMeasure> }
  >();
  for (const ref of measures) {
    for (const leaf of leavesOf(model, ref.cube, ref.member)) {
      const isKeyed = needsKeys(leaf, multiplied);
      const id = isKeyed ? leaf.cube : '';
      const part = parts.get(id) ?? {
        kind: isKeyed ? 'keyed' : 'plain',
        ...(isKeyed && { cube: leaf.cube }),
        measures: new Map(),
      };
      part.measures.set(leaf.key, leaf);
      parts.set(id, part);
    }
  }
  if (parts.size === 0) return [{ kind: 'plain', measures: [] }];
  const inOrder = [...parts.values()].toSorted(
    (a, b) => Number(a.kind === 'keyed') - Number(b.kind === 'keyed'),
  );
  const divided = inOrder.map((part) => ({ ...part, measures: [...part.measures.values()] }));
  for (const { cube } of divided)
    if (cube !== undefined && cubeOf(model, cube).primaryKey.length === 0) throw noKey(cube);
  return divided;
}

function noKey(cube: string): QueryError {
  return new QueryError(
    'no_primary_key',
    `The joins repeat rows of ${cube}, which has no primary key to tell them apart; its measures cannot be right here`,
  );
}

/** Distinct counts and extremes are not harmed by repeated rows, and a plain count counts distinct keys. */
const UNHARMED = new Set<MeasureType>(['count_distinct', 'count_distinct_approx', 'min', 'max']);

function needsKeys({ cube, measure }: LeafMeasure, multiplied: ReadonlySet<string>): boolean {
  if (!multiplied.has(cube) || UNHARMED.has(measure.type)) return false;
  return !(measure.type === 'count' && !measure.sql);
}

/** The aggregates that a measure is made of; itself, unless it is a formula over other measures. */
export function leavesOf(model: Model, cube: string, measure: Measure): LeafMeasure[] {
  const self = { key: `${cube}.${measure.name}`, cube, measure };
  if (isAggregate(measure.type) || !measure.sql) return [self];
  const inner = measure.sql.parts.flatMap((part): LeafMeasure[] => {
    if (part.kind !== 'reference') return [];
    const resolved = resolveReference(part, cubeOf(model, cube), model.cubes);
    if (resolved.kind !== 'member' || resolved.member.kind !== 'measure') return [];
    return leavesOf(model, resolved.cube, resolved.member);
  });
  return inner.length === 0 ? [self] : inner;
}

function dataSourceOf(model: Model, tree: JoinTree): string {
  const sources = [...new Set(cubesOf(tree).map((cube) => cubeOf(model, cube).dataSource))];
  const [only = 'default'] = sources;
  if (sources.length > 1)
    throw new QueryError(
      'several_sources',
      `The query needs cubes of several data sources (${sources.join(', ')})`,
    );
  return only;
}
