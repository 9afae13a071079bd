import { namesOf } from '../definitions/empty-record.ts';
import { checkWindow } from './check-windows.ts';
import { checkTemplate, checkMemberTemplates, refuseMeasures } from './check-sql-templates.ts';
import { checkStage, checkStageDimension } from './check-stages.ts';
import type { Problems } from '../files/model-file.ts';
import type { Cube, Dimension, Member } from '../definitions/model.ts';
import { didYouMean } from '../language/nearest-name.ts';

type Cubes = Readonly<Record<string, Cube>>;

/**
 * Reports what a cube refers to that does not exist, and what it needs for joins to be right; `about` is where problems
 * of a cube are collected, since some are of the cube that is joined.
 */
export function checkReferences(cube: Cube, cubes: Cubes, about: (name: string) => Problems): void {
  const problems = about(cube.name);
  checkTemplate(cube.source.sql, cube, cubes, problems);
  if (cube.freshness?.sql) checkTemplate(cube.freshness.sql, cube, cubes, problems);
  for (const member of membersOf(cube)) checkMemberTemplates(member, cube, cubes, problems);
  for (const measure of Object.values(cube.measures)) {
    checkStage(measure, cube, cubes, problems);
    checkWindow(measure, cubes, problems);
  }
  for (const dimension of Object.values(cube.dimensions)) {
    checkKey(dimension, cube, problems);
    checkSubQuery(dimension, cube, problems);
    checkStageDimension(dimension, cube, cubes, problems);
    checkCalendar(dimension, cube, problems);
  }
  checkJoins(cube, cubes, about);
}

/** Every dimension, measure and segment of a cube. */
export function membersOf(cube: Cube): Member[] {
  return [
    ...Object.values(cube.dimensions),
    ...Object.values(cube.measures),
    ...Object.values(cube.segments),
  ];
}

function checkJoins(cube: Cube, cubes: Cubes, about: (name: string) => Problems): void {
  const problems = about(cube.name);
  for (const join of cube.joins) {
    const target = cubes[join.target];
    if (!target)
      problems.add(join.sql.location, `${cube.name} joins ${join.target}, which does not exist`, () =>
        didYouMean(join.target, namesOf(cubes)),
      );
    else {
      checkTemplate(join.sql, cube, cubes, problems);
      refuseMeasures(join.sql, cube, cubes, problems);
      for (const side of [cube, target]) requirePrimaryKey(side, about(side.name));
    }
  }
}

/** Without a key, rows that a join repeats could not be told apart, and sums would be wrong. */
function requirePrimaryKey(cube: Cube, problems: Problems): void {
  const needsKey = Object.values(cube.measures).some(({ type }) =>
    ['count', 'sum', 'avg', 'number'].includes(type),
  );
  if (cube.primaryKey.length > 0 || !needsKey) return;
  problems.add(
    cube.location,
    `The cube ${cube.name} has joins and measures but no primary key`,
    'Mark the dimension that identifies a row with primary_key: true; otherwise joined sums cannot be right.',
  );
}

/** The dimension that identifies another has to be one of the same cube, and stands for itself. */
function checkKey({ name, keyDimension, location }: Dimension, cube: Cube, problems: Problems): void {
  if (keyDimension === undefined) return;
  const key = cube.dimensions[keyDimension];
  if (!key)
    problems.add(
      location,
      `The key of ${name} is ${keyDimension}, which is no dimension of ${cube.name}`,
      () => didYouMean(keyDimension, Object.keys(cube.dimensions)),
    );
  else if (key.keyDimension !== undefined || keyDimension === name)
    problems.add(
      location,
      `The key of ${name} is ${keyDimension}, which has a key itself`,
      'Keys do not nest.',
    );
}

function checkSubQuery({ name, value, location }: Dimension, cube: Cube, problems: Problems): void {
  if (value.kind === 'sub-query' && cube.primaryKey.length === 0)
    problems.add(
      location,
      `The sub-query dimension ${name} needs a primary key of ${cube.name}`,
      'Its values are worked out for each row; mark the dimension that identifies a row with primary_key: true.',
    );
}

function checkCalendar(
  { name, timeShifts, granularities, location }: Dimension,
  cube: Cube,
  problems: Problems,
): void {
  const isOfCalendar = timeShifts !== undefined || Object.values(granularities).some(({ sql }) => sql);
  if (isOfCalendar && !cube.isCalendar)
    problems.add(
      location,
      `The dimension ${name} says by sql what a granularity or a shift means, and ${cube.name} is no calendar`,
      'Say so by calendar: true on the cube, or give the granularity an interval.',
    );
}
