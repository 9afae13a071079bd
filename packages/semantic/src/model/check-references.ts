import type { Problems } from './model-file.ts';
import { isAggregate, type Cube, type Dimension, type Measure, type Member } from './model.ts';
import { didYouMean } from './nearest-name.ts';
import { resolveReference } from './resolve-reference.ts';
import type { Snippet } from './snippet.ts';

/** Every snippet of a member. */
export function snippetsOf(member: Member): Snippet[] {
  if (member.kind === 'segment') return [member.sql];
  if (member.kind === 'measure') return measureSnippets(member);
  return dimensionSnippets(member);
}

function measureSnippets({ sql, filters, drillFilters = [], choice, stage }: Measure): Snippet[] {
  return [
    ...(sql ? [sql] : []),
    ...filters,
    ...drillFilters,
    ...(choice ? [choice.on, ...choice.when.map((branch) => branch.sql)] : []),
    ...(choice?.otherwise ? [choice.otherwise] : []),
    ...(stage?.orderBy.map((order) => order.sql) ?? []),
  ];
}

function dimensionSnippets({ value }: Dimension): Snippet[] {
  switch (value.kind) {
    case 'sql':
    case 'sub-query':
      return [value.sql];
    case 'geo':
      return [value.latitude, value.longitude];
    case 'values':
      return [];
    case 'switch':
      return [value.on, ...value.when.map(({ sql }) => sql), ...(value.otherwise ? [value.otherwise] : [])];
    case 'case': {
      const labels = [...value.when.map(({ label }) => label), ...(value.otherwise ? [value.otherwise] : [])];
      return [
        ...value.when.map(({ sql }) => sql),
        ...labels.flatMap((label) => (label.kind === 'sql' ? [label.sql] : [])),
      ];
    }
    default:
      return value satisfies never;
  }
}

/** Reports what a cube refers to that does not exist, and what it needs for joins to be right. */
export function checkReferences(cube: Cube, cubes: Readonly<Record<string, Cube>>, problems: Problems): void {
  checkSnippet(cube.source.sql, cube, cubes, problems);
  for (const member of membersOf(cube)) {
    for (const snippet of snippetsOf(member)) {
      checkSnippet(snippet, cube, cubes, problems);
      if (!isFormula(member, snippet)) refuseMeasures(snippet, cube, cubes, problems);
    }
  }
  for (const join of cube.joins) {
    const target = cubes[join.target];
    if (!target)
      problems.add(
        join.sql.place,
        `${cube.name} joins ${join.target}, which does not exist`,
        didYouMean(join.target, Object.keys(cubes)),
      );
    else {
      checkSnippet(join.sql, cube, cubes, problems);
      refuseMeasures(join.sql, cube, cubes, problems);
      for (const side of [cube, target]) requirePrimaryKey(side, problems);
    }
  }
  for (const measure of Object.values(cube.measures)) checkDrillMembers(measure, cube, cubes, problems);
}

function membersOf(cube: Cube): Member[] {
  return [
    ...Object.values(cube.dimensions),
    ...Object.values(cube.measures),
    ...Object.values(cube.segments),
  ];
}

function checkSnippet(
  snippet: Snippet,
  cube: Cube,
  cubes: Readonly<Record<string, Cube>>,
  problems: Problems,
): void {
  for (const part of snippet.parts) {
    if (part.kind !== 'reference') continue;
    const resolved = resolveReference(part, cube, cubes);
    if (resolved.kind === 'unknown')
      problems.add(
        snippet.place,
        `{${part.path.join('.')}} refers to ${resolved.name}, which does not exist`,
        didYouMean(resolved.name, resolved.known),
      );
  }
}

/** The SQL of a measure that aggregates nothing itself; it may speak of measures, its filters may not. */
function isFormula(member: Member, snippet: Snippet): boolean {
  return member.kind === 'measure' && !isAggregate(member.type) && member.sql === snippet;
}

/** SQL that is there for each row cannot have what is there for each group. */
function refuseMeasures(
  snippet: Snippet,
  cube: Cube,
  cubes: Readonly<Record<string, Cube>>,
  problems: Problems,
): void {
  for (const part of snippet.parts) {
    if (part.kind !== 'reference') continue;
    const resolved = resolveReference(part, cube, cubes);
    if (resolved.kind === 'member' && resolved.member.kind === 'measure')
      problems.add(
        snippet.place,
        `{${part.path.join('.')}} is a measure, and this SQL is worked out for each row`,
        'Only a measure of type number, string, boolean or time may refer to measures.',
      );
  }
}

/** Without a key, rows that a join repeats could not be told apart, and sums would be wrong. */
function requirePrimaryKey(cube: Cube, problems: Problems): void {
  const needsKey = Object.values(cube.measures).some(({ type }) =>
    ['count', 'sum', 'avg', 'number'].includes(type),
  );
  if (cube.primaryKey.length > 0 || !needsKey) return;
  problems.add(
    cube.place,
    `The cube ${cube.name} has joins and measures but no primary key`,
    'Mark the dimension that identifies a row with primary_key: true; otherwise joined sums cannot be right.',
  );
}

function checkDrillMembers(
  measure: Measure,
  cube: Cube,
  cubes: Readonly<Record<string, Cube>>,
  problems: Problems,
): void {
  for (const name of measure.drillMembers) {
    const path = name.split('.');
    const resolved = resolveReference({ kind: 'reference', path, isSql: false }, cube, cubes);
    if (resolved.kind === 'unknown')
      problems.add(
        measure.place,
        `drill_members of ${measure.name} names ${name}, which does not exist`,
        didYouMean(resolved.name, resolved.known),
      );
  }
}
