import type { CubeDefinition, ViewDefinition } from '../definitions/definitions.ts';
import { mentions, type UnreadNames } from './unread-names.ts';

/**
 * The names of cubes and views of which a part is missing, since something that they extend, show, or speak of is not
 * there, or is in a file that cannot be read. What else could be said of them would mostly follow from that.
 */
export function incompleteDefinitions(
  cubes: Readonly<Record<string, CubeDefinition>>,
  views: readonly ViewDefinition[],
  unread: UnreadNames,
): ReadonlySet<string> {
  const lines = Object.values(cubes).map((cube) => lineOf(cube, cubes));
  const orphans = lines.filter((line) => line.at(-1)?.parent).flatMap(([cube]) => cube?.name ?? []);
  const lacking = new Set([...orphans, ...Object.keys(unread)]);
  const isLacking = ({ cubes: entries }: ViewDefinition) =>
    entries.some(({ joinPath }) => joinPath.some((cube) => lacking.has(cube)));
  const speaking = [
    ...lines.filter((line) => mentions(line, unread)).flatMap(([cube]) => cube ?? []),
    ...views.filter((view) => isLacking(view) || mentions(view, unread)),
  ];
  return new Set([...orphans, ...speaking.map(({ name }) => name)]);
}

/** A cube, its parent, the parent of that, and so on; none of them twice. The last has none, or none that is there. */
function lineOf(cube: CubeDefinition, cubes: Readonly<Record<string, CubeDefinition>>): CubeDefinition[] {
  const line: CubeDefinition[] = [];
  let next: CubeDefinition | undefined = cube;
  while (next && !line.includes(next)) {
    line.push(next);
    next = next.parent && cubes[next.parent.name];
  }
  return line;
}
