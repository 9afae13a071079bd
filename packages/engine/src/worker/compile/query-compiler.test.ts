import { compileModel, duckdb, normalizeQuery, type QueryContext } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQueryCompiler } from './query-compiler.ts';

const files = [
  {
    path: 'orders.yml',
    content: `
cubes:
  - name: orders
    sql: SELECT * FROM orders WHERE {SECURITY_CONTEXT.shop.filter('shop')}
    dimensions:
      - { name: placed_at, sql: placed_at, type: time }
    measures:
      - { name: count, type: count }
`,
  },
];

const context = (shop: string, now: string): QueryContext => ({
  securityContext: { shop },
  brandKey: 'svcCloud',
  now: new Date(now),
});

function createAsk() {
  const compiled = compileModel(files);
  assert.ok('model' in compiled);
  const compile = createQueryCompiler(compiled.model, () => duckdb);
  return (query: object, asked: QueryContext) => {
    const [normalized] = normalizeQuery(query, asked).queries;
    assert.ok(normalized);
    return compile(normalized, asked);
  };
}

const counted = { measures: ['orders.count'] };
const [today, tomorrow] = ['2024-08-15T12:00:00Z', '2024-08-16T12:00:00Z'];

test('the same query of the same caller is compiled once', () => {
  const ask = createAsk();
  assert.equal(ask({ ...counted }, context('a', today)), ask({ ...counted }, context('a', tomorrow)));
});

test('what is kept for one caller is not for another', () => {
  const ask = createAsk();
  assert.deepEqual(ask(counted, context('a', today)).params, ['a']);
  assert.deepEqual(ask(counted, context('b', today)).params, ['b']);
});

test('what is kept without a plan is compiled again with one', () => {
  const ask = createAsk();
  const asked = context('a', today);
  assert.equal(ask(counted, asked).explained, undefined);
  assert.match(ask(counted, { ...asked, explains: true }).explained?.plan ?? '', /^aggregate: orders__count/);
  assert.equal(ask(counted, asked).explained, undefined);
});

test('relative dates move on', () => {
  const ask = createAsk();
  const inRange = {
    ...counted,
    timeDimensions: [{ dimension: 'orders.placed_at', dateRange: 'today' }],
  };
  const filtered = {
    ...counted,
    filters: [{ member: 'orders.placed_at', operator: 'inDateRange', values: ['today'] }],
  };
  for (const query of [inRange, filtered]) {
    assert.equal(ask(query, context('a', today)).params[1], '2024-08-15 00:00:00.000');
    assert.equal(ask(query, context('a', tomorrow)).params[1], '2024-08-16 00:00:00.000');
  }
});
