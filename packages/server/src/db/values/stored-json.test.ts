import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStoredJson, writeWithStored } from './stored-json.ts';

const LARGE = { text: 'a"b\n€😀'.repeat(20_000), list: [1, { deep: null }] };
const write = (value: unknown) => writeWithStored(() => JSON.stringify(value));

test('a large object is written as it is stored, and is read where anything else writes it', () => {
  const text = `{ "text": ${JSON.stringify(LARGE.text)},  "list": [1, {"deep": null}] }`;
  const item = { before: 1, meta: readStoredJson(text), again: [readStoredJson(text)], after: '}' };
  const parts = write(item);
  assert.equal(parts.filter((part) => part === text).length, 2);
  assert.deepEqual(JSON.parse(parts.join('')), { before: 1, meta: LARGE, again: [LARGE], after: '}' });
  assert.deepEqual(JSON.parse(JSON.stringify(item)), JSON.parse(parts.join('')));
});

test('a small object is read at once', () => {
  assert.deepEqual(readStoredJson('{"a": [1]}'), { a: [1] });
  assert.deepEqual(write({ a: readStoredJson('{"b": 1}') }), ['{"a":{"b":1}}']);
});

test('a writer that fails leaves nothing behind, and one that leaves the object out writes the rest', () => {
  const stored = readStoredJson(JSON.stringify(LARGE));
  assert.throws(() =>
    writeWithStored(() => {
      JSON.stringify(stored);
      throw new Error('no');
    }),
  );
  assert.deepEqual(JSON.parse(JSON.stringify({ stored })), { stored: LARGE });
  const parts = writeWithStored(() => {
    JSON.stringify(stored);
    return '{"a":1}';
  });
  assert.deepEqual(parts, ['{"a":1}']);
});
