import type { ViewCube, ViewDefinition } from '../definitions/definitions.ts';
import { emptyRecord, namesOf } from '../definitions/empty-record.ts';
import type { LocatedText, Problems } from '../files/model-file.ts';
import type { Cube, DefaultFilter, View, ViewMember } from '../definitions/model.ts';
import { didYouMean } from '../language/nearest-name.ts';
import { resolveFolders } from './resolve-folders.ts';
import { resolvePolicies } from './resolve-policies.ts';
import { viewHierarchies } from './view-hierarchies.ts';
import { includedMembers } from './view-members.ts';

type Cubes = Readonly<Record<string, Cube>>;

/** Finds the members that a view takes from its cubes and gives them their names in the view. */
export function resolveView(definition: ViewDefinition, cubes: Cubes, problems: Problems): View {
  const members = emptyRecord<ViewMember>();
  refuseTwoPaths(definition, problems);
  for (const entry of definition.cubes) {
    const cube = cubeAtEndOf(entry, cubes, problems);
    if (cube)
      for (const member of includedMembers(entry, cube, problems)) add(member, members, definition, problems);
  }
  const defaultFilters = definition.defaultFilters.map((entry) =>
    resolveDefaultFilter(entry, definition.name, members, problems),
  );
  const {
    parent: _parent,
    stated: _stated,
    cubes: entries,
    folders,
    defaultFilters: _defaultFilters,
    groups: _groups,
    ...described
  } = definition;
  return {
    ...described,
    members,
    folders: resolveFolders(folders, definition.name, members, problems),
    policies: resolvePolicies(definition.policies, linkedDimensions(members, cubes)),
    hierarchies: viewHierarchies(entries, members, cubes),
    ...(defaultFilters.length > 0 && { defaultFilters }),
    roots: [...new Set(entries.flatMap(({ joinPath: [root] }) => root ?? []))],
  };
}

function add(
  member: ViewMember,
  members: Record<string, ViewMember>,
  { name }: ViewDefinition,
  problems: Problems,
): void {
  const other = members[member.name];
  if (!other) members[member.name] = member;
  // A hierarchy brings its levels, which may be listed as well.
  else if (pathTo(other) !== pathTo(member))
    problems.add(
      member.location,
      `The view ${name} has two members named ${member.name}, of ${other.cube} and ${member.cube}`,
      'Give one an alias, use prefix: true, or exclude it.',
    );
}

function pathTo({ path, member }: ViewMember): string {
  return [...path, member].join('.');
}

function cubeAtEndOf({ joinPath, location }: ViewCube, cubes: Cubes, problems: Problems): Cube | undefined {
  for (const [index, name] of joinPath.entries()) {
    const cube = cubes[name];
    if (!cube) {
      problems.add(location, `join_path names a cube ${name} that does not exist`, () =>
        didYouMean(name, namesOf(cubes)),
      );
      return undefined;
    }
    const next = joinPath[index + 1];
    if (next !== undefined && !cube.joins.some(({ target }) => target === next)) {
      problems.add(location, `join_path goes from ${name} to ${next}, but ${name} has no join to it`, () =>
        didYouMean(
          next,
          cube.joins.map(({ target }) => target),
        ),
      );
      return undefined;
    }
  }
  return cubes[joinPath.at(-1) ?? ''];
}

/** A cube is in a query once, and so there is one way to it from one root. */
function refuseTwoPaths({ name, cubes }: ViewDefinition, problems: Problems): void {
  const ways = new Map<string, string>();
  for (const { joinPath, location } of cubes) {
    for (const [index, cube] of joinPath.entries()) {
      const way = joinPath.slice(0, index + 1).join('.');
      const key = `${joinPath[0]} ${cube}`;
      const other = ways.get(key) ?? way;
      ways.set(key, other);
      if (other === way) continue;
      problems.add(
        location,
        `The view ${name} reaches ${cube} both by ${other} and by ${way}`,
        'Make a cube for the second role with extends, and join that one.',
      );
      break;
    }
  }
}

/** A default filter by names of the view, also where it names members by the cubes that they are of. */
function resolveDefaultFilter(
  { filter, unless }: DefaultFilter,
  view: string,
  members: Readonly<Record<string, ViewMember>>,
  problems: Problems,
): DefaultFilter {
  const nameOf = ({ text, location }: LocatedText): string => {
    if (text in members) return text;
    const shown = Object.values(members).find(
      (member) => text === `${member.cube}.${member.member}` || text === pathTo(member),
    );
    if (!shown)
      problems.add(location, `A default filter names ${text}, which is no member of the view ${view}`, () =>
        didYouMean(text, Object.keys(members)),
      );
    return shown?.name ?? text;
  };
  const named =
    'member' in filter
      ? { ...filter, member: nameOf({ text: filter.member, location: filter.location }) }
      : filter;
  return { filter: named, unless: unless.map((name) => ({ ...name, text: nameOf(name) })) };
}

/** The view's dimensions that have links, under the view's names. */
function linkedDimensions(members: Readonly<Record<string, ViewMember>>, cubes: Cubes) {
  return Object.values(members).map(({ name, cube, member }) => ({
    name,
    links: cubes[cube]?.dimensions[member]?.links,
  }));
}
