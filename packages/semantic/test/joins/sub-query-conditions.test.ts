import { compileQuery, duckdb, normalizeQuery } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test as plainTest } from 'node:test';
import { everybody, rowsOf } from '../support/query-rows.ts';
import { modelOf } from '../support/read-model.ts';
import { onEveryEngine } from '../support/test-engines.ts';

/** Customers with a value of a sub-query, and what conditions may be on. */
const model = modelOf(`
cubes:
  - name: countries
    sql_table: countries
    dimensions:
      - { name: code, sql: code, type: string, primary_key: true }
      - { name: label, sql: label, type: string }
  - name: customers
    sql_table: customers
    joins:
      - { name: orders, relationship: one_to_many, sql: '{CUBE}.id = {orders}.customer_id' }
      - { name: countries, relationship: many_to_one, sql: '{CUBE}.country = {countries}.code' }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: country, sql: country, type: string }
      - { name: place, sql: "concat({countries.label}, '')", type: string }
      - { name: since, sql: since, type: time }
      - { name: kind, type: switch, values: [new, old] }
      - { name: spent, sql: '{orders.amount}', type: number, sub_query: true }
    segments:
      - { name: german, sql: "{CUBE}.country = 'DE'" }
    measures:
      - { name: all_spent, sql: '{spent}', type: sum }
      - { name: count, type: count }
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: state, sql: state, type: string }
    measures:
      - { name: amount, sql: amount, type: sum }
views:
  - name: people
    cubes:
      - { join_path: customers, includes: '*' }
`);

const test = onEveryEngine(`
  create table countries (code text, label text);
  insert into countries values ('DE', 'Germany'), ('FR', 'France');
  create table customers (id int, country text, since timestamp);
  insert into customers values (1, 'DE', timestamp '2024-01-01 00:00:00'), (2, 'FR', timestamp '2024-02-01 00:00:00'),
    (3, 'DE', timestamp '2024-03-01 00:00:00'), (4, null, null);
  create table orders (id int, customer_id int, state text, amount int);
  insert into orders values (1, 1, 'paid', 10), (2, 1, 'open', 5), (3, 2, 'paid', 7), (4, 3, 'paid', 100),
    (5, 4, 'paid', 1);
`);

/** Filters beside the sum of a sub-query, that sum, and whether the sub-query itself has a condition. */
const cases: [title: string, query: object, expected: number | null, isTakenOver: boolean][] = [
  ['a column', { filters: [filter('customers.country', 'equals', 'DE')] }, 115, true],
  [
    'a column through a view',
    { measures: ['people.all_spent'], filters: [filter('people.country', 'equals', 'FR')] },
    7,
    true,
  ],
  ['a column that is not set', { filters: [filter('customers.country', 'notSet')] }, 1, true],
  [
    'alternatives of columns',
    {
      filters: [{ or: [filter('customers.country', 'equals', 'FR'), filter('customers.id', 'equals', '3')] }],
    },
    107,
    true,
  ],
  ['a segment', { segments: ['customers.german'] }, 115, true],
  [
    'a range',
    { timeDimensions: [{ dimension: 'customers.since', dateRange: ['2024-02-01', '2024-12-31'] }] },
    107,
    true,
  ],
  ['a column of another cube', { filters: [filter('customers.place', 'equals', 'Germany')] }, 115, false],
  [
    'alternatives with another cube',
    {
      filters: [
        { or: [filter('customers.country', 'equals', 'FR'), filter('customers.place', 'equals', 'Germany')] },
      ],
    },
    122,
    false,
  ],
  ['the sub-query itself', { filters: [filter('customers.spent', 'gt', '10')] }, 115, false],
  ['rows of the cube that it sums', { filters: [filter('orders.state', 'equals', 'open')] }, 15, false],
];

function filter(member: string, operator: string, ...values: string[]) {
  return { member, operator, ...(values.length > 0 && { values }) };
}

for (const [title, query, expected] of cases)
  test(`a sub-query beside a condition on ${title}`, async (database) => {
    const [row] = await rowsOf(database, model, { measures: ['customers.all_spent'], ...query });
    assert.deepEqual(Object.values(row ?? {}), [expected]);
  });

for (const [title, query, , isTakenOver] of cases)
  plainTest(`a condition on ${title} is ${isTakenOver ? '' : 'not '}one of the sub-query`, () => {
    const [normalized] = normalizeQuery({ measures: ['customers.all_spent'], ...query }, everybody).queries;
    assert.ok(normalized);
    const { sql } = compileQuery(model, normalized, everybody, duckdb);
    const [subQuery = ''] = /FROM customers AS "customers" LEFT JOIN orders.*? GROUP BY 1/.exec(sql) ?? [];
    assert.equal(subQuery.includes('WHERE'), isTakenOver, sql);
  });

test('a listed value repeats no rows of a sub-query', async (database) => {
  const query = {
    measures: ['customers.all_spent'],
    dimensions: ['customers.kind'],
    filters: [filter('customers.kind', 'equals', 'new', 'old'), filter('customers.country', 'equals', 'DE')],
    order: { 'customers.kind': 'asc' },
  };
  assert.deepEqual(await rowsOf(database, model, query), [
    { 'customers.kind': 'new', 'customers.all_spent': 115 },
    { 'customers.kind': 'old', 'customers.all_spent': 115 },
  ]);
});
