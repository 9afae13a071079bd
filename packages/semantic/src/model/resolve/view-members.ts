import type { Include, ViewCube } from '../definitions/definitions.ts';
import { formatHint, parseFormat, type MemberFormat, formattedAs } from '../language/formats.ts';
import { linkDimensionName } from './link-dimensions.ts';
import type { Problems } from '../files/model-file.ts';
import type { Cube, Member, ViewMember } from '../definitions/model.ts';
import { didYouMean } from '../language/nearest-name.ts';
import { findMember, memberNames } from '../definitions/resolve-reference.ts';

/** The members that an entry of a view takes from its cube, under their names in the view. */
export function includedMembers(entry: ViewCube, cube: Cube, problems: Problems): ViewMember[] {
  const known = new Set([...memberNames(cube), ...cube.hierarchies.map(({ name }) => name)]);
  const excluded = new Set(entry.excludes.map(({ text }) => text));
  for (const { text, location } of entry.excludes)
    if (!known.has(text))
      problems.add(location, `${cube.name} has no member ${text} to exclude`, () => didYouMean(text, known));
  return includesOf(entry, cube).flatMap((include) => {
    if (excluded.has(include.name)) return [];
    const member = findMember(cube, include.name);
    if (member) return [toViewMember(include, member, entry, cube, problems)];
    problems.add(include.location, `${cube.name} has no member ${include.name}`, () =>
      didYouMean(include.name, known),
    );
    return [];
  });
}

/** What is listed, with the levels of hierarchies and the addresses of links. */
function includesOf({ includes, excludes, location }: ViewCube, cube: Cube): Include[] {
  const out = new Set(excludes.map(({ text }) => text));
  const isOut = (name: string) => out.has(name);
  if (includes === '*')
    return memberNames(cube)
      .filter((name) => !cube.dimensions[name]?.isSynthetic)
      .flatMap((name) => (isOut(name) ? [] : withAddresses({ location, name }, cube)));
  return includes.flatMap((include) => {
    const hierarchy = cube.hierarchies.find(({ name }) => name === include.name);
    if (!hierarchy) return withAddresses(include, cube);
    return hierarchy.levels.flatMap(({ text }) => {
      const [owner, name = ''] = text.split('.');
      return owner === cube.name && !isOut(name)
        ? withAddresses({ location: include.location, name }, cube)
        : [];
    });
  });
}

function withAddresses(include: Include, cube: Cube): Include[] {
  const links = cube.dimensions[include.name]?.links ?? [];
  return [
    include,
    ...links.map(({ name: link }) => ({
      location: include.location,
      name: linkDimensionName(include.name, link),
      alias: linkDimensionName(include.alias ?? include.name, link),
    })),
  ];
}

function toViewMember(
  include: Include,
  member: Member,
  entry: ViewCube,
  cube: Cube,
  problems: Problems,
): ViewMember {
  const [description, meta, format] = [
    include.description ?? member.description,
    include.meta ?? member.meta,
    formatOf(include, member, problems),
  ];
  return {
    kind: member.kind,
    name: nameInView(include.alias ?? member.name, entry, cube),
    title: include.title ?? member.title,
    ...(description !== undefined && { description }),
    // A cube that is hidden is still shown through its views; that is what views are for.
    isPublic: member.isPublic,
    ...(meta !== undefined && { meta }),
    ...(format !== undefined && { format }),
    location: include.location,
    path: entry.joinPath,
    cube: cube.name,
    member: member.name,
  };
}

/** A name of a cube's member, or hierarchy, as the view has it. */
export function nameInView(name: string, { prefix, alias }: ViewCube, cube: Cube): string {
  return prefix ? `${alias ?? cube.name}_${name}` : name;
}

function formatOf(
  { format: data, location }: Include,
  member: Member,
  problems: Problems,
): MemberFormat | undefined {
  if (data === undefined) return undefined;
  const as = member.kind === 'segment' ? 'text' : formattedAs(member.type, member.kind);
  const format = parseFormat(data, as);
  if (format === undefined)
    problems.add(location, `${member.name} cannot have the format ${JSON.stringify(data)}`, formatHint(as));
  return format;
}
