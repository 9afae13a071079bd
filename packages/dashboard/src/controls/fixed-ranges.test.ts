import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixedRanges } from './fixed-ranges.ts';

const bounds = { 'o.at': { from: '2026-01-01T00:00:00.000', to: '2026-01-31T23:59:59.999' } };
const days = ['2026-01-01T00:00:00.000', '2026-01-31T23:59:59.999'];

test('ranges in words are what they were when the query was answered, and dates stay', () => {
  const query = {
    measures: ['o.count'],
    timeDimensions: [
      { dimension: 'o.at', granularity: 'day', dateRange: 'last month' },
      { dimension: 'o.paid', dateRange: ['2026-01-05', '2026-01-06'] },
      { dimension: 'o.at', granularity: 'week' },
    ],
    filters: [
      { member: 'o.city', operator: 'equals', values: ['Bonn'] },
      { and: [{ member: 'o.at', operator: 'inDateRange', values: ['this year'] }] },
      { member: 'o.at', operator: 'inDateRange', values: ['2026-01-01', '2026-03-31'] },
    ],
  };
  assert.deepEqual(fixedRanges(query, bounds), {
    ...query,
    timeDimensions: [
      { dimension: 'o.at', granularity: 'day', dateRange: days },
      ...query.timeDimensions.slice(1),
    ],
    filters: [
      query.filters[0],
      { and: [{ member: 'o.at', operator: 'inDateRange', values: days }] },
      query.filters[2],
    ],
  });
});

test('what the bounds do not know is left as it is: open ends, other members, and conditions joined by OR', () => {
  const query = {
    timeDimensions: [{ dimension: 'o.at', dateRange: 'last month' }],
    filters: [{ or: [{ member: 'o.at', operator: 'inDateRange', values: ['this year'] }] }],
  };
  assert.deepEqual(fixedRanges(query, { 'o.at': { from: '2026-01-01T00:00:00.000' } }), query);
  assert.deepEqual(fixedRanges(query), query);
  assert.deepEqual(fixedRanges(query, bounds).filters, query.filters);
});
