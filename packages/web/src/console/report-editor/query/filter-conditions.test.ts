import { filterOperators } from '../../../../../semantic/src/model/language/filter-operators.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inputFor, isComplete, newCondition, operatorsFor, withOperator } from './filter-conditions.ts';

const TYPES = ['string', 'number', 'time', 'boolean'];
const dimension = (type: string) => ({ kind: 'dimension', type }) as const;
const measure = { kind: 'measure', type: 'number' } as const;

test('every operator of the query API is offered for some member, and none that it does not have', () => {
  const offered = new Set([measure, ...TYPES.map(dimension)].flatMap((member) => operatorsFor(member)));
  assert.deepEqual([...offered].toSorted(), Object.keys(filterOperators).toSorted());
});

test('an operator that a report has is offered, whatever the type', () => {
  assert.ok(operatorsFor(dimension('boolean'), 'contains').includes('contains'));
  assert.ok(operatorsFor(undefined, 'gt').includes('gt'));
});

test('values stay with another operator that takes the same, and are left by one that takes others', () => {
  const equals = { ...newCondition('orders.count', measure), values: ['1', '2'] };
  assert.deepEqual(withOperator(equals, 'notEquals', 'number').values, ['1', '2']);
  assert.deepEqual(withOperator(equals, 'gt', 'number').values, []);
  assert.deepEqual(withOperator(equals, 'set', 'number').values, []);
  assert.equal(inputFor('gt', 'number'), 'number');
});

test('a condition waits for the value that it needs', () => {
  const begun = newCondition('orders.status', dimension('string'));
  assert.equal(isComplete(begun), false);
  assert.equal(isComplete({ ...begun, values: ['open'] }), true);
  assert.equal(isComplete({ ...begun, values: [null] }), true);
  assert.equal(isComplete({ ...begun, operator: 'notSet' }), true);
  assert.equal(isComplete(newCondition('orders.paid', dimension('boolean'))), true);
});
