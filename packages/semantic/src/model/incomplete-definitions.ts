import type { CubeDefinition, ViewDefinition } from './definitions.ts';

/**
 * The names of cubes and views of which a part is missing, since something that they extend, or show, is not there. What
 * else could be said of them would mostly follow from that.
 */
export function incompleteDefinitions(
  cubes: Readonly<Record<string, CubeDefinition>>,
  views: readonly ViewDefinition[],
): ReadonlySet<string> {
  const incomplete = new Set(
    Object.values(cubes)
      .filter((cube) => lacksParent(cube, cubes))
      .map(({ name }) => name),
  );
  for (const { name, cubes: entries } of views)
    if (entries.some(({ joinPath }) => joinPath.some((cube) => incomplete.has(cube)))) incomplete.add(name);
  return incomplete;
}

function lacksParent(cube: CubeDefinition, cubes: Readonly<Record<string, CubeDefinition>>): boolean {
  const seen = new Set<string>();
  let current: CubeDefinition | undefined = cube;
  while (current?.parent && !seen.has(current.name)) {
    seen.add(current.name);
    current = cubes[current.parent.name];
  }
  return current === undefined || current.parent !== undefined;
}
