import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutText } from './cut-text.ts';

test('a text that has room stays, and a longer one ends with a whole character and an ellipsis', () => {
  assert.equal(cutText('abc', 3), 'abc');
  assert.equal(cutText('abcd', 3), 'ab…');
  assert.equal(cutText('a😀b', 3), 'a…', 'half of a pair goes as well');
  assert.equal(cutText('a😀bc', 4), 'a😀…');
  assert.equal(cutText('', 1), '');
  for (const most of [1, 2, 3, 10]) assert.ok(cutText('😀'.repeat(100), most).isWellFormed());
});
