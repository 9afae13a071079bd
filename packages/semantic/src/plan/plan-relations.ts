import { QueryError } from '../query/query.ts';
import { divide } from './divide.ts';
import { baseMeasuresOf } from './base-measures.ts';
import type { MergeJoin, Relation, Rows } from '../ir/plan.ts';
import type { MeasureUse, BaseMeasure } from '../ir/columns.ts';
import type { Scope } from '../ir/scope.ts';
import { cubeOf } from '../members/member-ref.ts';
import { planRows } from './plan-rows.ts';
import { type RowsPlanner } from '../ir/planner.ts';
import { isWider, planStage } from './plan-stage.ts';
import { planWindow, windowTimeOf } from './plan-window.ts';
import { scopeOfFact } from './scope-of-fact.ts';

/**
 * Divides the measures of a scope among relations.
 *
 * @param filterUses measures that only filters speak of
 * @throws QueryError for joins that cannot be, and measures that cannot be right over them
 */
export function planMergeJoin(
  planner: RowsPlanner,
  scope: Scope,
  uses: readonly MeasureUse[],
  filterUses: readonly MeasureUse[] = [],
): MergeJoin {
  return planMeasures(planner, scope, { uses, filterUses, isInner: false });
}

/** The same for an inner stage, which reports every group that it has. */
function planInner(planner: RowsPlanner, scope: Scope, uses: readonly MeasureUse[]): MergeJoin {
  return planMeasures(planner, scope, { uses, filterUses: [], isInner: true });
}

/** What relations are to compute. */
interface Measures {
  readonly uses: readonly MeasureUse[];
  readonly filterUses: readonly MeasureUse[];
  /** Whether the relations are those of an inner stage. */
  readonly isInner: boolean;
}

function planMeasures(planner: RowsPlanner, scope: Scope, measures: Measures): MergeJoin {
  const baseMeasures = distinctBaseMeasures(
    [...measures.uses, ...measures.filterUses].flatMap((use) => baseMeasuresOf(planner.model, use)),
  );
  const facts = [...new Set(baseMeasures.map(({ path }) => path[0] ?? ''))];
  const apart = () => byFact(planner, scope, { facts, baseMeasures, isInner: measures.isInner });
  if (areApart(planner, scope, facts)) return { scope, relations: apart() };
  try {
    return { scope, relations: planTogether(planner, scope, baseMeasures, measures) };
  } catch (error) {
    const isApart = error instanceof QueryError && error.code === 'no_join_path' && facts.length > 1;
    if (!isApart || !showsSeveralFacts(planner)) throw error;
    return { scope, relations: apart() };
  }
}

/** Rows as they are, without groups: one relation that repeats values together with their rows. */
export function ungrouped(planner: RowsPlanner, scope: Scope, uses: readonly MeasureUse[]): MergeJoin {
  const special = uses
    .flatMap((use) => baseMeasuresOf(planner.model, use))
    .find(({ measure }) => measure.stage ?? measure.rollingWindow);
  if (special)
    throw new QueryError(
      'ungrouped_stage',
      `${special.key} is computed over groups, of which an ungrouped query has none`,
      special.key,
    );
  return { scope, relations: [{ kind: 'plain', rows: planRows(planner, scope, uses), baseMeasures: [] }] };
}

/**
 * Whether the relations have every group of a scope. Beside what sees more than the rows of the scope, these have to be
 * there themselves: what was at other times has other groups.
 */
function areWhole(relations: readonly Relation[], { groups }: Scope): boolean {
  if (groups.length === 0) return relations.length > 0;
  const stages = relations.filter((relation) => relation.kind === 'stage');
  if (relations.some(({ kind }) => kind === 'plain' || kind === 'deduplicated')) return true;
  if (stages.some((stage) => stage.isWider)) return false;
  return stages.length < relations.length || stages.some((stage) => stage.groups.length === groups.length);
}

/** The relations of measures of cubes that are joined to one another. */
function planTogether(
  planner: RowsPlanner,
  scope: Scope,
  baseMeasures: readonly BaseMeasure[],
  { uses, filterUses, isInner }: Measures,
): Relation[] {
  const stages = baseMeasures.filter(({ measure }) => measure.stage);
  const own = baseMeasures.filter(({ measure }) => !measure.stage);
  const rows = () => planRows(planner, scope, uses, filterUses);
  const relations: Relation[] = [
    ...(own.length > 0 || stages.length === 0 ? relationsOver(planner, scope, rows(), own) : []),
    ...stages.map((baseMeasure) => {
      const stage = planStage(planner, scope, baseMeasure, planInner);
      return { ...stage, isWider: !isInner && isWider(scope, stage) };
    }),
  ];
  return areWhole(relations, scope) ? relations : [...divide(planner, rows(), []), ...relations];
}

/** Relations of their own for each fact, in the groups that all of them share. */
function byFact(
  planner: RowsPlanner,
  scope: Scope,
  {
    facts,
    baseMeasures,
    isInner,
  }: { facts: readonly string[]; baseMeasures: readonly BaseMeasure[]; isInner: boolean },
): Relation[] {
  const { model, lookup, baseScope } = planner;
  return facts.flatMap((cube) => {
    const fact = { cube, all: facts };
    const uses = baseMeasures.filter(({ path }) => path[0] === cube);
    const part = scopeOfFact(model, lookup, scope, fact);
    const own = { ...planner, fact, baseScope: scopeOfFact(model, lookup, baseScope, fact) };
    return planTogether(own, part, uses, { uses, filterUses: [], isInner });
  });
}

/**
 * Whether a view shows facts that stand side by side: each joins every cube that they share by itself, and none joins
 * another, so that a longer way from one to the next is none that the view means.
 */
function areApart({ model, queryMembers }: RowsPlanner, scope: Scope, facts: readonly string[]): boolean {
  const [view, ...others] = [...new Set(queryMembers.map(({ scope: name }) => name))];
  const roots = model.views[view ?? '']?.roots ?? [];
  if (others.length > 0 || facts.length < 2 || !facts.every((fact) => roots.includes(fact))) return false;
  const used = [...scope.groups, ...scope.ranges].map(({ ref }) => ref.path[0] ?? '');
  const shared = new Set(used.filter((cube) => !facts.includes(cube)));
  return facts.every((fact) => {
    const joined = new Set(cubeOf(model, fact).joins.map(({ target }) => target));
    return !facts.some((other) => joined.has(other)) && [...shared].every((cube) => joined.has(cube));
  });
}

/** Only a view says that facts which nothing joins belong side by side. */
function showsSeveralFacts({ model, queryMembers }: RowsPlanner): boolean {
  return queryMembers.length > 0 && queryMembers.every(({ scope }) => Object.hasOwn(model.views, scope));
}

function relationsOver(
  planner: RowsPlanner,
  scope: Scope,
  rows: Rows,
  baseMeasures: readonly BaseMeasure[],
): Relation[] {
  const time = windowTimeOf(scope);
  const windows = time ? baseMeasures.filter(({ measure }) => measure.rollingWindow) : [];
  const aggregates = baseMeasures.filter((baseMeasure) => !windows.includes(baseMeasure));
  return [
    ...(aggregates.length > 0 || windows.length === 0 ? divide(planner, rows, aggregates) : []),
    ...windows.map((baseMeasure) => planWindow(planner, scope, rows, baseMeasure)),
  ];
}

function distinctBaseMeasures(baseMeasures: readonly BaseMeasure[]): BaseMeasure[] {
  return [...new Map(baseMeasures.map((baseMeasure) => [baseMeasure.key, baseMeasure])).values()];
}
