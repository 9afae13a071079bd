import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQuery } from './query-text.ts';
import { semanticSql } from './semantic-sql.ts';

const members = {
  'orders.count': { kind: 'measure', type: 'number' },
  'orders.status': { kind: 'dimension', type: 'string' },
  'orders.created': { kind: 'dimension', type: 'time' },
  'orders.amount': { kind: 'dimension', type: 'number' },
} as const;
const memberOf = (name: string) => (name in members ? members[name as keyof typeof members] : undefined);

function sqlOf(query: object): string {
  const read = readQuery(JSON.stringify(query));
  assert.ok('draft' in read);
  return semanticSql(read.draft, memberOf);
}

test('a query is SQL over the model, with conditions on measures after the groups', () => {
  const query = {
    measures: ['orders.count'],
    dimensions: ['orders.status'],
    timeDimensions: [
      { dimension: 'orders.created', granularity: 'month', dateRange: ['2024-01-01', '2024-06-30'] },
    ],
    filters: [
      { member: 'orders.status', operator: 'notEquals', values: ["o'pen"] },
      { member: 'orders.amount', operator: 'in', values: ['1', '2'] },
      { member: 'orders.count', operator: 'gt', values: ['10'] },
    ],
    order: { 'orders.created.month': 'asc', 'orders.count': 'desc' },
    limit: 10,
  };
  assert.equal(
    sqlOf(query),
    [
      'SELECT',
      '  orders.status,',
      "  DATE_TRUNC('month', orders.created),",
      '  MEASURE(orders.count)',
      'FROM orders',
      "WHERE orders.created BETWEEN '2024-01-01' AND '2024-06-30'",
      "  AND (orders.status NOT IN ('o''pen') OR orders.status IS NULL)",
      '  AND orders.amount IN (1, 2)',
      'GROUP BY 1, 2',
      'HAVING MEASURE(orders.count) > 10',
      'ORDER BY 2 ASC, 3 DESC',
      'LIMIT 10',
    ].join('\n'),
  );
});

test('what has no words in SQL is a comment that ends where it should', () => {
  const sql = sqlOf({ measures: ['orders.count'], filters: [{ or: ['*/ DROP'] }] });
  assert.equal(sql.split('*/').length, 2);
});

test('nothing is said of a query that asks for nothing', () => {
  assert.equal(sqlOf({ limit: 3 }), '');
});

test('what a query has beside the SQL is said below it: comparisons, filled times, and the calculated fields that it names', () => {
  const query = {
    measures: ['orders.count'],
    timeDimensions: [{ dimension: 'orders.created', granularity: 'month' }],
    limit: 10,
  };
  const comparison = { measure: 'orders.count', timeDimension: 'orders.created' };
  const read = readQuery(JSON.stringify(query));
  assert.ok('draft' in read);
  const sql = (asked: object) => semanticSql(read.draft, memberOf, asked);
  assert.equal(sql(query), semanticSql(read.draft, memberOf));
  const said = sql({
    ...query,
    periodComparisons: [comparison],
    fillMissingRows: { member: 'orders.created' },
    calculatedFields: { 'orders.count': { sql: '1\n2' }, 'orders.other': { sql: '3' } },
    total: null,
  });
  assert.deepEqual(said.split('\n').slice(-3), [
    `-- periodComparisons: ${JSON.stringify([comparison])}`,
    '-- fillMissingRows: {"member":"orders.created"}',
    String.raw`-- calculatedFields: {"orders.count":{"sql":"1\n2"}}`,
  ]);
});
