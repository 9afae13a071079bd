import { emptyRecord } from '../empty-record.ts';
import type { Place, Problems } from '../model-file.ts';
import type { Cube, Hierarchy, Measure } from '../model.ts';
import { didYouMean } from '../language/nearest-name.ts';
import { resolveReference } from './resolve-reference.ts';

type Cubes = Readonly<Record<string, Cube>>;

/** The cube with full names where its author may write short ones: in drill members and levels of hierarchies. */
export function resolveNames(cube: Cube, cubes: Cubes, problems: Problems): Cube {
  const measures = emptyRecord<Measure>();
  for (const measure of Object.values(cube.measures))
    measures[measure.name] =
      measure.drillMembers.length === 0
        ? measure
        : { ...measure, drillMembers: drillMembersOf(measure, cube, cubes, problems) };
  const hierarchies = cube.hierarchies.map((hierarchy) => ({
    ...hierarchy,
    levels: levelsOf(hierarchy, cube, cubes, problems),
  }));
  return { ...cube, measures, hierarchies };
}

function drillMembersOf(measure: Measure, cube: Cube, cubes: Cubes, problems: Problems): string[] {
  const what = `drill_members of ${measure.name} names`;
  return measure.drillMembers.flatMap(
    (name) => fullName(name, { what, place: measure.place }, cube, cubes, problems)?.name ?? [],
  );
}

function levelsOf(
  { name, levels, place }: Hierarchy,
  cube: Cube,
  cubes: Cubes,
  problems: Problems,
): string[] {
  const what = `The hierarchy ${name} names`;
  return levels.flatMap((level) => {
    const found = fullName(level, { what, place }, cube, cubes, problems);
    if (found && found.kind !== 'dimension')
      problems.add(
        place,
        `${what} ${level}, which is no dimension`,
        'Levels are dimensions, coarse to fine.',
      );
    return found?.name ?? [];
  });
}

function fullName(
  name: string,
  { what, place }: { what: string; place: Place },
  cube: Cube,
  cubes: Cubes,
  problems: Problems,
): { name: string; kind: string } | undefined {
  const path = name
    .replace(/^\{\s*|\s*\}$/g, '')
    .split('.')
    .map((part) => (part === 'TABLE' ? 'CUBE' : part));
  const resolved = resolveReference({ kind: 'reference', path, isSql: false }, cube, cubes);
  if (resolved.kind === 'member') {
    const suffix = resolved.granularity === undefined ? '' : `.${resolved.granularity}`;
    return { name: `${resolved.cube}.${resolved.member.name}${suffix}`, kind: resolved.member.kind };
  }
  const [unknown, known] = resolved.kind === 'unknown' ? [resolved.name, resolved.known] : [name, []];
  problems.add(place, `${what} ${name}, which does not exist`, didYouMean(unknown, known));
  return undefined;
}
