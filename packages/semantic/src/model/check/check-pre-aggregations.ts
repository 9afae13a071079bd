import type { Problems } from '../model-file.ts';
import type { Cube, PreAggregation } from '../model.ts';
import { didYouMean } from '../language/nearest-name.ts';
import { resolveReference } from '../resolve/resolve-reference.ts';

type Cubes = Readonly<Record<string, Cube>>;

/** Reports what the pre-aggregations of a cube name that does not exist or is of the wrong kind. */
export function checkPreAggregations(cube: Cube, cubes: Cubes, problems: Problems): void {
  for (const preAggregation of cube.preAggregations) {
    const { measures, dimensions, segments, timeDimensions } = preAggregation;
    const check = (name: string, kind: string) =>
      checkReference(name, kind, { preAggregation, cube, cubes, problems });
    for (const name of measures) check(name, 'measure');
    for (const name of dimensions) check(name, 'dimension');
    for (const name of segments) check(name, 'segment');
    for (const { dimension, granularity } of timeDimensions)
      check(granularity === undefined ? dimension : `${dimension}.${granularity}`, 'dimension');
    for (const name of preAggregation.rollups) checkRollup(name, preAggregation, cube, cubes, problems);
  }
}

interface Scope {
  readonly preAggregation: PreAggregation;
  readonly cube: Cube;
  readonly cubes: Cubes;
  readonly problems: Problems;
}

function checkReference(
  name: string,
  kind: string,
  { preAggregation: { name: owner, place }, cube, cubes, problems }: Scope,
): void {
  const resolved = resolveReference({ kind: 'reference', path: name.split('.'), isSql: false }, cube, cubes);
  if (resolved.kind === 'unknown')
    problems.add(
      place,
      `The pre-aggregation ${owner} names ${name}, which does not exist`,
      didYouMean(resolved.name, resolved.known),
    );
  else if (resolved.kind !== 'member' || resolved.member.kind !== kind)
    problems.add(place, `The pre-aggregation ${owner} names ${name}, which is no ${kind}`);
}

function checkRollup(
  name: string,
  { name: owner, place }: PreAggregation,
  cube: Cube,
  cubes: Cubes,
  problems: Problems,
): void {
  const parts = name.split('.');
  const rollup = parts.at(-1) ?? '';
  const of = parts.length === 1 ? cube : cubes[parts.at(-2) ?? ''];
  const known = of?.preAggregations.map(({ name }) => name) ?? [];
  if (!known.includes(rollup))
    problems.add(
      place,
      `The pre-aggregation ${owner} names a rollup ${name} that does not exist`,
      didYouMean(rollup, known),
    );
}
