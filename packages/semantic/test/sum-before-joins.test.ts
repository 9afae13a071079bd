import { compileModel, compileQuery, duckdb, normalizeQuery } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everybody } from './query-rows.ts';

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

/** Whether a query, of customers by country unless it says otherwise, sums branches before it joins them. */
function isSummed(measures: readonly string[], more: object = {}, group = 'everybody'): boolean {
  assert.ok('model' in compiled, JSON.stringify(compiled));
  const context = { ...everybody, securityContext: { [everybody.brandKey]: { groups: [group] } } };
  const asked = { measures, dimensions: ['customers.country'], ...more };
  const [query] = normalizeQuery(asked, context).queries;
  assert.ok(query);
  return compileQuery(compiled.model, query, context, duckdb).sql.includes('LEFT JOIN (SELECT');
}

test('measures of a branch of branches are summed before they are joined', () => {
  assert.ok(isSummed(['customers.credit', 'orders.amount', 'items.quantity']));
  assert.ok(isSummed(['customers.average', 'items.count'], { dimensions: [] }));
  assert.ok(isSummed(['customers.per_count']));
  const filters = [{ member: 'items.quantity', operator: 'gt', values: ['5'] }];
  assert.ok(isSummed(['customers.credit', 'items.quantity'], { filters }));
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
