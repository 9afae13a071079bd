import { compileModel, compileQuery, duckdb, normalizeQuery, postgres, type Dialect } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everybody, rowsOf } from '../support/query-rows.ts';
import { modelOf } from '../support/read-model.ts';
import { onEveryEngine } from '../support/test-engines.ts';

const content = `
cubes:
  - name: customers
    sql_table: customers
    joins:
      - { name: orders, relationship: one_to_many, sql: "{CUBE}.id = {orders}.customer_id" }
      - { name: visits, relationship: one_to_many, sql: "{CUBE}.id < {visits}.customer_id" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: country, sql: country, type: string }
    measures:
      - { name: credit, type: sum, sql: credit }
      - { name: average, type: avg, sql: credit }
      - { name: largest, type: max, sql: "{orders.total}" }
      - { name: per_item, type: number, sql: "{credit} / {items.quantity}" }
      - { name: per_count, type: number, sql: "{credit} / {items.count}" }
  - name: orders
    sql_table: orders
    joins: [{ name: items, relationship: one_to_many, sql: "{CUBE}.id = {items}.order_id" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: total, sql: total, type: number }
      - { name: status, sql: status, type: string }
    measures:
      - { name: amount, type: sum, sql: total }
      - { name: mean, type: avg, sql: total }
  - name: items
    sql_table: items
    joins: [{ name: products, relationship: many_to_one, sql: "{CUBE}.product_id = {products}.id" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: category, sql: category, type: string }
    measures:
      - { name: quantity, type: sum, sql: quantity }
      - { name: count, type: count }
      - { name: kinds, type: count_distinct, sql: category }
    access_policy:
      - { group: keepers, row_level: { filters: [{ member: category, operator: equals, values: [books] }] } }
      - { group: guests, member_level: { excludes: [quantity] }, member_masking: { includes: [quantity] } }
      - { group: everybody }
  - name: products
    sql_table: products
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
    measures:
      - { name: count, type: count }
      - { name: highest, type: max, sql: price }
  - name: visits
    sql_table: visits
    joins: [{ name: pages, relationship: one_to_many, sql: "{CUBE}.id = {pages}.visit_id" }]
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
  - name: pages
    sql_table: pages
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
    measures: [{ name: count, type: count }]
`;

const compiled = compileModel([{ path: 'shop.yml', content }]);

/**
 * Whether a query, of customers by country unless it says otherwise, sums branches before it joins them on PostgreSQL.
 */
function isSummed(
  measures: readonly string[],
  more: object = {},
  group = 'everybody',
  dialect: Dialect = postgres,
): boolean {
  assert.ok('model' in compiled, JSON.stringify(compiled));
  const context = { ...everybody, securityContext: { [everybody.brandKey]: { groups: [group] } } };
  const asked = { measures, dimensions: ['customers.country'], ...more };
  const [query] = normalizeQuery(asked, context).queries;
  assert.ok(query);
  return compileQuery(compiled.model, query, context, dialect).sql.includes('LEFT JOIN (SELECT');
}

test('measures of a branch of branches are summed before they are joined', () => {
  assert.ok(isSummed(['customers.credit', 'orders.amount', 'items.quantity']));
  assert.ok(isSummed(['customers.average', 'items.count'], { dimensions: [] }));
  assert.ok(isSummed(['customers.per_count']));
  const filters = [{ member: 'items.quantity', operator: 'gt', values: ['5'] }];
  assert.ok(isSummed(['customers.credit', 'items.quantity'], { filters }));
});

test('DuckDB joins them as they are, since columns of several types may be equal there', () => {
  assert.ok(!isSummed(['customers.credit', 'orders.amount', 'items.quantity'], {}, 'everybody', duckdb));
});

test('rows that are joined once are not summed before', () => {
  assert.ok(!isSummed(['customers.credit', 'orders.amount']));
});

test('nothing is summed before that other rows decide', () => {
  const measures = ['customers.credit', 'items.quantity'];
  for (const member of ['customers.country', 'orders.status', 'items.category'])
    assert.ok(!isSummed(measures, { filters: [{ member, operator: 'equals', values: ['x'] }] }), member);
  for (const dimension of ['orders.status', 'items.category'])
    assert.ok(!isSummed(measures, { dimensions: [dimension] }), dimension);
  assert.ok(!isSummed(measures, {}, 'keepers'));
  assert.ok(!isSummed(measures, {}, 'guests'));
});

test('nothing is summed before that cannot be summed in steps', () => {
  assert.ok(!isSummed(['customers.credit', 'items.kinds']));
  assert.ok(!isSummed(['orders.mean', 'items.quantity']));
  assert.ok(!isSummed(['customers.largest', 'items.quantity']));
  assert.ok(!isSummed(['customers.per_item']));
  // A product of several orders counts once.
  assert.ok(!isSummed(['customers.credit', 'products.count']));
  assert.ok(isSummed(['customers.credit', 'products.highest']));
});

test('a branch that is joined by anything but equal columns is not summed before', () => {
  assert.ok(!isSummed(['customers.credit', 'pages.count']));
});

const shared = modelOf(`
cubes:
  - name: cities
    sql_table: cities
    joins: [{ name: countries, relationship: many_to_one, sql: "{CUBE}.country = {countries}.id" }]
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: size, sql: size, type: string }]
    measures: [{ name: people, sql: people, type: sum }, { name: count, type: count }]
  - name: countries
    sql_table: countries
    joins: [{ name: orders, relationship: one_to_many, sql: "{CUBE}.id = {orders}.country" }]
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
  - name: orders
    sql_table: orders
    joins: [{ name: items, relationship: one_to_many, sql: "{CUBE}.id = {items}.order_id" }]
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
    measures: [{ name: count, type: count }, { name: largest, sql: worth, type: max }]
  - name: items
    sql_table: items
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
    measures: [{ name: count, type: count }, { name: dearest, sql: price, type: max }]
`);

const onEach = onEveryEngine(`
CREATE TABLE cities AS SELECT * FROM (VALUES (1, 1, 10, 'l'), (2, 1, 20, 's'), (3, 2, 40, 'l'), (4, NULL, 80, 's')) AS c(id, country, people, size);
CREATE TABLE countries AS SELECT * FROM (VALUES (1), (2)) AS c(id);
CREATE TABLE orders AS SELECT * FROM (VALUES (1, 1, 5), (2, 1, 6), (3, 2, 7)) AS o(id, country, worth);
CREATE TABLE items AS SELECT * FROM (VALUES (1, 1, 3), (2, 1, 4), (3, 3, 9)) AS i(id, order_id, price);
`);

onEach('what many rows share has its branches once', async (database) => {
  for (const [measures, byHand] of [
    [
      ['cities.people', 'orders.count', 'items.count'],
      ['l 50 3 3', 's 100 2 2'],
    ],
    [
      ['cities.count', 'items.count'],
      ['l 2 3', 's 2 2'],
    ],
    [
      ['cities.people', 'orders.largest', 'items.dearest'],
      ['l 50 7 9', 's 100 6 4'],
    ],
  ] as const) {
    const query = { measures, dimensions: ['cities.size'], order: { 'cities.size': 'asc' } };
    const rows = await rowsOf(database, shared, query);
    assert.deepEqual(
      rows.map((row) => Object.values(row).join(' ')),
      byHand,
    );
  }
});
