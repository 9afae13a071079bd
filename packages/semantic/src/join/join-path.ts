import type { Model } from '../model/model.ts';
import { cubeOf } from '../plan/member-ref.ts';

/** A join path: the first cube, and how to walk on from it. */
export type JoinPath = readonly string[];

/**
 * The way on from the end of a path, as SQL names it: `steps` begins with the cube that the path ends at. What no joins lead
 * to is a way of its own: a query may be rooted there, if joins lead from it to the rest.
 */
export function walkOn(model: Model, path: JoinPath, steps: JoinPath): JoinPath {
  return steps
    .slice(1)
    .reduce<JoinPath>(
      (way, step) => (shortestPath(model, way.at(-1) ?? '', step) ? [...way, step] : [step]),
      path,
    );
}

/** Breadth first; of equally short paths the one through the join that is declared first. */
export function shortestPath(model: Model, from: string, to: string): string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  const queue = [from];
  for (const cube of queue) {
    if (cube === to) return unwind(cameFrom, to);
    for (const { target } of cubeOf(model, cube).joins) {
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, cube);
      queue.push(target);
    }
  }
  return undefined;
}

function unwind(cameFrom: ReadonlyMap<string, string | undefined>, to: string): string[] {
  const path: string[] = [];
  for (let cube: string | undefined = to; cube !== undefined; cube = cameFrom.get(cube)) path.unshift(cube);
  return path;
}
