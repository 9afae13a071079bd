import type { FolderDefinition, Include, ViewCube, ViewDefinition } from './definitions.ts';
import { emptyRecord } from './empty-record.ts';
import type { Problems } from './model-file.ts';
import type { Cube, Folder, Member, View, ViewMember } from './model.ts';
import { didYouMean } from './nearest-name.ts';
import { findMember, memberNames } from './resolve-reference.ts';

type Cubes = Readonly<Record<string, Cube>>;

/** Finds the members that a view takes from its cubes and gives them their names in the view. */
export function resolveView(definition: ViewDefinition, cubes: Cubes, problems: Problems): View {
  const members = emptyRecord<ViewMember>();
  for (const entry of definition.cubes) {
    const cube = cubeAtEndOf(entry, cubes, problems);
    if (!cube) continue;
    for (const member of includedMembers(entry, cube, problems)) {
      const other = members[member.name];
      if (other) {
        problems.add(
          member.place,
          `The view ${definition.name} has two members named ${member.name}, of ${other.cube} and ${member.cube}`,
          'Give one an alias, use prefix: true, or exclude it.',
        );
      } else members[member.name] = member;
    }
  }
  const { parent: _parent, cubes: _cubes, folders, ...described } = definition;
  return {
    ...described,
    members,
    folders: folders.map((folder) => resolveFolder(folder, definition.name, members, problems)),
  };
}

function cubeAtEndOf({ joinPath, place }: ViewCube, cubes: Cubes, problems: Problems): Cube | undefined {
  for (const [index, name] of joinPath.entries()) {
    const cube = cubes[name];
    if (!cube) {
      problems.add(
        place,
        `join_path names a cube ${name} that does not exist`,
        didYouMean(name, Object.keys(cubes)),
      );
      return undefined;
    }
    const next = joinPath[index + 1];
    if (next !== undefined && !cube.joins.some(({ target }) => target === next)) {
      problems.add(
        place,
        `join_path goes from ${name} to ${next}, but ${name} has no join to it`,
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

function includedMembers(entry: ViewCube, cube: Cube, problems: Problems): ViewMember[] {
  const excluded = new Set(entry.excludes.map(({ text }) => text));
  for (const { text, place } of entry.excludes) {
    if (!findMember(cube, text))
      problems.add(
        place,
        `${cube.name} has no member ${text} to exclude`,
        didYouMean(text, memberNames(cube)),
      );
  }
  const includes: readonly Include[] =
    entry.includes === '*'
      ? memberNames(cube).map((name) => ({ place: entry.place, name }))
      : withHierarchyLevels(entry.includes, cube);
  return includes.flatMap((include) => {
    if (excluded.has(include.name)) return [];
    const member = findMember(cube, include.name);
    if (member) return [toViewMember(include, member, entry, cube)];
    problems.add(
      include.place,
      `${cube.name} has no member ${include.name}`,
      didYouMean(include.name, memberNames(cube)),
    );
    return [];
  });
}

/** Including a hierarchy includes the dimensions that are its levels. */
function withHierarchyLevels(includes: readonly Include[], cube: Cube): readonly Include[] {
  return includes.flatMap((include) => {
    const hierarchy = cube.hierarchies.find(({ name }) => name === include.name);
    if (!hierarchy) return [include];
    return hierarchy.levels.map((level) => ({
      place: include.place,
      name: level.split('.').at(-1) ?? level,
    }));
  });
}

function toViewMember(include: Include, member: Member, entry: ViewCube, cube: Cube): ViewMember {
  const own = include.alias ?? member.name;
  const [description, meta, format] = [
    include.description ?? member.description,
    include.meta ?? member.meta,
    include.format,
  ];
  return {
    kind: member.kind,
    name: entry.prefix ? `${entry.alias ?? cube.name}_${own}` : own,
    title: include.title ?? member.title,
    ...(description !== undefined && { description }),
    // A cube that is hidden is still shown through its views; that is what views are for.
    isPublic: member.isPublic,
    ...(meta !== undefined && { meta }),
    ...(format !== undefined && { format }),
    place: include.place,
    path: entry.joinPath,
    cube: cube.name,
    member: member.name,
  };
}

function resolveFolder(
  folder: FolderDefinition,
  view: string,
  members: Readonly<Record<string, ViewMember>>,
  problems: Problems,
): Folder {
  if (folder.members === '*') return { name: folder.name, members: Object.keys(members) };
  const resolved = folder.members.flatMap((entry): (string | Folder)[] => {
    if ('joinPath' in entry)
      return Object.values(members)
        .filter(({ path }) => path.join('.') === entry.joinPath)
        .map(({ name }) => name);
    if ('members' in entry) return [resolveFolder(entry, view, members, problems)];
    if (entry.text in members) return [entry.text];
    problems.add(
      entry.place,
      `The folder ${folder.name} names ${entry.text}, which is no member of the view ${view}`,
      didYouMean(entry.text, Object.keys(members)),
    );
    return [];
  });
  return { name: folder.name, members: resolved };
}
