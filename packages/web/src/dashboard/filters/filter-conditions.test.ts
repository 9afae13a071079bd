import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionOf, conditionsFor, inputFor, IN_PERIOD, withCondition } from './filter-conditions.ts';

test('a member offers the conditions of its type, and always the one of the author', () => {
  assert.ok(conditionsFor('string', 'equals').includes('starts_with'));
  assert.ok(!conditionsFor('number', 'equals').includes('starts_with'));
  assert.equal(conditionsFor('time', 'contains')[0], 'contains');
  assert.deepEqual(conditionsFor(undefined, 'contains'), ['contains']);
});

test('each condition takes an input of its form', () => {
  assert.equal(inputFor('is_empty', 'string'), 'none');
  assert.equal(inputFor('between', 'number'), 'range');
  assert.equal(inputFor('less_than', 'number'), 'one');
  assert.equal(inputFor('not_ends_with', 'string'), 'text');
  assert.equal(inputFor('not_equals', 'string'), 'values');
  assert.equal(inputFor('not_equals', 'time'), 'one');
  assert.equal(inputFor(IN_PERIOD, 'time'), 'period');
  assert.equal(inputFor('not_in_month', 'time'), 'one');
});

test('a period is a range in words, and begins with one that can be changed', () => {
  const range = { operator: 'between', value: ['2024-01-01', '2024-01-31'] };
  const period = withCondition(range, IN_PERIOD, 'time');
  assert.deepEqual(period, { operator: 'between', value: 'last 7 days' });
  assert.deepEqual([conditionOf(period), conditionOf(range)], [IN_PERIOD, 'between']);
  assert.deepEqual(withCondition(period, 'between', 'time'), { operator: 'between', value: null });
});

test('another condition of the same form keeps the value', () => {
  const day = { operator: 'equals', value: '2024-01-31' };
  assert.deepEqual(withCondition(day, 'less_than', 'time'), { ...day, operator: 'less_than' });
  assert.deepEqual(withCondition(day, 'is_null', 'time'), { operator: 'is_null', value: null });
});
