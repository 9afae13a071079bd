import { createMasks, maskColumns, maskMeasure } from '../access/masks.ts';
import { defaultFiltersOf } from '../access/policies.ts';
import { governedMembers } from '../access/used-members.ts';
import type { VisibleMembers } from '../access/visible-members.ts';
import { cubesOf } from '../join/join-tree.ts';
import { isAggregate, type Measure, type Model } from '../model/definitions/model.ts';
import {
  QueryError,
  type NormalizedFilter,
  type NormalizedQuery,
  type QueryContext,
} from '../query/query.ts';
import { checkCalculations } from './check-calculations.ts';
import { checkNames, checkOrder } from './check-names.ts';
import { filledColumn } from './filled-column.ts';
import type { MergeJoin, Plan, Rows } from '../ir/plan.ts';
import type { PlanColumn, MeasureUse, MeasureColumn, GroupColumn } from '../ir/columns.ts';
import type { Scope } from '../ir/scope.ts';
import {
  checkGranularity,
  createLookup,
  cubeOf,
  governingRefs,
  type MemberLookup,
  type MemberRef,
} from '../members/member-ref.ts';
import { comparisonColumns } from './period-comparisons.ts';
import { planMergeJoin, ungrouped } from './plan-relations.ts';
import { sizeOfMembers } from './query-size.ts';
import type { RowsPlanner } from '../ir/planner.ts';
import { filterRefs } from '../members/filter-refs.ts';

/**
 * @param visible what the caller may name
 * @throws QueryError for members that the caller may not name, filters that mix rows and groups, and joins that cannot
 * be
 */
export function planQuery(
  model: Model,
  input: NormalizedQuery,
  context: QueryContext,
  visible: VisibleMembers,
): Plan {
  checkNames(input, visible);
  const lookup = createLookup(model);
  const resolved = resolveColumns(input, lookup);
  checkOrder(input, lookup);
  if (input.fillMissingRows) filledColumn(resolved, input.fillMissingRows);
  const asked = filterRefs(input.filters, lookup);
  checkCalculations(input, resolved, asked);
  const shown = [...resolved.map(({ ref }) => ref), ...asked.filter(({ calculated }) => calculated)];
  const scopes = new Set(governingRefs(shown, lookup).map(({ scope }) => scope));
  const masks = createMasks(model, scopes, input.filters, context);
  const columns = maskColumns(resolved, lookup, masks);
  const { rowFilters, measureFilters, drills } = splitFilters(input.filters, lookup);
  const scope: Scope = {
    groups: columns.filter((column): column is GroupColumn => column.kind !== 'measure'),
    filters: rowFilters,
    fixedFilters: [],
    segments: input.segments.map((name) => lookup.segment(name)),
    conditions: drills.flatMap(({ cube, member }) =>
      [...member.filters, ...(member.drillFilters ?? [])].map((sql) => ({ cube, sql })),
    ),
    ranges: input.timeDimensions.flatMap(({ dimension, dateRange }) => {
      const ref = lookup.dimension(dimension);
      return dateRange ? [{ ref, range: dateRange }] : [];
    }),
    listedTimes: input.timeDimensions.flatMap(({ dimension, granularity, dateRange }) =>
      granularity === undefined && !dateRange ? [lookup.dimension(dimension)] : [],
    ),
    shifts: [],
    // The row conditions of what is masked would tell what it is.
    isDenied: drills.some((ref) => masks.named(ref)),
  };
  const named: MemberRef[] = [
    ...columns.map(({ ref }) => ref),
    ...scope.segments,
    ...asked,
    ...scope.ranges.map(({ ref }) => ref),
    ...scope.listedTimes,
  ];
  const queryMembers = governingRefs(named, lookup);
  context.budget?.take(WALKS * sizeOfMembers(model, queryMembers));
  const enforced = { ...scope, fixedFilters: defaultFiltersOf(model, queryMembers, asked, context) };
  const planner: RowsPlanner = {
    model,
    context,
    lookup,
    queryMembers,
    governed: governedMembers(model, queryMembers),
    hints: input.joinHints ?? [],
    masks,
    baseScope: enforced,
  };
  const uses = columns.flatMap((column) => (column.kind === 'measure' ? usesOf(column) : []));
  const filterUses = filterRefs(measureFilters, lookup).map(({ name }) => {
    const ref = lookup.measure(name);
    const mask = masks.named(ref)?.mask;
    return (mask && maskMeasure(ref, mask)) ?? useOf(ref);
  });
  if (input.ungrouped && measureFilters.length > 0) throw ungroupedFilter();
  const root = input.ungrouped
    ? ungrouped(planner, enforced, uses)
    : planMergeJoin(planner, enforced, uses, [...filterUses, ...drills.map(useOf)]);
  if (input.ungrouped) checkUngrouped(model, root, columns);
  const added = allRows(root)[0]?.filters.filter((filter) => !rowFilters.includes(filter)) ?? [];
  const told = added.filter((filter) => filterRefs([filter], lookup).every(({ name }) => visible.has(name)));
  return {
    query: { ...input, filters: [...input.filters, ...told] },
    columns,
    root,
    uses: [...uses, ...filterUses],
    measureFilters,
    isFilteredOutside: measureFilters.length > 0 && [...uses, ...filterUses].some(isOfAuthor),
    planner,
    dataSource: dataSourceOf(model, root),
    cubes: cubesIn(root),
  };
}

/** How often the members of a query are walked through, with all that they refer to, until they are written. */
const WALKS = 20;

/** Whether the SQL of an author stands beside the groups, and may hold a window function over them. */
function isOfAuthor({ measure }: MeasureUse): boolean {
  return !isAggregate(measure.type) && measure.type !== 'rank';
}

/** What a column is computed from: the measure, and what it is compared with or hidden behind. */
function usesOf({ ref, comparison, mask }: MeasureColumn): MeasureUse[] {
  const hidden = mask && maskMeasure(ref, mask.mask);
  return [useOf(ref), ...(comparison ? [comparison.previous] : []), ...(hidden ? [hidden] : [])];
}

function useOf({ cube, member, path }: MemberRef<Measure>): MeasureUse {
  return { cube, measure: member, path };
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
  const compared = comparisonColumns(query.periodComparisons ?? [], lookup);
  const all = [...dimensions, ...times, ...measures, ...compared];
  return [...new Map(all.map((column) => [column.key, column])).values()];
}

interface SplitFilters {
  rowFilters: NormalizedFilter[];
  measureFilters: NormalizedFilter[];
  /** Measures to answer the own row conditions of. */
  drills: MemberRef<Measure>[];
}

/** Filters on dimensions restrict rows, those on measures restrict groups; one logical group cannot do both. */
function splitFilters(filters: readonly NormalizedFilter[], lookup: MemberLookup): SplitFilters {
  const split: SplitFilters = { rowFilters: [], measureFilters: [], drills: [] };
  for (const filter of filters) {
    if ('member' in filter && filter.operator === 'measureFilter') {
      split.drills.push(lookup.measure(filter.member));
      continue;
    }
    const refs = filterRefs([filter], lookup);
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

function ungroupedFilter(): QueryError {
  return new QueryError(
    'ungrouped_filter',
    'An ungrouped query has no groups that a filter on a measure could restrict',
  );
}

function checkUngrouped(model: Model, root: MergeJoin, columns: readonly PlanColumn[]): void {
  const selected = new Set(columns.map(({ ref }) => `${ref.cube}.${ref.member.name}`));
  const missing = joinedCubes(root)
    .flatMap((cube) => cubeOf(model, cube).primaryKey.map((name) => `${cube}.${name}`))
    .filter((key) => !selected.has(key));
  if (missing.length > 0)
    throw new QueryError(
      'ungrouped_keys',
      `An ungrouped query must select every primary key; missing: ${missing.join(', ')}`,
    );
}

/** The rows of every relation, also of those within stages. */
function allRows({ relations }: MergeJoin): Rows[] {
  return relations.flatMap((relation) =>
    relation.kind === 'stage' ? allRows(relation.inner) : [relation.rows],
  );
}

function joinedCubes(root: MergeJoin): string[] {
  return [...new Set(allRows(root).flatMap(({ tree }) => cubesOf(tree)))];
}

/** Those that are joined, and those that only conditions speak of. */
function cubesIn(root: MergeJoin): string[] {
  const asked = allRows(root).flatMap(({ semiJoins }) => semiJoins.flatMap(({ tree }) => cubesOf(tree)));
  return [...new Set([...joinedCubes(root), ...asked])];
}

function dataSourceOf(model: Model, root: MergeJoin): string {
  const sources = [...new Set(cubesIn(root).map((cube) => cubeOf(model, cube).dataSource))];
  const [only = 'default'] = sources;
  if (sources.length > 1)
    throw new QueryError(
      'several_sources',
      `The query needs cubes of several data sources (${sources.join(', ')})`,
    );
  return only;
}
