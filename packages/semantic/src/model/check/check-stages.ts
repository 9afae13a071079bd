import type { LocatedText, Problems } from '../files/model-file.ts';
import type {
  Cube,
  Dimension,
  Measure,
  Member,
  PolicyFilter,
  Stage,
  StageFilter,
} from '../definitions/model.ts';
import { didYouMean } from '../language/nearest-name.ts';
import { dimensionTemplates } from '../definitions/sql-templates-of.ts';
import { resolveReference } from '../definitions/resolve-reference.ts';

type Cubes = Readonly<Record<string, Cube>>;

/** Reports what a multi-stage measure names outside its SQL that does not exist or is of the wrong kind. */
export function checkStage({ name, stage }: Measure, cube: Cube, cubes: Cubes, problems: Problems): void {
  if (!stage) return;
  const scope = { name, cube, cubes, problems };
  const { keepOnly = [], exclude = [], include = [], filter } = stage;
  for (const group of [...keepOnly, ...exclude, ...include]) requireDimension(group, 'The grouping', scope);
  checkFilter(filter, scope);
  for (const shift of stage.timeShifts) {
    if (shift.timeDimension !== undefined)
      requireDimension(shift.timeDimension, 'The time shift', scope, true);
    if (shift.name !== undefined) checkShiftName(shift.name, stage, cubes, problems);
  }
}

/** The same for a multi-stage dimension. */
export function checkStageDimension(
  { name, value, location }: Dimension,
  cube: Cube,
  cubes: Cubes,
  problems: Problems,
): void {
  if (value.kind !== 'stage') return;
  const scope = { name, cube, cubes, problems };
  for (const group of value.include) requireDimension(group, 'The grouping', scope);
  checkFilter(value.filter, scope);
  const references = dimensionTemplates({ value }).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'reference' ? resolveReference(part, cube, cubes) : [])),
  );
  if (!references.some((found) => found.kind === 'member' && found.member.kind === 'measure'))
    problems.add(
      location,
      `The multi-stage dimension ${name} is made of no measure`,
      'Refer to one in braces, or leave multi_stage out.',
    );
}

function checkFilter(filter: StageFilter | undefined, scope: Scope): void {
  const { keepOnly = [], exclude = [], include = [] } = filter ?? {};
  for (const member of [...keepOnly, ...exclude, ...membersOf(include)])
    findReferred(member, `The filter of ${scope.name}`, scope);
}

function requireDimension(name: LocatedText, key: string, scope: Scope, isTime = false): void {
  const what = `${key} of ${scope.name}`;
  const member = findReferred(name, what, scope);
  if (member && (member.kind !== 'dimension' || (isTime && member.type !== 'time')))
    scope.problems.add(
      name.location,
      `${what} names ${name.text}, which is no ${isTime ? 'time ' : ''}dimension`,
    );
}

interface Scope {
  /** Of the member that has the stage. */
  readonly name: string;
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
