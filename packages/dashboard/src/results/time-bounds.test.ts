import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeBoundsOf } from './time-bounds.ts';

const inDays = (...values: string[]) => ({ member: 'orders.at', operator: 'inDateRange', values });

test('the narrowest of all conditions bounds a time', () => {
  const query = {
    timeDimensions: [
      { dimension: 'orders.at', dateRange: ['2001-01-01T00:00:00.000', '2001-06-30T23:59:59.999'] },
    ],
    filters: [
      inDays('2001-02-05', '2001-12-31'),
      { and: [{ member: 'orders.at', operator: 'lt', values: ['2001-06-01'] }] },
    ],
  };
  assert.deepEqual(timeBoundsOf(query), {
    'orders.at': { from: '2001-02-05T00:00:00.000', to: '2001-05-31T23:59:59.999' },
  });
});

test('a day is bounded by its first and last moment, an open end is not', () => {
  assert.deepEqual(timeBoundsOf({ filters: [inDays('2001-02-05')] }), {
    'orders.at': { from: '2001-02-05T00:00:00.000', to: '2001-02-05T23:59:59.999' },
  });
  const since = { member: 'orders.at', operator: 'gte', values: ['2001-02-05'] };
  assert.deepEqual(timeBoundsOf({ filters: [since] }), { 'orders.at': { from: '2001-02-05T00:00:00.000' } });
});

test('conditions joined by OR, values that are no dates and other operators bound nothing', () => {
  const filters = [
    { or: [inDays('2001-02-05')] },
    inDays('last week'),
    { ...inDays('2001-02-05'), operator: 'set' },
  ];
  assert.deepEqual(timeBoundsOf({ filters }), { 'orders.at': {} });
});
