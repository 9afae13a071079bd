import type { Model } from '../model/definitions/model.ts';

/** A number for each cube, counted from 1; cubes of the same number can be joined one way or another. */
export function connectedComponents({ cubes }: Model): ReadonlyMap<string, number> {
  const neighbours = new Map<string, string[]>(Object.keys(cubes).map((name) => [name, []]));
  for (const { name, joins } of Object.values(cubes))
    for (const { target } of joins) {
      neighbours.get(name)?.push(target);
      neighbours.get(target)?.push(name);
    }
  const components = new Map<string, number>();
  let next = 1;
  for (const start of neighbours.keys()) {
    if (components.has(start)) continue;
    const reached = [start];
    for (const cube of reached) {
      if (components.has(cube)) continue;
      components.set(cube, next);
      reached.push(...(neighbours.get(cube) ?? []));
    }
    next += 1;
  }
  return components;
}
