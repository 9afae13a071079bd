import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePeriod, periodText } from './relative-period.ts';

test('periods are read and written in the words of the query API', () => {
  for (const text of ['last 7 days', 'this month', 'last quarter', 'next 2 weeks', 'last 24 hours']) {
    const period = parsePeriod(text);
    assert.ok(period, text);
    assert.equal(periodText(period), text);
  }
  assert.deepEqual(parsePeriod('Yesterday'), { direction: 'last', amount: 1, unit: 'day' });
  assert.deepEqual(parsePeriod('last 1 month'), parsePeriod('last month'));
});

test('a text that is no such period is left as it is', () => {
  for (const text of [
    '',
    '2024-01-01',
    'from 2 weeks ago to now',
    'last 0 days',
    'this 2 days',
    'last decade',
  ])
    assert.equal(parsePeriod(text), undefined, text);
});
