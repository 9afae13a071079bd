import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drilledMember, drillQuery, isDrillable, type DrillSource } from './drill-query.ts';
import type { QueryResult } from '../results/query-result.ts';

const drillMembers = ['orders.id', 'orders.city', 'orders.created_at.day', 'orders.total'];
const drillMembersGrouped = { measures: ['orders.total'], dimensions: drillMembers.slice(0, 3) };
const columns: QueryResult['columns'] = {
  'orders.city': { kind: 'dimension', type: 'string' },
  'orders.shipped_at': { kind: 'dimension', type: 'time' },
  'orders.created_at.month': { kind: 'timeDimension', type: 'time', granularity: { interval: '1 month' } },
  'orders.created_at': { kind: 'timeDimension', type: 'time' },
  'orders.count': { kind: 'measure', type: 'number', drillMembers, drillMembersGrouped },
  'orders.rate': { kind: 'measure', type: 'number', drillMembers: [] },
};
const query = {
  measures: ['orders.count', 'orders.rate'],
  dimensions: ['orders.city'],
  timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month', dateRange: 'last year' }],
  filters: [
    { member: 'orders.state', operator: 'equals', values: ['CA'] },
    { member: 'orders.count', operator: 'gt', values: ['5'] },
    { or: [{ member: 'orders.sum', operator: 'gt', values: ['5'] }] },
  ],
  segments: ['orders.paid'],
  timezone: 'Europe/Berlin',
  limit: 5,
  order: { 'orders.count': 'desc' },
  fillMissingRows: { member: 'orders.created_at' },
};
const source: DrillSource = { query, columns, isMeasure: (member) => member === 'orders.sum' };
const drill = (coordinates: Record<string, string | number | null>, more: Partial<DrillSource> = {}) =>
  drillQuery({ column: 'orders.count', coordinates }, { ...source, ...more });
const added = (coordinates: Record<string, string | number | null>, more: Partial<DrillSource> = {}) =>
  drill(coordinates, more)?.filters?.slice(2);

test('asks for the drill members of the rows that a number counts', () => {
  const asked = drill({
    'orders.city': 'Oakland',
    'orders.created_at.month': '2024-02-01T00:00:00.000',
    'orders.count': 7,
    'orders.unknown': 'x',
  });
  assert.deepEqual(asked, {
    measures: ['orders.total', 'orders.count'],
    dimensions: ['orders.id', 'orders.city'],
    timeDimensions: [
      { dimension: 'orders.created_at', granularity: 'day' },
      { dimension: 'orders.created_at', dateRange: 'last year' },
    ],
    filters: [
      { member: 'orders.count', operator: 'measureFilter' },
      { member: 'orders.state', operator: 'equals', values: ['CA'] },
      { member: 'orders.city', operator: 'equals', values: ['Oakland'] },
      {
        member: 'orders.created_at',
        operator: 'inDateRange',
        values: ['2024-02-01T00:00:00.000', '2024-02-29T23:59:59.999'],
      },
    ],
    segments: ['orders.paid'],
    timezone: 'Europe/Berlin',
    order: [
      ['orders.id', 'asc'],
      ['orders.city', 'asc'],
      ['orders.created_at.day', 'asc'],
    ],
  });
});

test('a total has fewer coordinates, and that of everything none', () => {
  assert.deepEqual(added({}), []);
  assert.deepEqual(added({ 'orders.city': 'Oakland' }), [
    { member: 'orders.city', operator: 'equals', values: ['Oakland'] },
  ]);
});

test('a coordinate without a value is one, and a moment is itself', () => {
  assert.deepEqual(added({ 'orders.city': null, 'orders.shipped_at': '2024-02-01T10:00:00.000' }), [
    { member: 'orders.city', operator: 'notSet' },
    {
      member: 'orders.shipped_at',
      operator: 'inDateRange',
      values: ['2024-02-01T10:00:00.000', '2024-02-01T10:00:00.000'],
    },
  ]);
});

test('a bucket ends where the next one begins, by its granularity or by its interval', () => {
  const lastOf = (key: string, start: string, granularity?: { interval?: string }) => {
    const column = { kind: 'timeDimension', type: 'time', ...(granularity && { granularity }) } as const;
    const asked = drill({ [key]: start }, { columns: { ...columns, [key]: column } });
    const bucket = asked?.filters?.at(-1) as { values: string[] } | undefined;
    return bucket?.values[1];
  };
  const at = (granularity: string) => `orders.created_at.${granularity}`;
  const day = '2024-01-31T00:00:00.000';
  assert.equal(lastOf(at('day'), day), '2024-01-31T23:59:59.999');
  assert.equal(lastOf(at('week'), '2024-02-26T00:00:00.000'), '2024-03-03T23:59:59.999');
  assert.equal(lastOf(at('quarter'), '2024-01-01T00:00:00.000'), '2024-03-31T23:59:59.999');
  assert.equal(lastOf(at('year'), '2024-01-01T00:00:00.000'), '2024-12-31T23:59:59.999');
  assert.equal(lastOf(at('minute'), '2024-01-31T23:59:00.000'), '2024-01-31T23:59:59.999');
  assert.equal(lastOf(at('half'), day, { interval: '30 minutes' }), '2024-01-31T00:29:59.999');
  assert.equal(
    lastOf(at('fiscal'), '2023-10-01T00:00:00.000', { interval: '1 year 6 months' }),
    '2025-03-31T23:59:59.999',
  );
  assert.equal(lastOf(at('season'), day, {}), undefined, 'a calendar alone knows how long it is');
});

test('a measure without drill members leads nowhere', () => {
  assert.equal(drillQuery({ column: 'orders.rate', coordinates: {} }, source), undefined);
  assert.equal(drillQuery({ column: 'orders.other', coordinates: {} }, source), undefined);
  assert.deepEqual([isDrillable(columns['orders.count']), isDrillable(undefined)], [true, false]);
});

test('what a field switcher has put in the place of a member is what is asked for', () => {
  const swapped = new Map([
    ['orders.count', 'orders.sum'],
    ['orders.city', 'orders.region'],
  ]);
  const asked = drill({ 'orders.city': 'West' }, { swapped });
  assert.deepEqual(asked?.measures, ['orders.total', 'orders.sum']);
  assert.deepEqual(asked?.filters?.slice(2), [
    { member: 'orders.region', operator: 'equals', values: ['West'] },
  ]);
  assert.equal(drilledMember({ column: 'orders.count' }, swapped), 'orders.sum');
  assert.equal(drilledMember({ column: 'orders.count.previous_1_month' }), 'orders.count');
});

test('a number of an earlier period has the rows of that period', () => {
  const column = 'orders.count.previous_1_month';
  const earlier: DrillSource = {
    ...source,
    query: {
      ...query,
      filters: [{ member: 'orders.created_at', operator: 'afterOrOnDate', values: ['2024-03-10'] }],
      periodComparisons: [
        {
          measure: 'orders.count',
          timeDimension: 'orders.created_at',
          offset: { amount: 1, unit: 'month' },
          outputs: ['previous'],
        },
      ],
    },
    columns: { ...columns, [column]: { kind: 'measure', drillMembers, drillMembersGrouped } },
    bounds: { 'orders.created_at': { from: '2024-03-10T00:00:00.000', to: '2024-12-31T23:59:59.999' } },
  };
  const asked = drillQuery(
    { column, coordinates: { 'orders.created_at.month': '2024-03-01T00:00:00.000' } },
    earlier,
  );
  assert.deepEqual(asked?.filters?.slice(1), [
    { member: 'orders.created_at', operator: 'afterOrOnDate', values: ['2024-02-10T00:00:00.000'] },
    { member: 'orders.created_at', operator: 'beforeOrOnDate', values: ['2024-11-30T23:59:59.999'] },
    {
      member: 'orders.created_at',
      operator: 'inDateRange',
      values: ['2024-02-01T00:00:00.000', '2024-02-29T23:59:59.999'],
    },
  ]);
  assert.deepEqual(asked?.timeDimensions, [{ dimension: 'orders.created_at', granularity: 'day' }]);
});
