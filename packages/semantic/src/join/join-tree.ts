import type { Model } from '../model/definitions/model.ts';
import { cubeOf } from '../members/member-ref.ts';
import { QueryError, type Budget } from '../query/query.ts';
import { SecondWay } from './cube-instances.ts';
import { shortestPath } from './join-path.ts';
import { type JoinPath, type JoinTree, type JoinEdge } from '../ir/join-tree.ts';
import { joinPathsOfTemplate } from './member-cubes.ts';

/** How a join tree is looked for. */
interface JoinSearch {
  /** A root that is taken, whatever the number of joins, where it reaches all others. */
  readonly wanted?: string | undefined;
  /**
   * The paths of what members refer to, among those of the members: walked last, so that what a query names comes
   * first.
   */
  readonly referred?: ReadonlySet<JoinPath> | undefined;
  readonly budget?: Budget | undefined;
}

/**
 * Finds the join tree: each cube (or head of a path) is tried as the root, every other is reached by the shortest way
 * along the direction of the joins, and the tree with the fewest joins wins; of equals the first.
 *
 * @throws QueryError when no cube reaches all others
 * @throws SecondWay where a cube would be joined by two ways
 */
export function findJoinTree(model: Model, paths: readonly JoinPath[], search: JoinSearch = {}): JoinTree {
  const { wanted, referred } = search;
  const own = wanted === undefined ? undefined : treeFrom(model, wanted, paths, search);
  if (own) return completeTree(model, own, paths, search);
  const roots = [...new Set(paths.flatMap((path) => (referred?.has(path) ? path : [path[0] ?? ''])))];
  const trees = roots.flatMap((root) => treeFrom(model, root, paths, search) ?? []);
  const best = trees.toSorted((a, b) => joinsOf(a) - joinsOf(b))[0];
  if (best) return completeTree(model, best, paths, search);
  const cubes = [...new Set(paths.map((path) => path.at(-1) ?? ''))];
  throw new QueryError(
    'no_join_path',
    `Can't find join path to join ${cubes.map((cube) => `'${cube}'`).join(', ')}`,
  );
}

/**
 * A tree from one root, and the first of the joins that it lacks since they lead to a cube that it has by another way.
 */
interface TreeFromRoot extends JoinTree {
  readonly second: SecondWay | undefined;
}

const joinsOf = ({ edges, second }: TreeFromRoot) => edges.length + (second ? 1 : 0);

function treeFrom(
  model: Model,
  root: string,
  paths: readonly JoinPath[],
  { referred, budget }: JoinSearch,
): TreeFromRoot | undefined {
  const edges = new Map<string, JoinEdge>();
  const wayTo = (cube: string): string[] => {
    const edge = edges.get(cube);
    return edge ? [...wayTo(edge.from), cube] : [cube];
  };
  let second: SecondWay | undefined;
  /** @param isFree whether a cube is meant as it is joined already */
  const add = (from: string, to: string, isFree: boolean): boolean => {
    if (to === root) return true;
    const present = edges.get(to);
    if (present) {
      if (!isFree && present.from !== from) second ??= new SecondWay(from, to);
      return true;
    }
    const join = cubeOf(model, from).joins.find(({ target }) => target === to);
    if (!join) return false;
    edges.set(to, { from, to, join });
    return true;
  };
  const follow = (steps: readonly string[], isFree: boolean) =>
    steps.length > 0 && steps.slice(1).every((step, index) => add(steps[index] ?? '', step, isFree));
  /**
   * A cube on the way is the one that is meant, as where joins are declared from both sides; what no join reaches is
   * reached by the shortest way.
   */
  const reach = (from: string, to: string): boolean =>
    wayTo(from).includes(to) ||
    (hasJoin(model, from, to) && add(from, to, false)) ||
    follow(shortestPath(model, from, to, budget) ?? [], false);
  /** The head of a path is that cube as it is joined already, or by the shortest way. */
  const reachHead = (head: string): boolean =>
    head === root || edges.has(head) || follow(shortestPath(model, root, head, budget) ?? [], true);
  const rank = (path: JoinPath) => (referred?.has(path) ? 2 : path[0] === root ? 0 : 1);
  for (const path of paths.toSorted((a, b) => rank(a) - rank(b))) {
    const [head = root] = path;
    budget?.take(path.length);
    if (!reachHead(head)) return undefined;
    for (let index = 1; index < path.length; index += 1) {
      const [from = '', to = ''] = path.slice(index - 1, index + 1);
      // A cube that its own joins do not lead to comes from the root.
      if (!reach(from, to) && !(referred?.has(path) && reachHead(to))) return undefined;
    }
  }
  return { root, edges: [...edges.values()], second };
}

const hasJoin = (model: Model, from: string, to: string) =>
  cubeOf(model, from).joins.some(({ target }) => target === to);

/** A join's condition may speak of further cubes, which then are joined before it. */
function completeTree(
  model: Model,
  tree: TreeFromRoot,
  paths: readonly JoinPath[],
  { referred, ...search }: JoinSearch,
): JoinTree {
  if (tree.second) throw tree.second;
  const known = new Set(paths.map((path) => path.join('.')));
  const needed = tree.edges.flatMap((edge) => neededBy(model, edge));
  const missing = needed.filter((path) => !known.has(path.join('.')));
  if (missing.length === 0) return { root: tree.root, edges: inOrder(model, tree) };
  return findJoinTree(model, [...paths, ...missing], {
    ...search,
    wanted: tree.root,
    referred: new Set([...(referred ?? []), ...missing]),
  });
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
    for (const path of neededBy(model, edge))
      for (const cube of path) if (cube !== edge.to) place(edgeTo.get(cube));
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
 * The cubes with rows that the tree repeats (fan-out): those from which some walk along its edges takes a step from one
 * to many. Such a step is a one-to-many join from its declaring side, or a many-to-one join from its target side.
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
