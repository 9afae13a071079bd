import type { Model } from '../model/model.ts';
import { cubeOf } from '../members/member-ref.ts';
import { QueryError, type Budget } from '../query/query.ts';
import { shortestPath } from './join-path.ts';
import { type JoinPath, type JoinTree, type JoinEdge } from '../ir/join-tree.ts';
import { joinPathsOfTemplate } from './member-cubes.ts';

/** How a join tree is looked for. */
export interface JoinSearch {
  /** A root that is taken, whatever the number of joins, where it reaches all others. */
  readonly wanted?: string | undefined;
  readonly budget?: Budget | undefined;
}

/**
 * Finds the join tree: each cube (or head of a path) is tried as the root, every other is reached by the shortest way
 * along the direction of the joins, and the tree with the fewest joins wins; of equals the first.
 *
 * @throws QueryError when no cube reaches all others
 */
export function findJoinTree(
  model: Model,
  paths: readonly JoinPath[],
  { wanted, budget }: JoinSearch = {},
): JoinTree {
  const own = wanted === undefined ? undefined : treeFrom(model, wanted, paths, budget);
  if (own) return completeTree(model, own, paths, budget);
  const roots = [...new Set(paths.map(([head]) => head ?? ''))];
  const trees = roots.flatMap((root) => treeFrom(model, root, paths, budget) ?? []);
  const best = trees.toSorted((a, b) => a.edges.length - b.edges.length)[0];
  if (best) return completeTree(model, best, paths, budget);
  const cubes = [...new Set(paths.map((path) => path.at(-1) ?? ''))];
  throw new QueryError(
    'no_join_path',
    `Can't find join path to join ${cubes.map((cube) => `'${cube}'`).join(', ')}`,
  );
}

function treeFrom(
  model: Model,
  root: string,
  paths: readonly JoinPath[],
  budget: Budget | undefined,
): JoinTree | undefined {
  const edges = new Map<string, JoinEdge>();
  const add = (from: string, to: string): boolean => {
    if (to === root || edges.has(to)) return true;
    const join = cubeOf(model, from).joins.find(({ target }) => target === to);
    if (!join) return false;
    edges.set(to, { from, to, join });
    return true;
  };
  /** What no join reaches directly is reached by the shortest way. */
  const reach = (from: string, to: string): boolean => {
    if (add(from, to)) return true;
    const steps = shortestPath(model, from, to, budget) ?? [];
    return steps.length > 0 && steps.slice(1).every((step, index) => add(steps[index] ?? '', step));
  };
  for (const path of paths) {
    const [head = root] = path;
    const walk =
      head === root ? path : [...(shortestPath(model, root, head, budget) ?? []), ...path.slice(1)];
    if (walk[0] !== root) return undefined;
    budget?.take(walk.length);
    for (let index = 1; index < walk.length; index += 1)
      if (!reach(walk[index - 1] ?? '', walk[index] ?? '')) return undefined;
  }
  return { root, edges: [...edges.values()] };
}

/** A join's condition may speak of further cubes, which then are joined before it. */
function completeTree(
  model: Model,
  tree: JoinTree,
  paths: readonly JoinPath[],
  budget: Budget | undefined,
): JoinTree {
  const needed = tree.edges.flatMap((edge) => neededBy(model, edge));
  const present = new Set([tree.root, ...tree.edges.map(({ to }) => to)]);
  const missing = needed.filter((path) => !present.has(path.at(-1) ?? ''));
  return missing.length === 0
    ? { root: tree.root, edges: inOrder(model, tree) }
    : findJoinTree(model, [...missing, ...paths], { wanted: tree.root, budget });
}

/** The paths of further cubes that a join's condition speaks of. */
function neededBy(model: Model, { from, to, join }: JoinEdge): JoinPath[] {
  return joinPathsOfTemplate(model, join.sql, cubeOf(model, from), [from]).filter(
    (path) => path.at(-1) !== to,
  );
}

/** The joins in an order in which each stands behind those that its condition speaks of. */
function inOrder(model: Model, { edges }: JoinTree): JoinEdge[] {
  const edgeTo = new Map(edges.map((edge) => [edge.to, edge]));
  const ordered = new Set<JoinEdge>();
  const begun = new Set<JoinEdge>();
  const place = (edge: JoinEdge | undefined): void => {
    if (!edge || begun.has(edge)) return;
    begun.add(edge);
    place(edgeTo.get(edge.from));
    for (const path of neededBy(model, edge)) place(edgeTo.get(path.at(-1) ?? ''));
    ordered.add(edge);
  };
  for (const edge of edges) place(edge);
  return [...ordered];
}

/** The cubes of a tree, its root first. */
export function cubesOf({ root, edges }: JoinTree): string[] {
  return [root, ...edges.map(({ to }) => to)];
}

/**
 * The cubes with rows that the tree repeats (fan-out): those from which some walk along its edges takes a step from one to many. Such
 * a step is a one-to-many join from its declaring side, or a many-to-one join from its target side.
 */
export function fannedOutCubes(tree: JoinTree): Set<string> {
  const neighbours = new Map<string, Neighbour[]>(cubesOf(tree).map((cube) => [cube, []]));
  for (const { from, to, join } of tree.edges) {
    neighbours.get(from)?.push({ cube: to, isMany: join.relationship === 'one_to_many' });
    neighbours.get(to)?.push({ cube: from, isMany: join.relationship === 'many_to_one' });
  }
  return new Set(cubesOf(tree).filter((cube) => isFannedOut(cube, undefined, neighbours)));
}

/** A cube that a join leads to, and whether one row becomes many there. */
interface Neighbour {
  readonly cube: string;
  readonly isMany: boolean;
}

function isFannedOut(
  cube: string,
  cameFrom: string | undefined,
  neighbours: ReadonlyMap<string, readonly Neighbour[]>,
): boolean {
  return (neighbours.get(cube) ?? []).some(
    (next) => next.cube !== cameFrom && (next.isMany || isFannedOut(next.cube, cube, neighbours)),
  );
}
