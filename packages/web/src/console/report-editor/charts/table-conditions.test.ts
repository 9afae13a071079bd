import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorsOf, valueOf, withConditionOperator } from './table-conditions.ts';

test('a value is kept for operators that take it, and goes with others', () => {
  const condition = { field: 'orders.count', operator: 'greater_than', value: 5, color: 'red' } as const;
  const { value, ...plain } = condition;
  assert.equal(value, 5);
  assert.deepEqual(withConditionOperator(condition, 'less_than', 'measure'), {
    ...condition,
    operator: 'less_than',
  });
  for (const operator of ['between', 'is_null'] as const)
    assert.deepEqual(withConditionOperator(condition, operator, 'measure'), { ...plain, operator });
});

test('an operator that does not fit another column gives way', () => {
  const condition = { field: 'orders.created', operator: 'contains', value: 'a' } as const;
  assert.equal(withConditionOperator(condition, 'contains', 'time').operator, 'equals');
  assert.ok(operatorsOf('time', 'contains').includes('contains'), 'what is stored can be chosen');
  assert.ok(!operatorsOf('time', 'equals').includes('contains'));
});

test('of measures numbers are numbers once they are whole, texts are what is typed', () => {
  assert.deepEqual(
    ['', '-', '1.', '1.5', '-3'].map((text) => valueOf(text, 'measure')),
    [undefined, '-', '1.', 1.5, -3],
  );
  assert.equal(valueOf('12', 'dimension'), '12');
});
