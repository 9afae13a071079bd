import { cubesOf, fannedOutCubes } from '../join/join-tree.ts';
import { equalitiesOf } from '../join/equalities.ts';
import { usesOf } from '../join/member-cubes.ts';
import { needsOfBaseMeasure, needsOfGroup, together } from '../join/needed-cubes.ts';
import { pruneJoins } from '../join/prune-joins.ts';
import type { JoinEdge, JoinTree } from '../ir/join-tree.ts';
import type { MergeJoin, Plan, Rows, RowsRelation, SummedBranch } from '../ir/plan.ts';
import type { BaseMeasure, MeasureUse } from '../ir/columns.ts';
import type { RowsPlanner } from '../ir/planner.ts';
import type { Measure } from '../model/definitions/model.ts';
import { baseMeasuresOf, takesRepeats } from './base-measures.ts';

/**
 * Eager aggregation: the rows of a branch are summed by the columns that join it, before they are joined, so that
 * nothing is repeated and one SELECT computes what a relation for each cube did. Only
 *
 * - for measures that can be summed in steps: sums, counts, extremes;
 * - where groups and conditions speak of nothing in the branches, no condition restricts the rows (else what they leave
 *   out would be summed as well), and no mask has a say;
 * - where joins to the branches are one-to-many and by equal columns alone;
 * - where what many rows share has no branch that its repeats would harm;
 * - where a branch has branches, since rows that are joined once are joined as cheaply as they are summed;
 * - where no formula takes a sum of a branch, since PostgreSQL's sum of sums is of another type.
 *
 * Columns that join are taken for equal where their groups are, which their types have to see to (`sumsBeforeJoins` of
 * a dialect).
 */
export function sumBeforeJoins(plan: Plan): Plan {
  return plan.query.ungrouped ? plan : { ...plan, root: summedRoot(plan) };
}

function summedRoot({ planner, root, uses }: Plan): MergeJoin {
  const relations = root.relations.flatMap((relation) =>
    relation.kind === 'plain' && relation.rows.scope === root.scope ? [relation] : [],
  );
  const [first] = relations;
  if (!first || relations.length < root.relations.length || planner.masks.hasHidden()) return root;
  const isWhole = relations.every(
    ({ rows }) => !rows.isDenied && rows.conditions.length + rows.semiJoins.length === 0,
  );
  const tree = uniteTrees(relations);
  if (!isWhole || !tree) return root;
  const baseMeasures = relations.flatMap((relation) => relation.baseMeasures);
  planner.context.budget?.take(tree.edges.length ** 2 / 10);
  const { cubes } = together(root.scope.groups.map((group) => needsOfGroup(planner, group)));
  const part = partOf(planner, { ...first.rows, tree }, [...cubes], baseMeasures);
  if (!part?.sums.some(({ sums }) => sums.length > 0)) return root;
  const summed = new Set(measuresIn(part.sums));
  if (uses.some((use) => isFormulaOver(planner, use, summed))) return root;
  return { ...root, relations: [{ kind: 'plain', rows: part.rows, baseMeasures, sums: part.sums }] };
}

/** The tree that the trees of several relations were pruned from, without what none of them needs. */
function uniteTrees(relations: readonly RowsRelation[]): JoinTree | undefined {
  const [first] = relations;
  const roots = new Set(relations.map(({ rows }) => rows.tree.root));
  if (!first || roots.size > 1) return undefined;
  const edges = new Map<string, JoinEdge>();
  for (const { rows } of relations) for (const edge of rows.tree.edges) edges.set(edge.to, edge);
  const { root } = first.rows.tree;
  const ordered = new Set<JoinEdge>();
  const reached = new Set([root]);
  for (const cube of reached)
    for (const edge of edges.values())
      if (edge.from === cube) {
        ordered.add(edge);
        reached.add(edge.to);
      }
  return { root, edges: [...ordered] };
}

/** Rows that nothing repeats, and the branches that are summed for them. */
interface Part {
  readonly rows: Rows;
  readonly baseMeasures: readonly BaseMeasure[];
  readonly sums: readonly SummedBranch[];
}

function partOf(
  planner: RowsPlanner,
  rows: Rows,
  shown: readonly string[],
  baseMeasures: readonly BaseMeasure[],
): Part | undefined {
  const { model } = planner;
  const { tree } = rows;
  const kept = new Set([tree.root, ...shown]);
  for (const cube of kept)
    for (const { from, to, join } of tree.edges)
      if (from === cube && join.relationship !== 'one_to_many') kept.add(to);
  const own: Rows = { ...rows, tree: pruneJoins(model, tree, kept) };
  const ownCubes = new Set(cubesOf(own.tree));
  const isOwn = ({ cube }: BaseMeasure) => ownCubes.has(cube);
  const ownMeasures = baseMeasures.filter(isOwn);
  const repeated = fannedOutCubes(own.tree);
  if (repeated.has(tree.root)) return undefined;
  // Measures that the joins to one would repeat are in relations of another kind.
  const isApart = ownMeasures.every((baseMeasure) =>
    needsOfBaseMeasure(planner, baseMeasure).cubes.isSubsetOf(ownCubes),
  );
  if (!isApart) return undefined;
  const sums: SummedBranch[] = [];
  for (const edge of tree.edges) {
    if (!ownCubes.has(edge.from) || ownCubes.has(edge.to)) continue;
    const branch = branchOf(planner, rows, edge, baseMeasures);
    const isRepeated = repeated.has(edge.from) && !measuresIn(branch ? [branch] : []).every(isRepeatable);
    if (!branch || isRepeated) return undefined;
    sums.push(branch);
  }
  return { rows: own, baseMeasures: ownMeasures, sums };
}

function branchOf(
  planner: RowsPlanner,
  rows: Rows,
  edge: JoinEdge,
  baseMeasures: readonly BaseMeasure[],
): SummedBranch | undefined {
  const equalities = equalitiesOf(planner.model, edge);
  const cubes = new Set([edge.to]);
  const edges = rows.tree.edges.filter(({ from, to }) => cubes.has(from) && cubes.add(to));
  const measures = baseMeasures.filter(({ cube }) => cubes.has(cube));
  if (!equalities || !measures.every((measure) => isSummedInSteps(planner, measure))) return undefined;
  const part = partOf(planner, { ...rows, tree: { root: edge.to, edges } }, [], measures);
  return part && !countsRepeats(part) ? { cube: edge.from, equalities, ...part } : undefined;
}

/**
 * Whether a branch counts a cube that it joins to one of its own rows: its keys are told apart among all rows, not
 * among those of a sum.
 */
function countsRepeats({ rows, baseMeasures }: Part): boolean {
  const repeated = fannedOutCubes(rows.tree);
  return baseMeasures.some((baseMeasure) => repeated.has(baseMeasure.cube) && !isRepeatable(baseMeasure));
}

const isRepeatable = ({ measure }: BaseMeasure) => takesRepeats(measure);

const IN_STEPS: ReadonlySet<string> = new Set<Measure['type']>(['sum', 'count', 'min', 'max']);

/** What another SELECT gives for each row of a cube is left to the rows as they are. */
function isSummedInSteps({ model }: RowsPlanner, { measure, path }: BaseMeasure): boolean {
  const isPlain = usesOf(model, measure, path).every(
    ({ member }) =>
      member?.kind !== 'dimension' || !['sub-query', 'stage', 'values'].includes(member.value.kind),
  );
  return IN_STEPS.has(measure.type) && !measure.rollingWindow && isPlain;
}

function measuresIn(sums: readonly SummedBranch[]): BaseMeasure[] {
  return sums.flatMap((branch) => [...branch.baseMeasures, ...measuresIn(branch.sums)]);
}

function isFormulaOver({ model }: RowsPlanner, use: MeasureUse, summed: ReadonlySet<BaseMeasure>): boolean {
  const sums = new Set([...summed].flatMap(({ measure, key }) => (measure.type === 'sum' ? [key] : [])));
  return baseMeasuresOf(model, use).some(({ key, measure }) => measure !== use.measure && sums.has(key));
}
