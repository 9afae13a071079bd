import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drillQuery } from '@oriel/dashboard/drill-query';
import { drillOf, type ChatQueries } from './chat-queries.ts';
import { tableOf } from './query-table.ts';

const queries: ChatQueries = { runBatch: async () => {}, loadMembers: async () => new Map() };

/** As the tool has answered it: last week was in January, and the chat in Berlin. */
const result = {
  title: 'Orders by city',
  query: {
    measures: ['orders.count'],
    dimensions: ['orders.city'],
    timeDimensions: [{ dimension: 'orders.at', dateRange: 'last week' }],
    limit: 100,
  },
  columns: [
    { key: 'orders.city', title: 'City', kind: 'dimension', type: 'string' },
    {
      key: 'orders.count',
      title: 'Orders',
      kind: 'measure',
      type: 'number',
      drillMembers: ['orders.id', 'orders.city'],
    },
    { key: 'orders.total', title: 'Total', kind: 'measure', type: 'number' },
  ],
  rows: [['Bonn', 12, 3]],
  timezone: 'Europe/Berlin',
  bounds: { 'orders.at': { from: '2026-01-05T00:00:00.000', to: '2026-01-11T23:59:59.999' } },
};

test('the rows behind a number are those of the time and the zone of the answer, also weeks later', () => {
  const table = tableOf({ name: 'run_query', result });
  assert.ok(table);
  const click = { column: 'orders.count', value: 12, coordinates: { 'orders.city': 'Bonn' } };
  const drill = drillOf(table, click, queries);
  const query = drill && drillQuery(click, drill.source);
  assert.deepEqual(query?.['timeDimensions'], [
    { dimension: 'orders.at', dateRange: ['2026-01-05T00:00:00.000', '2026-01-11T23:59:59.999'] },
  ]);
  assert.equal(query?.timezone, 'Europe/Berlin');
  assert.deepEqual(query?.dimensions, ['orders.id', 'orders.city']);
  assert.deepEqual(query?.filters?.at(-1), { member: 'orders.city', operator: 'equals', values: ['Bonn'] });
});

test('a number of which the model does not say what lies behind it leads nowhere', () => {
  const table = tableOf({ name: 'run_query', result });
  assert.ok(table);
  assert.equal(drillOf(table, { column: 'orders.total', coordinates: {} }, queries), undefined);
});
