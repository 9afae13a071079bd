import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionsFor, inputFor } from './filter-conditions.ts';

test('a member offers the conditions of its type, and always the one of the author', () => {
  assert.ok(conditionsFor('string', 'equals').includes('starts_with'));
  assert.ok(!conditionsFor('number', 'equals').includes('starts_with'));
  assert.equal(conditionsFor('time', 'equals')[0], 'equals');
  assert.deepEqual(conditionsFor(undefined, 'contains'), ['contains']);
});

test('each condition takes an input of its form', () => {
  assert.equal(inputFor('is_empty'), 'none');
  assert.equal(inputFor('between'), 'range');
  assert.equal(inputFor('less_than'), 'one');
  assert.equal(inputFor('not_ends_with'), 'text');
  assert.equal(inputFor('not_equals'), 'values');
});
