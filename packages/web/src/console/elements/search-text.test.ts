import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSearch, stringifySearch } from './search-text.ts';

test('a value is written as it is, and read as a text', () => {
  const search = { tab: '23', search: 'a b&c="é"', edit: true, n: 1e21, gone: undefined, none: null };
  const text = stringifySearch(search);
  assert.equal(text, '?tab=23&search=a+b%26c%3D%22%C3%A9%22&edit=true&n=1e%2B21');
  assert.deepEqual(parseSearch(text), { tab: '23', search: 'a b&c="é"', edit: 'true', n: '1e+21' });
  assert.equal(stringifySearch({ gone: undefined }), '');
  assert.deepEqual(parseSearch(''), {});
});

test('an address of before, with quotes around a number, means the same', () => {
  assert.deepEqual(parseSearch('?tab=%2223%22&search=%22true%22'), { tab: '23', search: 'true' });
  for (const own of ['"a word"', '"', '""', '"2', '"1" "2"', String.raw`"\u0031"`])
    assert.deepEqual(parseSearch(stringifySearch({ search: own })), { search: own });
});

test('names of objects and broken escapes are values like any other', () => {
  assert.deepEqual(Object.entries(parseSearch('?__proto__=1&constructor=2&x=%E0%A4&y')), [
    ['__proto__', '1'],
    ['constructor', '2'],
    ['x', '\uFFFD'],
    ['y', ''],
  ]);
  assert.deepEqual(parseSearch('?tab=1&tab=2'), { tab: '2' });
});
