import { QueryError } from '../query/query.ts';
import { divide } from './divide.ts';
import { leavesOf } from './leaves.ts';
import type { MeasureUse, Combination, Leaf, Relation, Rows, Scope } from '../ir/plan.ts';
import { cubeOf } from '../members/member-ref.ts';
import { planRows } from './plan-rows.ts';
import { type RowsPlanner } from '../ir/planner.ts';
import { planStage } from './plan-stage.ts';
import { planWindow, windowTimeOf } from './plan-window.ts';
import { scopeOfFact } from './scope-of-fact.ts';

/**
 * Divides the measures of a scope among relations.
 *
 * @param filterUses measures that only filters speak of
 * @throws QueryError for joins that cannot be, and measures that cannot be right over them
 */
export function combine(
  planner: RowsPlanner,
  scope: Scope,
  uses: readonly MeasureUse[],
  filterUses: readonly MeasureUse[] = [],
): Combination {
  const leaves = distinctLeaves([...uses, ...filterUses].flatMap((use) => leavesOf(planner.model, use)));
  const facts = [...new Set(leaves.map(({ path }) => path[0] ?? ''))];
  if (areApart(planner, scope, facts)) return { scope, relations: byFact(planner, scope, facts, leaves) };
  try {
    return { scope, relations: planTogether(planner, scope, leaves, { uses, filterUses }) };
  } catch (error) {
    const isApart = error instanceof QueryError && error.code === 'no_join_path' && facts.length > 1;
    if (!isApart || !showsSeveralFacts(planner)) throw error;
    return { scope, relations: byFact(planner, scope, facts, leaves) };
  }
}

/** Rows as they are, without groups: one relation that repeats values together with their rows. */
export function ungrouped(planner: RowsPlanner, scope: Scope, uses: readonly MeasureUse[]): Combination {
  const special = uses
    .flatMap((use) => leavesOf(planner.model, use))
    .find(({ measure }) => measure.stage ?? measure.rollingWindow);
  if (special)
    throw new QueryError(
      'ungrouped_stage',
      `${special.key} is computed over groups, of which an ungrouped query has none`,
      special.key,
    );
  return { scope, relations: [{ kind: 'plain', rows: planRows(planner, scope, uses), leaves: [] }] };
}

function hasAllGroups(relation: Relation, scope: Scope): boolean {
  return relation.kind !== 'stage' || relation.groups.length === scope.groups.length;
}

/** The relations of measures whose cubes are joined to one another. */
function planTogether(
  planner: RowsPlanner,
  scope: Scope,
  leaves: readonly Leaf[],
  { uses, filterUses }: { uses: readonly MeasureUse[]; filterUses: readonly MeasureUse[] },
): Relation[] {
  const stages = leaves.filter(({ measure }) => measure.stage);
  const own = leaves.filter(({ measure }) => !measure.stage);
  const rows = () => planRows(planner, scope, uses, filterUses);
  const relations: Relation[] = [
    ...(own.length > 0 || stages.length === 0 ? relationsOver(planner, scope, rows(), own) : []),
    ...stages.map((leaf) => planStage(planner, scope, leaf, combine)),
  ];
  const isWhole = relations.some((relation) => hasAllGroups(relation, scope));
  return isWhole ? relations : [...divide(planner, rows(), []), ...relations];
}

/** Relations of their own for each fact, in the groups that all of them share. */
function byFact(
  planner: RowsPlanner,
  scope: Scope,
  all: readonly string[],
  leaves: readonly Leaf[],
): Relation[] {
  const { model, lookup, origin } = planner;
  return all.flatMap((cube) => {
    const fact = { cube, all };
    const uses = leaves.filter(({ path }) => path[0] === cube);
    const part = scopeOfFact(model, lookup, scope, fact);
    const own = { ...planner, fact, origin: scopeOfFact(model, lookup, origin, fact) };
    return planTogether(own, part, uses, { uses, filterUses: [] });
  });
}

/**
 * Whether a view shows facts that stand side by side: each joins every cube that they share by itself, and none joins
 * another, so that a longer way from one to the next is none that the view means.
 */
function areApart({ model, named }: RowsPlanner, scope: Scope, facts: readonly string[]): boolean {
  const [view, ...others] = [...new Set(named.map(({ scope: name }) => name))];
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
function showsSeveralFacts({ model, named }: RowsPlanner): boolean {
  return named.length > 0 && named.every(({ scope }) => Object.hasOwn(model.views, scope));
}

function relationsOver(planner: RowsPlanner, scope: Scope, rows: Rows, leaves: readonly Leaf[]): Relation[] {
  const time = windowTimeOf(scope);
  const windows = time ? leaves.filter(({ measure }) => measure.rollingWindow) : [];
  const aggregates = leaves.filter((leaf) => !windows.includes(leaf));
  return [
    ...(aggregates.length > 0 || windows.length === 0 ? divide(planner, rows, aggregates) : []),
    ...windows.map((leaf) => planWindow(planner, scope, rows, leaf)),
  ];
}

function distinctLeaves(leaves: readonly Leaf[]): Leaf[] {
  return [...new Map(leaves.map((leaf) => [leaf.key, leaf])).values()];
}
