import { duckdb, planSteps, rewriteNames } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test as plainTest } from 'node:test';
import type { Relation } from '../src/algebra/algebra.ts';
import { aliased, as, keep, literal, named, project } from '../src/algebra/build.ts';
import { checkRelation } from '../src/algebra/check-relation.ts';
import { countOfKind } from '../src/algebra/map-inputs.ts';
import { createPrinter } from '../src/print/print-relation.ts';
import { rewrite } from '../src/rewrite/rewrites.ts';
import { rowsOf as queryRows } from './support/query-rows.ts';
import { modelOf } from './support/read-model.ts';
import { flatten } from '../src/sql/sql-text.ts';
import { compileExample, listExamples, readExample } from './support/golden-example.ts';
import { onEveryEngine, type TestDatabase } from './support/test-engines.ts';

for (const name of listExamples())
  plainTest(`the relation of ${name} is whole after each step`, () => {
    for (const explainsAfter of planSteps)
      for (const { explained } of compileExample(readExample(name), duckdb, { explainsAfter })) {
        assert.ok(explained);
        checkRelation(explained.relation);
      }
  });

plainTest('the names of relations are none that a table would have', () => {
  const names = listExamples().flatMap((name) =>
    compileExample(readExample(name), duckdb).flatMap(({ explained }) =>
      explained?.relation.kind === 'with' ? explained.relation.parts.map((part) => part.name) : [],
    ),
  );
  assert.ok(names.length > 50);
  assert.deepEqual(
    names.filter((name) => !name.startsWith('__')),
    [],
  );
});

const test = onEveryEngine(`
  create table series (id int, day timestamp, amount int);
  insert into series values (1, timestamp '2024-01-01 00:00:00', 1), (2, timestamp '2024-01-03 00:00:00', 2);
`);

test('a table may have the name of what compilers make', async (database) => {
  for (const table of ['series', 'buckets', 'window_rows', 'part_0', 'shared_0', 'result']) {
    if (table !== 'series') await database.run(`create table ${table} as select * from series`);
    const model = modelOf(`
cubes:
  - name: ${table}
    sql_table: ${table}
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: day, sql: day, type: time }
    measures:
      - { name: amount, sql: amount, type: sum }
      - { name: so_far, sql: amount, type: sum, rolling_window: { trailing: unbounded } }
      - { name: all, type: sum, multi_stage: true, sql: '{amount}', group_by: [] }
`);
    const rows = await queryRows(database, model, {
      measures: ['amount', 'so_far', 'all'].map((name) => `${table}.${name}`),
      timeDimensions: [
        { dimension: `${table}.day`, granularity: 'day', dateRange: ['2024-01-01', '2024-01-03'] },
      ],
      order: { [`${table}.day`]: 'asc' },
    });
    assert.deepEqual(
      rows.map((row) => Object.values(row).slice(1)),
      [
        [1, 1, 3],
        [null, 1, 3],
        [2, 3, 3],
      ],
      table,
    );
  }
});

for (const name of listExamples())
  test(`no rewrite changes the rows of ${name}`, async (database) => {
    const { tables } = readExample(name);
    await database.run(tables);
    try {
      const expected = await rowsOf(database, name, []);
      for (const left of [...rewriteNames.map((one) => [one]), rewriteNames])
        assert.deepEqual(await rowsOf(database, name, left), expected, `without ${left.join(', ')}`);
    } finally {
      for (const [, table] of tables.matchAll(/create table ("[^"]+"|\w+)/g))
        await database.run(`drop table ${table}`);
    }
  });

async function rowsOf(
  database: TestDatabase,
  name: string,
  withoutRewrites: typeof rewriteNames,
): Promise<string[][]> {
  const rows: string[][] = [];
  for (const { sql, params } of compileExample(readExample(name), database.dialect, { withoutRewrites })) {
    const result = await database.query(sql, params);
    rows.push(result.rows.map((row) => JSON.stringify(row)).sort());
  }
  return rows;
}

/** A statement of one row and one column. */
const row = (text: string) => project({ kind: 'one-row' }, [as(literal(text), 'found')]);
const read = (name: string) => project(named(name), [keep('found')]);
const within = (rows: Relation, ...parts: [name: string, rows: Relation][]): Relation => ({
  kind: 'with',
  parts: parts.map(([name, own]) => ({ name, rows: own })),
  body: rows,
});
const inner = (text: string) => within(read('part_0'), ['part_0', row(text)]);

/** Relations that read names, some of which stand for others further in, and what comes of them. */
const nested: [what: string, relation: Relation, expected: string[]][] = [
  [
    'in a later part',
    within(union(read('part_0'), read('part_1')), ['part_0', inner('a')], ['part_1', inner('b')]),
    ['a', 'b'],
  ],
  [
    'in the body',
    within(union(read('part_0'), project(aliased(inner('b'), 'own'), [keep('found')])), [
      'part_0',
      inner('a'),
    ]),
    ['a', 'b'],
  ],
  [
    'from the name that it hides',
    within(
      union(
        read('part_0'),
        project(aliased(within(read('part_0'), ['part_0', read('part_0')]), 'own'), [keep('found')]),
      ),
      ['part_0', inner('a')],
    ),
    ['a', 'a'],
  ],
];
function union(...inputs: Relation[]): Relation {
  return project(aliased({ kind: 'union', inputs }, 'all'), [keep('found')]);
}

for (const [what, relation, expected] of nested)
  test(`a name that is made anew ${what} stands for the nearest`, async (database) => {
    const hoisted = rewrite(relation);
    checkRelation(hoisted);
    assert.ok(hoisted.kind === 'with' && countOfKind(hoisted, 'with') === 1);
    const { dialect } = database;
    const { sql, params } = flatten(createPrinter(dialect).query(hoisted), dialect.placeholder);
    const { rows } = await database.query(sql, params);
    assert.deepEqual(rows.map(([found]) => found).sort(), expected);
  });

plainTest('each rewrite changes the SQL of an example', () => {
  const sqlOf = (name: string, withoutRewrites: typeof rewriteNames) =>
    compileExample(readExample(name), duckdb, { withoutRewrites })
      .map(({ sql }) => sql)
      .join();
  const without = (one: (typeof rewriteNames)[number]) =>
    listExamples().some((name) => sqlOf(name, [one]) !== sqlOf(name, []));
  // Without them there would be no SQL, so that they cannot be left out.
  assert.deepEqual(
    rewriteNames.filter((name) => !without(name)),
    ['expandMerges', 'hoistNames'],
  );
});
