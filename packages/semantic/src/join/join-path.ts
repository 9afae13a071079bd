import type { JoinPath } from '../ir/join-tree.ts';
import type { Model } from '../model/model.ts';
import { cubeOf } from '../members/member-ref.ts';
import type { Budget } from '../query/query.ts';

/**
 * The join path of what SQL refers to: that of the SQL's own cube, or the cubes that the reference names. How to come there
 * the query's root says, so that a bare reference and a member of the query take the same way.
 *
 * @param path that of the SQL's own cube
 * @param steps as the reference has them, after the SQL's own cube
 */
export function pathOfReference(path: JoinPath, [, ...steps]: JoinPath): JoinPath {
  return steps.length === 0 ? path : steps;
}

/** Breadth first; of equally short paths the one through the join that is declared first. */
export function shortestPath(model: Model, from: string, to: string, budget?: Budget): string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  const queue = [from];
  for (const cube of queue) {
    if (cube === to) return unwind(cameFrom, to);
    const { joins } = cubeOf(model, cube);
    budget?.take(1 + joins.length / 10);
    for (const { target } of joins) {
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
