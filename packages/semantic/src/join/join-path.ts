import type { JoinPath } from '../ir/join-tree.ts';
import type { Model } from '../model/definitions/model.ts';
import type { ResolvedReference } from '../model/definitions/resolve-reference.ts';
import { cubeOf } from '../members/member-ref.ts';
import type { Budget } from '../query/query.ts';

/**
 * The join path of what SQL refers to: on from the SQL's own cube, by the way that leads there, over the cubes that the
 * reference names. A member so means the same rows whatever else a query asks for.
 *
 * @param path that of the SQL's own cube
 * @param reference with the SQL's own cube as the first of its path
 */
export function pathOfReference(path: JoinPath, reference: Reached): JoinPath {
  const [, ...steps] = reference.path;
  if (steps.length === 0) return path;
  return 'isOfQuery' in reference && reference.isOfQuery ? steps : [...path, ...steps];
}

type Reached = Extract<ResolvedReference, { kind: 'cube' | 'member' }>;

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
