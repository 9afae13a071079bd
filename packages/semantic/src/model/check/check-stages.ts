import type { LocatedText, Problems } from '../files/model-file.ts';
import type { Cube, Measure, Member, PolicyFilter, Stage } from '../definitions/model.ts';
import { didYouMean } from '../language/nearest-name.ts';
import { resolveReference } from '../definitions/resolve-reference.ts';

type Cubes = Readonly<Record<string, Cube>>;

/** Reports what a multi-stage measure names outside its SQL that does not exist or is of the wrong kind. */
export function checkStage(measure: Measure, cube: Cube, cubes: Cubes, problems: Problems): void {
  const { stage } = measure;
  if (!stage) return;
  const find = (name: LocatedText, key: string): Member | undefined =>
    findReferred(name, `${key} of ${measure.name}`, { cube, cubes, problems });
  const requireDimension = (name: LocatedText, key: string, isTime = false) => {
    const member = find(name, key);
    if (member && (member.kind !== 'dimension' || (isTime && member.type !== 'time')))
      problems.add(
        name.location,
        `${key} of ${measure.name} names ${name.text}, which is no ${isTime ? 'time ' : ''}dimension`,
      );
  };
  const { keepOnly = [], exclude = [], include = [], filter } = stage;
  for (const name of [...keepOnly, ...exclude, ...include]) requireDimension(name, 'The grouping');
  const filtered = [
    ...(filter?.keepOnly ?? []),
    ...(filter?.exclude ?? []),
    ...membersOf(filter?.include ?? []),
  ];
  for (const name of filtered) find(name, 'The filter');
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
  { text, location }: LocatedText,
  what: string,
  { cube, cubes, problems }: Scope,
): Member | undefined {
  const path = text.split('.').map((part) => (part === 'TABLE' ? 'CUBE' : part));
  const resolved = resolveReference({ kind: 'reference', path, isSql: false }, cube, cubes);
  if (resolved.kind === 'member') return resolved.member;
  if (resolved.kind === 'unknown')
    problems.add(location, `${what} names ${text}, which does not exist`, () =>
      didYouMean(resolved.name, resolved.known()),
    );
  else problems.add(location, `${what} names ${text}, which is no member`);
  return undefined;
}

function membersOf(filters: readonly PolicyFilter[]): LocatedText[] {
  return filters.flatMap((filter) => {
    if ('and' in filter) return membersOf(filter.and);
    if ('or' in filter) return membersOf(filter.or);
    return { text: filter.member, location: filter.location };
  });
}

function checkShiftName(name: string, { location }: Stage, cubes: Cubes, problems: Problems): void {
  const known = Object.values(cubes)
    .flatMap(({ dimensions }) => Object.values(dimensions))
    .flatMap(({ timeShifts = [] }) => timeShifts.flatMap((shift) => shift.name ?? []));
  if (!known.includes(name))
    problems.add(location, `No calendar has a time shift named ${name}`, () => didYouMean(name, known));
}
