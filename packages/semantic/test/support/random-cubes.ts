import { compileModel, type Model } from '@oriel/semantic';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stringify } from 'yaml';

/** Cubes joined to a tree, with their rows. The cube at position `n` is named `c<n>`. */
export interface RandomCubes {
  readonly cubes: readonly RandomCube[];
  /** Each joins the cube at `from` with the one at `to`, which comes later. */
  readonly edges: readonly RandomEdge[];
}

export interface RandomCube {
  /** A key of two texts instead of a number. */
  readonly isComposite: boolean;
  readonly rows: readonly RandomRow[];
}

export interface RandomRow {
  readonly label: string | null;
  readonly value: number | null;
  /** By position of an edge with its foreign key in the cube: the row it points to, which need not exist. */
  readonly references: readonly (number | null)[];
}

export interface RandomEdge {
  readonly from: number;
  readonly to: number;
  /** Seen from `from`. The foreign key is on the side of the many, of one-to-one on that of `to`. */
  readonly relationship: 'one_to_one' | 'one_to_many' | 'many_to_one';
  readonly declaredBy: 'from' | 'to' | 'both';
}

const MAX_ROWS = 5;
/** Keys of two parts, some of which would be confused if the parts were run together. */
const COMPOSITE_KEYS: readonly (readonly [string, string])[] = [
  ['a', '|'],
  ['a|', ''],
  ['|', 'a'],
  ['', '|a'],
  ['', ''],
  ['a', 'a'],
];

/** Often one of the first rows, so that rows share partners unevenly. */
const reference = fc.constantFrom(null, 0, 0, 0, 1, 1, 2, 3, 4, MAX_ROWS);
const row = fc.record({
  label: fc.constantFrom(null, 'x', 'y', ''),
  value: fc.option(fc.integer({ min: -3, max: 9 })),
  references: fc.array(reference, { minLength: 3, maxLength: 3 }),
});

const rows = fc.oneof(
  { arbitrary: fc.array(row, { minLength: 3, maxLength: MAX_ROWS }), weight: 4 },
  { arbitrary: fc.array(row, { maxLength: 2 }), weight: 1 },
);
const cube = fc.record({ isComposite: fc.boolean(), rows });

const edgeTo = (to: number) =>
  fc.record({
    from: fc.nat(to - 1),
    to: fc.constant(to),
    relationship: fc.constantFrom('one_to_one', 'one_to_many', 'many_to_one'),
    declaredBy: fc.constantFrom('from', 'to', 'both', 'both', 'both'),
  }) satisfies fc.Arbitrary<RandomEdge>;

/** Mostly from the cube before, to many of it. */
const edgeDownTo = (to: number) =>
  fc.record({
    from: fc.oneof({ arbitrary: fc.constant(to - 1), weight: 3 }, fc.nat(to - 1)),
    to: fc.constant(to),
    relationship: fc.constantFrom(
      ...(['one_to_many', 'one_to_many', 'one_to_many', 'many_to_one', 'one_to_one'] as const),
    ),
    declaredBy: fc.constantFrom('from', 'from', 'both'),
  }) satisfies fc.Arbitrary<RandomEdge>;

function cubesJoinedBy(
  counts: { min: number; max: number },
  edge: (to: number) => fc.Arbitrary<RandomEdge>,
): fc.Arbitrary<RandomCubes> {
  return fc.integer(counts).chain((count) =>
    fc
      .record({
        cubes: fc.array(cube, { minLength: count, maxLength: count }),
        edges: fc.tuple(...Array.from({ length: count - 1 }, (_, index) => edge(index + 1))),
      })
      .map(({ cubes, edges }) => ({ cubes: keepOneToOne(cubes, edges), edges })),
  );
}

/** Two to four cubes, joined by edges of any relationship and declared by either side. */
export const randomCubes = cubesJoinedBy({ min: 2, max: 4 }, edgeTo);

/** Three to four cubes, of which most are many to one of another. */
export const randomBranches = cubesJoinedBy({ min: 3, max: 4 }, edgeDownTo);

/** Of rows that share a partner over a one-to-one edge, only the first keeps it. */
function keepOneToOne(cubes: readonly RandomCube[], edges: readonly RandomEdge[]): RandomCube[] {
  return cubes.map((cube, position) => ({
    ...cube,
    rows: cube.rows.map((row, index) => ({
      ...row,
      references: row.references.map((target, edge) => {
        const isOneToOne = edges[edge]?.relationship === 'one_to_one' && edges[edge].to === position;
        const isTaken = cube.rows.slice(0, index).some((other) => other.references[edge] === target);
        return isOneToOne && isTaken ? null : target;
      }),
    })),
  }));
}

/** The position of the cube that holds an edge's foreign key. */
export function holderOf({ from, to, relationship }: RandomEdge): number {
  return relationship === 'many_to_one' ? from : to;
}

/** The statements that make the tables `c0`, `c1`, …. */
export function statementsOf({ cubes, edges }: RandomCubes): string {
  return cubes
    .map((cube, position) => {
      const columns = edges.map((_, edge) => `f${edge}_1 VARCHAR, f${edge}_2 VARCHAR`).join(', ');
      const rows = cube.rows.map(({ label, value, references }, index) => {
        const foreign = edges.flatMap((edge, at) => {
          const target = cubes[holderOf(edge) === edge.from ? edge.to : edge.from];
          const reference = references[at];
          return reference === null || reference === undefined
            ? [null, null]
            : keyOf(target?.isComposite === true, reference);
        });
        return `(${[...keyOf(cube.isComposite, index), label, value, ...foreign].map(literal).join(', ')})`;
      });
      const insert = rows.length === 0 ? '' : `INSERT INTO c${position} VALUES ${rows.join(', ')};`;
      return `DROP TABLE IF EXISTS c${position}; CREATE TABLE c${position} (k_1 VARCHAR, k_2 VARCHAR, label VARCHAR, value INTEGER, ${columns}); ${insert}`;
    })
    .join('\n');
}

/** The two parts of a row's key, different for each row; a key of one part repeats it. */
function keyOf(isComposite: boolean, index: number): readonly [string, string] {
  const composite = isComposite ? COMPOSITE_KEYS[index] : undefined;
  return composite ?? [String(index), String(index)];
}

function literal(value: string | number | null): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/** The measures of each cube, by name, with what they compute of `value`. */
export const MEASURES = [
  { name: 'count', type: 'count' },
  { name: 'present', type: 'count', sql: 'value' },
  { name: 'total', type: 'sum', sql: 'value' },
  { name: 'mean', type: 'avg', sql: 'value' },
  { name: 'low', type: 'min', sql: 'value' },
  { name: 'high', type: 'max', sql: 'value' },
  { name: 'distinct', type: 'count_distinct', sql: 'value' },
  { name: 'total_x', type: 'sum', sql: 'value', filters: [{ sql: "{CUBE}.label = 'x'" }] },
] as const;

export function modelOf({ cubes, edges }: RandomCubes): Model {
  const definitions = cubes.map(({ isComposite }, position) => ({
    name: `c${position}`,
    sql_table: `c${position}`,
    joins: edges.flatMap((edge, at) => joinsOf(edge, at, position)),
    dimensions: [
      { name: 'k_1', sql: 'k_1', type: 'string', primary_key: true },
      ...(isComposite ? [{ name: 'k_2', sql: 'k_2', type: 'string', primary_key: true }] : []),
      { name: 'label', sql: 'label', type: 'string' },
      { name: 'value', sql: 'value', type: 'number' },
    ],
    measures: MEASURES,
  }));
  const compiled = compileModel([{ path: 'random.yml', content: stringify({ cubes: definitions }) }]);
  assert.ok('model' in compiled, JSON.stringify('problems' in compiled && compiled.problems));
  return compiled.model;
}

const OPPOSITE = {
  one_to_one: 'one_to_one',
  one_to_many: 'many_to_one',
  many_to_one: 'one_to_many',
} as const;

function joinsOf(edge: RandomEdge, at: number, position: number): object[] {
  const { from, to, relationship, declaredBy } = edge;
  const isFrom = position === from && declaredBy !== 'to';
  const isTo = position === to && declaredBy !== 'from';
  if (!isFrom && !isTo) return [];
  const other = isFrom ? to : from;
  const [holder, target] =
    holderOf(edge) === position ? ['{CUBE}', `{c${other}}`] : [`{c${other}}`, '{CUBE}'];
  return [
    {
      name: `c${other}`,
      relationship: isFrom ? relationship : OPPOSITE[relationship],
      sql: `${holder}.f${at}_1 = ${target}.k_1 AND ${holder}.f${at}_2 = ${target}.k_2`,
    },
  ];
}
