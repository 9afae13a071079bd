import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appliedFilters } from './applied-filters.ts';

const member = 'o.amount';

test('ranges of time are a day, two ends or a period in words', () => {
  const timeDimensions = [
    { dimension: 'o.at', dateRange: ['2026-01-01', '2026-02-01'] },
    { dimension: 'o.at', dateRange: 'last 7 days' },
    { dimension: 'o.at', dateRange: ['2026-01-01', '2026-01-01'] },
    { dimension: 'o.at', granularity: 'day' },
  ];
  assert.deepEqual(appliedFilters({ timeDimensions }), [
    { member: 'o.at', operator: 'between', value: ['2026-01-01', '2026-02-01'] },
    { member: 'o.at', operator: 'between', value: 'last 7 days' },
    { member: 'o.at', operator: 'equals', value: ['2026-01-01'] },
  ]);
});

test('filters have the names that controls have for their operators', () => {
  const filters = [
    { member, operator: 'gt', values: ['5'] },
    { dimension: 'o.city', operator: 'notEquals', values: ['Rome', 'Oslo'] },
    { member: 'o.city', operator: 'set' },
    { member: 'o.at', operator: 'inDateRange', values: ['this month'] },
    { member: 'o.at', operator: 'notInDateRange', values: ['2026-01-01', '2026-02-01'] },
  ];
  assert.deepEqual(appliedFilters({ filters, segments: ['o.paid'] }), [
    { member, operator: 'greater_than', value: ['5'] },
    { member: 'o.city', operator: 'not_equals', value: ['Rome', 'Oslo'] },
    { member: 'o.city', operator: 'is_not_null', value: null },
    { member: 'o.at', operator: 'between', value: 'this month' },
    { member: 'o.at', operator: 'not_between', value: ['2026-01-01', '2026-02-01'] },
    { segment: 'o.paid' },
  ]);
});

test('groups stay together, and two ends of one number are one range', () => {
  const least = { member, operator: 'gte', values: ['5'] };
  const most = { member, operator: 'lte', values: ['9'] };
  const city = { member: 'o.city', operator: 'equals', values: ['Rome'] };
  const range = { member, operator: 'between', value: ['5', '9'] };
  const rome = { member: 'o.city', operator: 'equals', value: ['Rome'] };
  const read = (...filters: unknown[]) => appliedFilters({ filters });
  assert.deepEqual(read({ and: [least, most] }), [range]);
  assert.deepEqual(read({ or: [{ and: [least, most] }, city] }), [{ any: [range, rome] }]);
  assert.deepEqual(read({ or: [city] }, { and: [] }), [rome]);
  assert.equal(read({ and: [least, city] }).length, 2);
});

test('what is no filter is left out', () => {
  const filters = [
    null,
    5,
    {},
    { member },
    { member, operator: 'equals', values: [] },
    { or: 'x' },
    { and: [null] },
  ];
  assert.deepEqual(appliedFilters({ filters, segments: [null, 3] }), []);
});
