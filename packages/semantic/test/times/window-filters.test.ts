import { compileQuery, normalizeQuery, type Model } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { everybody, rowsOf } from '../support/query-rows.ts';
import { modelOf } from '../support/read-model.ts';
import { onEveryEngine, type TestDatabase } from '../support/test-engines.ts';

const test = onEveryEngine();

const model = modelOf(`
cubes:
  - name: s
    sql: >-
      SELECT * FROM (VALUES (1, 'NO', DATE '2024-01-01', 160), (2, 'SE', DATE '2024-01-01', 70), (3, 'SE', DATE '2024-01-03', 30),
      (4, 'DK', DATE '2024-01-03', 20), (5, 'FI', DATE '2024-01-04', 5)) AS s(id, land, day, n)
    joins: [{ name: parts, relationship: one_to_many, sql: "{CUBE}.id = {parts}.s_id" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: land, sql: land, type: string }
      - { name: day, sql: day, type: time }
    measures:
      - { name: n, sql: n, type: sum }
      - { name: rows, type: count }
      - { name: place, multi_stage: true, type: number, sql: "rank() OVER (ORDER BY {n} DESC)" }
      - { name: share, multi_stage: true, type: number, sql: "100.0 * {n} / sum({n}) OVER ()" }
      - { name: first, multi_stage: true, type: boolean, sql: "{n} = max({n}) OVER ()" }
      - { name: size, multi_stage: true, type: string, sql: "CASE WHEN {place} <= 2 THEN 'large' ELSE 'small' END" }
      - { name: plain_place, type: number, sql: "rank() OVER (ORDER BY {n} DESC)" }
      - { name: ranked, multi_stage: true, type: rank, reduce_by: [land], order_by: [{ sql: "{n}", dir: desc }] }
      - { name: by_share, multi_stage: true, type: rank, reduce_by: [land], order_by: [{ sql: "{share}", dir: asc }] }
      - { name: total, multi_stage: true, type: sum, sql: "{n}", group_by: [] }
      - { name: leaders, multi_stage: true, type: sum, sql: "CASE WHEN {place} <= 2 THEN {n} END", add_group_by: [land] }
      - { name: average, type: number, sql: "1.0 * {n} / {rows}" }
  - name: parts
    sql: "SELECT * FROM (VALUES (1, 1, 'a'), (2, 1, 'a'), (3, 2, 'a'), (4, 3, 'b'), (5, 4, 'b')) AS p(id, s_id, kind)"
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: kind, sql: kind, type: string }
views:
  - name: w
    cubes: [{ join_path: s, includes: "*" }]
`);

const only = (measure: string, operator: string, ...values: string[]) => ({
  member: `s.${measure}`,
  operator,
  values,
});

/** The rows of a query by land, each as its land and measures. */
async function byLand(
  database: TestDatabase,
  { measures, ...query }: { measures: readonly string[]; filters: readonly object[] },
): Promise<unknown[][]> {
  const rows = await rowsOf(database, model, {
    dimensions: ['s.land'],
    order: { 's.n': 'desc' },
    ...query,
    measures: measures.map((measure) => `s.${measure}`),
  });
  return rows.map((row) => ['land', ...measures].map((name) => row[`s.${name}`]));
}

test('a filter on a measure with a window function keeps some of the groups, each with the value that it has among all', async (database) => {
  const cases: [filters: object[], measures: string[], expected: unknown[][]][] = [
    [
      [only('place', 'lte', '2')],
      ['n', 'place'],
      [
        ['NO', 160, 1],
        ['SE', 100, 2],
      ],
    ],
    [[only('place', 'gt', '1'), only('n', 'gt', '20')], ['n', 'place'], [['SE', 100, 2]]],
    // Another filter leaves no group out of what a window function looks at.
    [
      [only('n', 'lt', '160')],
      ['n', 'place', 'plain_place', 'ranked'],
      [
        ['SE', 100, 2, 2, 2],
        ['DK', 20, 3, 3, 3],
        ['FI', 5, 4, 4, 4],
      ],
    ],
    [[only('plain_place', 'equals', '2')], ['n'], [['SE', 100]]],
    [[only('ranked', 'equals', '2')], ['n', 'place'], [['SE', 100, 2]]],
    [[only('by_share', 'equals', '2')], ['n', 'place'], [['DK', 20, 3]]],
    [[only('first', 'equals', 'true')], ['n'], [['NO', 160]]],
    [
      [only('size', 'equals', 'small')],
      ['n', 'total'],
      [
        ['DK', 20, 285],
        ['FI', 5, 285],
      ],
    ],
    [
      [{ or: [only('place', 'equals', '1'), { and: [only('share', 'lt', '5'), only('n', 'gte', '5')] }] }],
      ['n', 'place'],
      [
        ['NO', 160, 1],
        ['FI', 5, 4],
      ],
    ],
    [
      [only('average', 'gt', '20')],
      ['n', 'average'],
      [
        ['NO', 160, 160],
        ['SE', 100, 50],
      ],
    ],
  ];
  for (const [filters, measures, expected] of cases)
    assert.deepEqual(await byLand(database, { measures, filters }), expected, JSON.stringify(filters));
});

test('a filter on a measure with a window function goes with an order, a page, a view and repeated rows', async (database) => {
  const query = { measures: ['s.n'], dimensions: ['s.land'], filters: [only('place', 'gte', '2')] };
  const page = { ...query, order: { 's.n': 'asc' }, limit: 1, offset: 1 };
  assert.deepEqual(await rowsOf(database, model, page), [{ 's.land': 'DK', 's.n': 20 }]);
  assert.equal(await countOf(database, model, page), 3);
  const view = {
    measures: ['w.n'],
    dimensions: ['w.land'],
    filters: [{ ...only('place', 'equals', '2'), member: 'w.place' }],
  };
  assert.deepEqual(await rowsOf(database, model, view), [{ 'w.land': 'SE', 'w.n': 100 }]);
  // By the kind of their parts: a 230, b 50, and none 5.
  const repeated = { ...query, dimensions: ['parts.kind'], order: { 's.n': 'asc' } };
  assert.deepEqual(await rowsOf(database, model, repeated), [
    { 'parts.kind': null, 's.n': 5 },
    { 'parts.kind': 'b', 's.n': 50 },
  ]);
});

test('filled rows stand beside those that a filter on a window function leaves', async (database) => {
  const rows = await rowsOf(database, model, {
    measures: ['s.place', 's.n'],
    timeDimensions: [{ dimension: 's.day', granularity: 'day', dateRange: ['2024-01-01', '2024-01-04'] }],
    filters: [only('place', 'lte', '2')],
    fillMissingRows: { member: 's.day' },
  });
  assert.deepEqual(
    rows.map((row) => [row['s.place'], row['s.n']]),
    [
      [1, 230],
      [null, null],
      [2, 50],
      [null, null],
    ],
  );
});

test('a stage aggregates what a window function says of its groups', async (database) => {
  assert.deepEqual(await rowsOf(database, model, { measures: ['s.leaders'] }), [{ 's.leaders': 260 }]);
});

async function countOf(database: TestDatabase, of: Model, input: object): Promise<number> {
  const [query] = normalizeQuery({ ...input, total: true }, everybody).queries;
  assert.ok(query);
  const { total } = compileQuery(of, query, everybody, database.dialect);
  assert.ok(total);
  return Number((await database.query(total.sql, total.params)).rows[0]?.[0]);
}
