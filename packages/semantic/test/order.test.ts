import { compileModel, compileQuery, duckdb, normalizeQuery, QueryError } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everybody } from './support/query-rows.ts';

const content = `
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: secret, sql: secret, type: string, public: false }
      - name: placed_at
        sql: placed_at
        type: time
        granularities: [{ name: fortnight, interval: 2 weeks, origin: '2024-01-01' }]
    measures:
      - { name: count, type: count }
      - { name: amount, type: sum, sql: amount }
  - name: logs
    sql_table: logs
    measures:
      - { name: size, type: sum, sql: size }
`;

function sqlOf(asked: object): string {
  const compiled = compileModel([{ path: 'orders.yml', content }]);
  assert.ok('model' in compiled, JSON.stringify(compiled));
  const [query] = normalizeQuery(asked, everybody).queries;
  assert.ok(query);
  return compileQuery(compiled.model, query, everybody, duckdb).sql;
}

/** The ORDER BY of a count by status, or the code and the place of the refusal. */
function orderOf(order: unknown, more: object = {}): string {
  const asked = { measures: ['orders.count'], dimensions: ['orders.status'], order, ...more };
  try {
    return /ORDER BY (.*) LIMIT/.exec(sqlOf(asked))?.[1] ?? 'none';
  } catch (error) {
    if (error instanceof QueryError) return `${error.code} ${error.path}`;
    throw error;
  }
}

test('rows are ordered by what is selected, ties by the groups; what is known and not selected orders nothing', () => {
  assert.equal(orderOf({ 'orders.count': 'desc' }), '"orders__count" DESC, "orders__status" ASC');
  assert.equal(
    orderOf({ 'orders.amount': 'desc', 'orders.placed_at.month': 'asc', 'orders.status': 'asc' }),
    '"orders__status" ASC',
  );
  assert.equal(orderOf([['orders.placed_at.fortnight', 'asc']]), '"orders__status" ASC');
});

test('a name in the order that does not exist is refused, one that the caller may not see alike', () => {
  for (const name of [
    'orders.nothing',
    'nowhere.count',
    'orders',
    '',
    'orders.secret',
    'orders.nothing.month',
  ])
    assert.equal(
      orderOf([
        ['orders.count', 'asc'],
        [name, 'asc'],
      ]),
      'unknown_member order[1]',
      name,
    );
});

test('a granularity in the order that there is not is refused', () => {
  assert.equal(orderOf({ 'orders.placed_at.moment': 'asc' }), 'unknown_granularity order[0]');
  assert.equal(orderOf({ 'orders.status.month': 'asc' }), 'wrong_kind order[0]');
});

test('rows are ordered by a comparison that is selected', () => {
  const comparison = { measure: 'orders.count', timeDimension: 'orders.placed_at', outputs: ['previous'] };
  const more = { periodComparisons: [{ ...comparison, offset: { amount: 1, unit: 'year' } }] };
  assert.match(orderOf({ 'orders.count.previous_1_year': 'desc' }, more), /previous_1_year" DESC/);
});

test('a limit that one row cannot reach is left out, and no other', () => {
  const total = { measures: ['orders.count'] };
  assert.doesNotMatch(sqlOf(total), /LIMIT/);
  assert.match(sqlOf({ ...total, limit: 0 }), /LIMIT 0$/);
  assert.match(sqlOf({ ...total, offset: 1 }), /LIMIT 10000 OFFSET 1$/);
  assert.match(sqlOf({ ...total, dimensions: ['orders.status'] }), /LIMIT 10000$/);
  assert.match(sqlOf({ measures: ['logs.size'], ungrouped: true }), /LIMIT 10000$/);
});
