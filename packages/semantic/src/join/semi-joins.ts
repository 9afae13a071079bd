import type { RowsPlanner } from '../ir/planner.ts';
import type { Condition, Rows, SemiJoin } from '../ir/plan.ts';
import { equalitiesOf } from './equalities.ts';
import { cubesOf } from './join-tree.ts';
import { type JoinEdge, type JoinTree } from '../ir/join-tree.ts';
import { needsOfCondition, type Needs } from './needed-cubes.ts';
import { pruneJoins } from './prune-joins.ts';
import { refusesMissing } from './refuses-missing.ts';

/**
 * The rows without the joins that only conditions need and that would repeat them: that a customer has an order in May
 * is asked with IN. Only where a condition refuses a row without partner, as a LEFT JOIN leaves them in.
 *
 * @param shown the cubes with columns that are shown or measured
 */
export function withSemiJoins(planner: RowsPlanner, rows: Rows, shown: ReadonlySet<string>): Rows {
  const needs = new Map(
    rows.conditions.map((condition) => [condition, needsOfCondition(planner, condition)]),
  );
  const asked = new Set([...needs.values()].flatMap(({ cubes }) => [...cubes]));
  const tree = pruneJoins(planner.model, rows.tree, [...shown, ...asked]);
  const kept = pruneJoins(planner.model, tree, shown);
  const keptCubes = new Set(cubesOf(kept));
  const branches = tree.edges
    .filter(({ from, to }) => keptCubes.has(from) && !keptCubes.has(to))
    .map((edge) => branchOf(tree, edge));
  const semiJoins = branches
    .filter(({ edges }) => edges.some(isToMany))
    .flatMap((branch) => semiJoinOf(planner, branch, needs) ?? []);
  const taken = new Set(semiJoins.flatMap(({ conditions }) => conditions));
  const away = new Set(semiJoins.flatMap(({ tree: own }) => cubesOf(own)));
  return {
    ...rows,
    tree: { root: tree.root, edges: tree.edges.filter(({ to }) => !away.has(to)) },
    conditions: rows.conditions.filter((condition) => !taken.has(condition)),
    semiJoins,
  };
}

/** A part of a tree: the edge that leads there, and behind it those within. */
interface Branch {
  readonly first: JoinEdge;
  readonly edges: readonly JoinEdge[];
}

function branchOf(tree: JoinTree, first: JoinEdge): Branch {
  const cubes = new Set([first.to]);
  const edges = tree.edges.filter((edge) => {
    if (cubes.has(edge.from)) cubes.add(edge.to);
    return edge === first || cubes.has(edge.from);
  });
  return { first, edges };
}

const cubesIn = ({ edges }: Branch) => edges.map(({ to }) => to);

/** Edges lead from the declaring side. */
const isToMany = ({ join }: JoinEdge) => join.relationship === 'one_to_many';

function semiJoinOf(
  planner: RowsPlanner,
  branch: Branch,
  needs: ReadonlyMap<Condition, Needs>,
): SemiJoin | undefined {
  const own = new Set(cubesIn(branch));
  const mine = [...needs].filter(([, { cubes }]) => [...cubes].some((cube) => own.has(cube)));
  const isApart = mine.every(
    ([, { cubes, isMasked }]) => !isMasked && [...cubes].every((cube) => own.has(cube)),
  );
  const links = branch.edges.map((edge) => equalitiesOf(planner.model, edge));
  const [equalities] = links;
  // What is missing further on is missing together with its neighbour where the two are joined by equal columns.
  const isLinked = links.every((link) => link !== undefined);
  const conditions = mine.map(([condition]) => condition);
  const isRequired = isLinked && conditions.some((condition) => refusesMissing(planner, condition, own));
  if (!isApart || !equalities || !isRequired) return undefined;
  const { from, to } = branch.first;
  const edges = branch.edges.filter((edge) => edge !== branch.first);
  return { cube: from, equalities, tree: { root: to, edges }, conditions };
}
