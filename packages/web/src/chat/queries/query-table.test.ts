import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartOf, failureOf, tableOf } from './query-table.ts';

const result = {
  title: 'Flights by state',
  query: { measures: ['flights.count'] },
  columns: [
    { key: 'flights.state', title: 'State', kind: 'dimension', type: 'string' },
    { key: 'flights.count', title: 'Flights', kind: 'measure', type: 'number' },
  ],
  rows: [
    ['CA', 12],
    ['TX', 7],
  ],
  totalRows: 50,
};

test('the rows of a query become a result of reports, with a chart where one shows it', () => {
  const table = tableOf({ name: 'run_query', result });
  assert.deepEqual(table?.result.rows[0], { 'flights.state': 'CA', 'flights.count': 12 });
  assert.equal(table?.totalRows, 50);
  assert.ok(table && chartOf(table.result));
  assert.equal(chartOf({ ...table.result, rows: table.result.rows.slice(0, 1) }), undefined);
  assert.equal(tableOf({ name: 'search_model', result }), undefined);
});

test('a column has what reports know of theirs: its links, what lies behind it, and how long its buckets are', () => {
  const links = [{ name: 'map', label: 'Map', target: 'self' }];
  const columns = [
    { key: 'flights.state', title: 'State', kind: 'dimension', type: 'string', links },
    { key: 'flights.at.shift', kind: 'timeDimension', type: 'time', granularity: { interval: '8 hours' } },
    {
      key: 'flights.count',
      title: 'Flights',
      kind: 'measure',
      drillMembers: ['flights.id'],
      format: 'percent',
    },
  ];
  const bounds = { 'flights.at': { from: '2026-01-01T00:00:00.000' } };
  const table = tableOf({
    name: 'run_query',
    result: { ...result, columns, bounds, rows: [['CA', 'x', 3]] },
  });
  assert.deepEqual(table?.result.columns, {
    'flights.state': { title: 'State', shortTitle: 'State', kind: 'dimension', type: 'string', links },
    'flights.at.shift': { kind: 'timeDimension', type: 'time', granularity: { interval: '8 hours' } },
    'flights.count': {
      title: 'Flights',
      shortTitle: 'Flights',
      kind: 'measure',
      drillMembers: ['flights.id'],
      format: 'percent',
    },
  });
  assert.deepEqual(table?.result.bounds, bounds);
});

test('a picture that the query itself makes is a text, and one of the data model is a picture', () => {
  const columns = ['flights.own', 'flights.logo'].map((key) => ({
    key,
    kind: 'dimension',
    format: 'imageUrl',
  }));
  const query = { calculatedFields: { 'flights.own': { sql: "'https://x/?' || {flights.city}" } } };
  const table = tableOf({ name: 'run_query', result: { ...result, query, columns, rows: [['a', 'b']] } });
  assert.deepEqual(
    Object.values(table?.result.columns ?? {}).map(({ format }) => format),
    [undefined, 'imageUrl'],
  );
});

test('a column of a comparison keeps what its title is made of, for the language of the page', () => {
  const comparison = {
    title: 'Orders Flights',
    shortTitle: 'Flights',
    output: 'previous',
    amount: 1,
    unit: 'year',
  };
  const columns = [
    { key: 'flights.count__previous', title: 'Flights (1 year before)', kind: 'measure', comparison },
  ];
  const table = tableOf({ name: 'run_query', result: { ...result, columns, rows: [[3]] } });
  assert.deepEqual(table?.result.columns['flights.count__previous']?.comparison, comparison);
});

test('each of a few times has a tick, and many have those of the axis', () => {
  const of = (granularity: string, count: number) => ({
    rows: Array.from({ length: count }, () => ({})),
    columns: {
      [`flights.at.${granularity}`]: { kind: 'timeDimension' as const },
      'flights.count': { kind: 'measure' as const },
    },
  });
  const axisOf = (granularity: string, count: number) =>
    (chartOf(of(granularity, count)) as { encoding: { x: { axis?: object } } }).encoding.x.axis;
  assert.deepEqual(axisOf('month', 6), { tickCount: 'month' });
  assert.deepEqual(axisOf('quarter', 6), { tickCount: { interval: 'month', step: 3 } });
  assert.equal(axisOf('month', 60), undefined);
  assert.equal(axisOf('fortnight', 6), undefined);
});

test('the failure of a tool is its sentence, whatever it has answered', () => {
  assert.equal(failureOf({ result: { error: { message: 'No such member' } } }), 'No such member');
  assert.equal(failureOf({ result: { error: 'text' } }), 'text');
  assert.equal(failureOf({ result: 'no object' }), undefined);
  assert.equal(tableOf({ name: 'run_query', result: { error: { message: 'x' } } }), undefined);
});
