import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clickOn, emptySelection } from './selection.ts';

const all = ['a', 'b', 'c', 'd'];
const plain = { shift: false, toggle: false };
const chosen = (selection: { keys: ReadonlySet<string> }) => [...selection.keys].sort();

test('a click selects one thing alone', () => {
  assert.deepEqual(chosen(clickOn(clickOn(emptySelection, 'a', all, plain), 'c', all, plain)), ['c']);
});

test('with Ctrl it adds and takes away', () => {
  const both = clickOn(clickOn(emptySelection, 'a', all, plain), 'c', all, { shift: false, toggle: true });
  assert.deepEqual(chosen(both), ['a', 'c']);
  assert.deepEqual(chosen(clickOn(both, 'a', all, { shift: false, toggle: true })), ['c']);
});

test('with Shift it selects from where the last click was, in either direction', () => {
  const from = clickOn(emptySelection, 'c', all, plain);
  assert.deepEqual(chosen(clickOn(from, 'a', all, { shift: true, toggle: false })), ['a', 'b', 'c']);
  assert.deepEqual(chosen(clickOn(from, 'd', all, { shift: true, toggle: false })), ['c', 'd']);
});
