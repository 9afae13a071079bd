import { emptyRecord } from '../definitions/empty-record.ts';
import type { LocatedText, Problems } from '../files/model-file.ts';
import type { Cube, Hierarchy, Measure } from '../definitions/model.ts';
import { didYouMean } from '../language/nearest-name.ts';
import { resolveReference } from '../definitions/resolve-reference.ts';

type Cubes = Readonly<Record<string, Cube>>;

/** The cube with full names where its author may write short ones: in drill members and levels of hierarchies. */
export function resolveNames(cube: Cube, cubes: Cubes, problems: Problems): Cube {
  const scope = { cube, cubes, problems };
  const measures = emptyRecord<Measure>();
  for (const measure of Object.values(cube.measures))
    measures[measure.name] =
      measure.drillMembers.length === 0
        ? measure
        : { ...measure, drillMembers: drillMembersOf(measure, scope) };
  const hierarchies = cube.hierarchies.map((hierarchy) => ({
    ...hierarchy,
    levels: levelsOf(hierarchy, scope),
  }));
  return { ...cube, measures, hierarchies };
}

interface Scope {
  readonly cube: Cube;
  readonly cubes: Cubes;
  readonly problems: Problems;
}

function drillMembersOf({ name, drillMembers }: Measure, scope: Scope): LocatedText[] {
  return drillMembers.flatMap((entry) => {
    const found = fullName(entry, `drill_members of ${name} names`, scope);
    return found ? { text: found.name, location: entry.location } : [];
  });
}

function levelsOf({ name, levels }: Hierarchy, scope: Scope): LocatedText[] {
  const what = `The hierarchy ${name} names`;
  return levels.flatMap((level) => {
    const found = fullName(level, what, scope);
    if (found && found.kind !== 'dimension')
      scope.problems.add(
        level.location,
        `${what} ${level.text}, which is no dimension`,
        'Levels are dimensions, coarse to fine.',
      );
    return found ? { text: found.name, location: level.location } : [];
  });
}

function fullName(
  { text, location }: LocatedText,
  what: string,
  { cube, cubes, problems }: Scope,
): { name: string; kind: string } | undefined {
  const path = text
    .replace(/^\{\s*|\s*\}$/g, '')
    .split('.')
    .map((part) => (part === 'TABLE' ? 'CUBE' : part));
  const resolved = resolveReference({ kind: 'reference', path, isSql: false }, cube, cubes);
  if (resolved.kind === 'member') {
    const suffix = resolved.granularity === undefined ? '' : `.${resolved.granularity}`;
    return { name: `${resolved.cube}.${resolved.member.name}${suffix}`, kind: resolved.member.kind };
  }
  const [unknown, known] = resolved.kind === 'unknown' ? [resolved.name, resolved.known] : [text, () => []];
  problems.add(location, `${what} ${text}, which does not exist`, () => didYouMean(unknown, known()));
  return undefined;
}
