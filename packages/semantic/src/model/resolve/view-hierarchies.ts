import type { ViewCube } from '../definitions/definitions.ts';
import type { Cube, Hierarchy, ViewHierarchy, ViewMember } from '../definitions/model.ts';
import { nameInView } from './view-members.ts';

/** The hierarchies that a view takes from its cubes, with those of their levels that are in the view. */
export function viewHierarchies(
  entries: readonly ViewCube[],
  members: Readonly<Record<string, ViewMember>>,
  cubes: Readonly<Record<string, Cube>>,
): ViewHierarchy[] {
  const names = new Map<string, string>();
  for (const { cube, member, name } of Object.values(members))
    if (!names.has(`${cube}.${member}`)) names.set(`${cube}.${member}`, name);
  return entries.flatMap((entry) => {
    const cube = cubes[entry.joinPath.at(-1) ?? ''];
    return cube ? cube.hierarchies.flatMap((hierarchy) => inView(hierarchy, entry, cube, names) ?? []) : [];
  });
}

function inView(
  hierarchy: Hierarchy,
  entry: ViewCube,
  cube: Cube,
  names: ReadonlyMap<string, string>,
): ViewHierarchy | undefined {
  const include =
    entry.includes === '*' ? undefined : entry.includes.find(({ name }) => name === hierarchy.name);
  const isExcluded = entry.excludes.some(({ text }) => text === hierarchy.name);
  if (isExcluded || (entry.includes !== '*' && !include)) return undefined;
  const levels = hierarchy.levels.flatMap(({ text }) => nameOfLevel(text, names) ?? []);
  if (levels.length === 0) return undefined;
  return {
    name: nameInView(include?.alias ?? hierarchy.name, entry, cube),
    title: include?.title ?? hierarchy.title,
    isPublic: hierarchy.isPublic,
    location: include?.location ?? entry.location,
    levels,
    aliasMember: `${cube.name}.${hierarchy.name}`,
  };
}

/** `cube.dimension`, or with a granularity behind it, as the view names it. */
function nameOfLevel(level: string, names: ReadonlyMap<string, string>): string | undefined {
  const [cube, member, ...granularity] = level.split('.');
  const name = names.get(`${cube}.${member}`);
  return name && [name, ...granularity].join('.');
}
