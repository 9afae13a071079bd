import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOfValue, valueOfText } from './attribute-text.ts';

test('a text becomes a value of the type of the attribute', () => {
  assert.equal(valueOfText('string', ' EMEA '), 'EMEA');
  assert.equal(valueOfText('number', '-1.5'), -1.5);
  assert.equal(valueOfText('boolean', 'false'), false);
  assert.deepEqual(valueOfText('string_array', 'EMEA, APAC'), ['EMEA', 'APAC']);
  assert.deepEqual(valueOfText('number_array', '1, 2'), [1, 2]);
});

test('an empty text is no value', () => {
  for (const type of ['string', 'number', 'boolean', 'string_array', 'number_array'] as const)
    assert.equal(valueOfText(type, ' '), null);
});

test('what is no value of the type stays a text, for the server to refuse', () => {
  assert.equal(valueOfText('number', 'many'), 'many');
  assert.equal(valueOfText('boolean', 'yes'), 'yes');
  assert.equal(valueOfText('number_array', '1, two'), '1, two');
});

test('a value is written as it is read', () => {
  for (const value of ['EMEA', 7, true, ['a', 'b'], [1, 2]]) {
    const type = Array.isArray(value)
      ? typeof value[0] === 'number'
        ? 'number_array'
        : 'string_array'
      : typeof value === 'number'
        ? 'number'
        : typeof value === 'boolean'
          ? 'boolean'
          : 'string';
    assert.deepEqual(valueOfText(type, textOfValue(value)), value);
  }
});
