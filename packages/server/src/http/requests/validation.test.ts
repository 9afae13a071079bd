import { limits, operations, Refusal } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createValueReader } from './validation.ts';

const { body: input } = operations.exportReport;
assert.ok(input);
const read = createValueReader(input.schema);

/** What is said of a request to export with a filter of this value, by its path. */
const faultsOf = (value: unknown) =>
  faultsOfBody({ format: 'csv', filters: [{ member: 'orders.status', value }] });

function faultsOfBody(body: object): Record<string, string> {
  try {
    read(body, 'body');
    return {};
  } catch (error) {
    assert.ok(error instanceof Refusal && error.issues);
    return Object.fromEntries(error.issues.map(({ path, message }) => [path, message]));
  }
}

test('a value that may be of several types is refused by what is wrong with its own', () => {
  assert.deepEqual(faultsOf(['a', 5, null]), {
    'body.filters[0].value[2]': 'must be string or number or boolean',
  });
  const many = Array.from({ length: limits.MAX_FILTER_VALUES + 1 }, () => 'a');
  assert.deepEqual(faultsOf(many), {
    'body.filters[0].value': `must NOT have more than ${many.length - 1} items`,
  });
  assert.deepEqual(faultsOf({ a: 1 }), {
    'body.filters[0].value': 'must be string or number or boolean or array',
  });
  assert.deepEqual(faultsOf([[]]), { 'body.filters[0].value[0]': 'must be string or number or boolean' });
  for (const value of ['a', 1.5, true, null, ['a', 1, false]]) assert.deepEqual(faultsOf(value), {});
});

test('of a wrong type the type is told, and not what else a value of it would have to be', () => {
  assert.throws(
    () => read({ format: 5 }, 'body'),
    (error: Refusal) => error.issues?.[0]?.message === 'must be string',
  );
});

test('a text of another form is told one that would do', () => {
  const issues = faultsOfBody({ format: 'csv', filters: [{ member: 'status' }] });
  assert.deepEqual(issues, {
    'body.filters[0].member': String.raw`must match pattern ".+\..+", as orders.status does`,
  });
});
