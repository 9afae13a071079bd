import { compileQuery, duckdb, normalizeQuery } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everybody } from '../support/query-rows.ts';
import { modelOf } from '../support/read-model.ts';

const model = modelOf(`
cubes:
  - name: orders
    sql_table: the_orders
    joins:
      - { name: items, relationship: one_to_many, sql: '{CUBE}.key = {items.order_key}' }
    dimensions:
      - { name: key, sql: key, type: number, primary_key: true, public: true }
      - { name: day, sql: placed_at, type: time }
    segments:
      - { name: large, sql: amount > 100 }
    measures:
      - { name: amount, type: sum, sql: amount }
      - { name: so_far, type: sum, sql: amount, rolling_window: { trailing: unbounded } }
      - { name: total, type: sum, multi_stage: true, sql: '{amount}', group_by: [] }
      - { name: share, type: number, multi_stage: true, sql: '{amount} / {total}' }
  - name: items
    sql: SELECT * FROM the_items WHERE is_valid
    dimensions:
      - { name: order_key, sql: order_key, type: number, primary_key: true }
      - { name: kind, sql: kind, type: string }
views:
  - name: sales
    cubes: [{ join_path: orders, prefix: true, includes: [amount] }]
`);

/** The pieces of a query's SQL that a name has written. */
function withProvenance(name: string, query: object): string[] {
  const [normalized] = normalizeQuery(query, everybody).queries;
  assert.ok(normalized);
  const { sql, provenance } = compileQuery(model, normalized, everybody, duckdb);
  return provenance.filter(([, , by]) => by === name).map(([from, to]) => sql.slice(from, to));
}

const cases: [kind: string, name: string, query: object, pieces: string[]][] = [
  ['a measure', 'orders.amount', { measures: ['orders.amount'] }, ['sum("orders".amount)']],
  ['a measure of a view', 'orders.amount', { measures: ['sales.orders_amount'] }, ['sum("orders".amount)']],
  [
    'a dimension, with its place in GROUP BY',
    'orders.key',
    { dimensions: ['orders.key'] },
    ['"orders".key', '1'],
  ],
  [
    'a time dimension with its granularity',
    'orders.day',
    { timeDimensions: [{ dimension: 'orders.day', granularity: 'day' }] },
    ['"orders".placed_at', '"orders".placed_at', 'CAST("orders".placed_at AS DATE)'],
  ],
  [
    'a segment',
    'orders.large',
    { measures: ['orders.amount'], segments: ['orders.large'] },
    ['amount > 100'],
  ],
  ['a table', 'orders', { dimensions: ['orders.key'] }, ['the_orders']],
  ['a SELECT of a cube', 'items', { dimensions: ['items.kind'] }, ['SELECT * FROM the_items WHERE is_valid']],
  [
    'a join',
    'orders',
    { dimensions: ['orders.key', 'items.kind'] },
    ['the_orders', '"orders".key = "items".order_key'],
  ],
  [
    'a window',
    'orders.so_far',
    {
      measures: ['orders.so_far'],
      timeDimensions: [{ dimension: 'orders.day', granularity: 'day' }],
    },
    [
      '"orders".amount',
      'sum("__value") OVER (ORDER BY "__time" ASC, "__order" ASC ROWS UNBOUNDED PRECEDING)',
    ],
  ],
  ['a stage', 'orders.share', { measures: ['orders.share'] }, ['"orders.amount" / "orders.total"']],
];
for (const [kind, name, query, pieces] of cases) {
  test(`a statement tells the SQL of ${kind}`, () => {
    assert.deepEqual(withProvenance(name, query), pieces);
  });
}

test('what a comparison computes is told by the name of the measure that it compares', () => {
  const [normalized] = normalizeQuery(
    {
      measures: ['orders.amount'],
      timeDimensions: [{ dimension: 'orders.day', granularity: 'day' }],
      periodComparisons: [
        {
          measure: 'orders.amount',
          timeDimension: 'orders.day',
          outputs: ['previous'],
          offset: { amount: 1, unit: 'year' },
        },
      ],
    },
    everybody,
  ).queries;
  assert.ok(normalized);
  const { provenance } = compileQuery(model, normalized, everybody, duckdb);
  const names = new Set(provenance.map(([, , name]) => name));
  assert.deepEqual([...names].toSorted(), ['orders', 'orders.amount', 'orders.day']);
});
