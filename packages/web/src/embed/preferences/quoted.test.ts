import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoted } from './quoted.ts';

test('a value is quoted as JSON, and of a long one its beginning', () => {
  assert.deepEqual(['de', '', 4, undefined, { a: 1 }].map(quoted), [
    '"de"',
    '""',
    '4',
    'undefined',
    '{"a":1}',
  ]);
  assert.equal(quoted('x'.repeat(98)), `"${'x'.repeat(98)}"`);
  assert.equal(quoted('x'.repeat(10_000)), `"${'x'.repeat(99)}…`);
  assert.equal(quoted(`${'x'.repeat(98)}😀 and more`), `"${'x'.repeat(98)}…`, 'no half of a character');
});
