import type { Problems } from '../model-file.ts';
import type { Cube, Measure, Member, PolicyFilter, Stage } from '../model.ts';
import { didYouMean } from '../language/nearest-name.ts';
import { resolveReference } from '../resolve/resolve-reference.ts';

type Cubes = Readonly<Record<string, Cube>>;

/** Reports what a multi-stage measure names outside its SQL that does not exist or is of the wrong kind. */
export function checkStage(measure: Measure, cube: Cube, cubes: Cubes, problems: Problems): void {
  const { stage } = measure;
  if (!stage) return;
  const find = (name: string, key: string): Member | undefined =>
    findReferred(name, `${key} of ${measure.name}`, stage, { cube, cubes, problems });
  const requireDimension = (name: string, key: string, isTime = false) => {
    const member = find(name, key);
    if (member && (member.kind !== 'dimension' || (isTime && member.type !== 'time')))
      problems.add(
        stage.place,
        `${key} of ${measure.name} names ${name}, which is no ${isTime ? 'time ' : ''}dimension`,
      );
  };
  for (const name of [...(stage.keepOnly ?? []), ...(stage.exclude ?? []), ...(stage.include ?? [])])
    requireDimension(name, 'The grouping');
  for (const name of [...(stage.filter?.keepOnly ?? []), ...(stage.filter?.exclude ?? [])])
    find(name, 'The filter');
  for (const name of membersOf(stage.filter?.include ?? [])) find(name, 'The filter');
  for (const shift of stage.timeShifts) {
    if (shift.timeDimension !== undefined) requireDimension(shift.timeDimension, 'The time shift', true);
    if (shift.name !== undefined) checkShiftName(shift.name, stage, cubes, problems);
  }
}

interface Scope {
  readonly cube: Cube;
  readonly cubes: Cubes;
  readonly problems: Problems;
}

function findReferred(
  name: string,
  what: string,
  { place }: Stage,
  { cube, cubes, problems }: Scope,
): Member | undefined {
  const path = name.split('.').map((part) => (part === 'TABLE' ? 'CUBE' : part));
  const resolved = resolveReference({ kind: 'reference', path, isSql: false }, cube, cubes);
  if (resolved.kind === 'member') return resolved.member;
  if (resolved.kind === 'unknown')
    problems.add(
      place,
      `${what} names ${name}, which does not exist`,
      didYouMean(resolved.name, resolved.known),
    );
  else problems.add(place, `${what} names ${name}, which is no member`);
  return undefined;
}

function membersOf(filters: readonly PolicyFilter[]): string[] {
  return filters.flatMap((filter) =>
    'and' in filter ? membersOf(filter.and) : 'or' in filter ? membersOf(filter.or) : filter.member,
  );
}

function checkShiftName(name: string, { place }: Stage, cubes: Cubes, problems: Problems): void {
  const known = Object.values(cubes)
    .flatMap(({ dimensions }) => Object.values(dimensions))
    .flatMap(({ timeShifts = [] }) => timeShifts.flatMap((shift) => shift.name ?? []));
  if (!known.includes(name))
    problems.add(place, `No calendar has a time shift named ${name}`, didYouMean(name, known));
}
