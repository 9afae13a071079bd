import { compileQuery, duckdb, normalizeQuery, QueryError } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everybody } from '../support/query-rows.ts';
import { modelOf } from '../support/read-model.ts';

/** Customers with orders, about which `orders` says something of its own. */
const customers = (orders: string) =>
  modelOf(`
cubes:
  - name: customers
    sql_table: customers
    refresh_key: { every: 1 day }
    joins:
      - { name: orders, relationship: one_to_many, sql: '{CUBE}.id = {orders}.customer_id' }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
    measures:
      - { name: count, type: count }
  - name: orders
    sql_table: orders
    ${orders}
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: customer_id, sql: customer_id, type: number }
      - { name: status, sql: status, type: string }
`);

/** Of the orders only a condition speaks, so that they are not joined. */
const query = {
  measures: ['customers.count'],
  filters: [{ member: 'orders.status', operator: 'equals', values: ['done'] }],
};

function compile(orders: string) {
  const [normalized] = normalizeQuery(query, everybody).queries;
  assert.ok(normalized);
  return compileQuery(customers(orders), normalized, everybody, duckdb);
}

test('the refresh key of a cube counts where only a condition speaks of it', () => {
  const compiled = compile('refresh_key: { every: 1 minute }');
  assert.match(compiled.sql, / SEMI JOIN \(/);
  assert.equal(compiled.freshness.maxAgeMs, 60_000);
});

test('a cube of another data source is refused where only a condition speaks of it', () => {
  assert.throws(
    () => compile('data_source: other'),
    (error) => error instanceof QueryError && error.code === 'several_sources',
  );
});
