import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstWithin } from './within-bytes.ts';

test('items are taken until they reach the bytes, by their size in UTF-8, and one at least', () => {
  // Ten bytes each as JSON.
  const items = ['€€aa', '12345678', 'abcdefgh'];
  assert.deepEqual(firstWithin(items, 100), items);
  assert.deepEqual(firstWithin(items, 30), items);
  assert.deepEqual(firstWithin(items, 20), items.slice(0, 2));
  assert.deepEqual(firstWithin(items, 11), items.slice(0, 2));
  assert.deepEqual(firstWithin(items, 10), items.slice(0, 1));
  assert.deepEqual(firstWithin(items, 0), items.slice(0, 1));
  assert.deepEqual(firstWithin([], 0), []);
});
