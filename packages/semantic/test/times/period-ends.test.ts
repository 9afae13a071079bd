import assert from 'node:assert/strict';
import { rowsOf } from '../support/query-rows.ts';
import { modelOf, problemsOf } from '../support/read-model.ts';
import { onEveryEngine } from '../support/test-engines.ts';

const test = onEveryEngine();

const modelWith = (measures = '') => `
cubes:
  - name: stock
    sql: >-
      SELECT * FROM (VALUES (1, TIMESTAMP '2024-03-30 00:00:00', '2024-03', 'screws', 40), (2, TIMESTAMP '2024-03-31 00:00:00', '2024-03', 'screws', 35),
      (3, TIMESTAMP '2024-03-31 00:00:00', '2024-03', 'nails', 12), (4, TIMESTAMP '2024-04-29 00:00:00', '2024-04', 'nails', 90), (5, TIMESTAMP '2024-04-30 00:00:00', '2024-04', 'screws', 20)) v(id, day, month, thing, n)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: day, sql: day, type: time }
      - { name: thing, sql: thing, type: string }
      - { name: month, sql: month, type: string }
    measures:
      - { name: n, sql: n, type: sum }
      - { name: place, multi_stage: true, type: rank, order_by: [{ sql: "{day}", dir: desc }], grain: { include: [day], keep_only: [month] } }
      - { name: at_end, multi_stage: true, type: sum, sql: "{n}", grain: { include: [day] }, filters: [{ sql: "{place} = 1" }] }
      - { name: days_above, multi_stage: true, type: count, sql: "{n}", grain: { include: [day] }, filters: [{ sql: "{n} > 30" }] }
      - { name: of_screws, multi_stage: true, type: sum, sql: "{n}", grain: { include: [day] }, filters: [{ sql: "{thing} = 'screws'" }] }
      - { name: both, multi_stage: true, type: sum, sql: "{n}", grain: { include: [day] }, filters: [{ sql: "{place} = 1" }, { sql: "{CUBE}.thing = 'screws'" }] }
      - { name: largest, multi_stage: true, type: max, sql: "{n}", grain: { include: [day] }, filters: [{ sql: "{n} < 50" }] }
      - { name: shown, multi_stage: true, type: sum, sql: "{n}", filters: [{ sql: "{n} > 100" }] }
${measures}
`;
const model = modelOf(modelWith());
const MARCH = '2024-03';
const APRIL = '2024-04';

test('what a period ends with are the measures of its last day', async (database) => {
  const by = async (dimensions: string[], ...measures: string[]) =>
    (
      await rowsOf(database, model, {
        measures: measures.map((name) => `stock.${name}`),
        dimensions: dimensions.map((name) => `stock.${name}`),
        order: Object.fromEntries(dimensions.map((name) => [`stock.${name}`, 'asc'])),
      })
    ).map((row) => Object.values(row));
  assert.deepEqual(await by(['month'], 'at_end'), [
    [MARCH, 47],
    [APRIL, 20],
  ]);
  assert.deepEqual(await by(['month', 'thing'], 'at_end'), [
    [MARCH, 'nails', 12],
    [MARCH, 'screws', 35],
    [APRIL, 'nails', null],
    [APRIL, 'screws', 20],
  ]);
  assert.deepEqual(await by(['month'], 'both', 'of_screws', 'largest'), [
    [MARCH, 35, 75, 47],
    [APRIL, 20, 20, 20],
  ]);
  assert.deepEqual(await by(['month'], 'days_above'), [
    [MARCH, 2],
    [APRIL, 1],
  ]);
  assert.deepEqual(await by(['month'], 'n', 'shown'), [
    [MARCH, 87, null],
    [APRIL, 110, 110],
  ]);
  assert.deepEqual(await by([], 'at_end'), [[20]]);
});

test('a rank is ordered by a dimension of the query, or by a time that it cuts', async (database) => {
  const expected = [
    [40, 2],
    [47, 1],
    [90, 2],
    [20, 1],
  ];
  const rows = await rowsOf(database, model, {
    measures: ['stock.n', 'stock.place'],
    dimensions: ['stock.month', 'stock.day'],
    order: { 'stock.day': 'asc' },
  });
  assert.deepEqual(
    rows.map((row) => [row['stock.n'], row['stock.place']]),
    expected,
  );
  const cut = await rowsOf(database, model, {
    measures: ['stock.n', 'stock.place'],
    dimensions: ['stock.month'],
    timeDimensions: [{ dimension: 'stock.day', granularity: 'day' }],
    order: { 'stock.day': 'asc' },
  });
  assert.deepEqual(
    cut.map((row) => [row['stock.n'], row['stock.place']]),
    expected,
  );
});

test('conditions of a measure of rows are on rows alone', async () => {
  const problems = problemsOf(
    modelWith(`      - { name: wrong, type: sum, sql: n, filters: [{ sql: "{place} = 1" }] }`),
  );
  assert.match(problems.join(), /\{place\} is a measure, and this SQL is worked out for each row/);
  const circle = problemsOf(
    modelWith(
      `      - { name: wrong, multi_stage: true, type: sum, sql: "{n}", filters: [{ sql: "{wrong} = 1" }] }`,
    ),
  );
  assert.match(circle.join(), /stock\.wrong refers to itself/);
});
