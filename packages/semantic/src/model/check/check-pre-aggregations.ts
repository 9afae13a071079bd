import type { LocatedText, Problems } from '../files/model-file.ts';
import type { Cube, Member, PreAggregation } from '../definitions/model.ts';
import { didYouMean } from '../language/nearest-name.ts';
import { GRANULARITIES, resolveReference } from '../definitions/resolve-reference.ts';

type Cubes = Readonly<Record<string, Cube>>;

/** Reports what the pre-aggregations of a cube name that does not exist or is of the wrong kind. */
export function checkPreAggregations(cube: Cube, cubes: Cubes, problems: Problems): void {
  for (const preAggregation of cube.preAggregations) {
    const { measures, dimensions, segments, timeDimensions } = preAggregation;
    const scope = { preAggregation, cube, cubes, problems };
    for (const name of measures) findReferred(name, 'measure', scope);
    for (const name of dimensions) findReferred(name, 'dimension', scope);
    for (const name of segments) findReferred(name, 'segment', scope);
    for (const time of timeDimensions) checkTimeDimension(time, scope);
    for (const name of preAggregation.rollups) checkRollup(name, scope);
    checkIndexes(scope);
  }
}

interface Scope {
  readonly preAggregation: PreAggregation;
  readonly cube: Cube;
  readonly cubes: Cubes;
  readonly problems: Problems;
}

function checkTimeDimension(
  { dimension, granularity }: PreAggregation['timeDimensions'][number],
  scope: Scope,
): void {
  const found = findReferred(dimension, 'dimension', scope);
  if (found?.kind !== 'dimension') return;
  const what = `The pre-aggregation ${scope.preAggregation.name}`;
  const known = [...GRANULARITIES, ...Object.keys(found.granularities)];
  if (found.type !== 'time')
    scope.problems.add(dimension.location, `${what} names ${dimension.text}, which is no time dimension`);
  else if (granularity && !known.includes(granularity.text))
    scope.problems.add(
      granularity.location,
      `${what} names the granularity ${granularity.text}, which ${dimension.text} does not have`,
      () => didYouMean(granularity.text, known),
    );
}

/** The member of a name, if it is there and of the kind. */
function findReferred(
  { text, location }: LocatedText,
  kind: string,
  { preAggregation: { name: owner }, cube, cubes, problems }: Scope,
): Member | undefined {
  const resolved = resolveReference({ kind: 'reference', path: text.split('.'), isSql: false }, cube, cubes);
  if (resolved.kind === 'unknown')
    problems.add(location, `The pre-aggregation ${owner} names ${text}, which does not exist`, () =>
      didYouMean(resolved.name, resolved.known()),
    );
  else if (resolved.kind === 'member' && resolved.member.kind === kind) return resolved.member;
  else problems.add(location, `The pre-aggregation ${owner} names ${text}, which is no ${kind}`);
  return undefined;
}

/** The columns of an index are held by the rollup itself. */
function checkIndexes({ preAggregation, cube, cubes, problems }: Scope): void {
  const { name, type, measures, dimensions, segments, timeDimensions, indexes } = preAggregation;
  if (type === 'original_sql') return;
  const nameOf = ({ text }: LocatedText) => {
    const reference = { kind: 'reference' as const, path: text.split('.'), isSql: false };
    const found = resolveReference(reference, cube, cubes);
    return found.kind === 'member' ? `${found.cube}.${found.member.name}` : undefined;
  };
  const held = [...dimensions, ...timeDimensions.map(({ dimension }) => dimension), ...measures, ...segments];
  const known = new Set(held.map(nameOf));
  for (const index of indexes)
    for (const column of index.columns) {
      const found = nameOf(column);
      if (found === undefined || !known.has(found))
        problems.add(
          column.location,
          `The index ${index.name} names ${column.text}, which is not in the pre-aggregation ${name}`,
          () =>
            didYouMean(
              column.text,
              held.map(({ text }) => text),
            ),
        );
    }
}

function checkRollup(
  { text, location }: LocatedText,
  { preAggregation: { name: owner }, cube, cubes, problems }: Scope,
): void {
  const parts = text.split('.');
  const rollup = parts.at(-1) ?? '';
  const of = parts.length === 1 ? cube : cubes[parts.at(-2) ?? ''];
  const known = of?.preAggregations.map(({ name }) => name) ?? [];
  if (!known.includes(rollup))
    problems.add(location, `The pre-aggregation ${owner} names a rollup ${text} that does not exist`, () =>
      didYouMean(rollup, known),
    );
}
