import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHeldBytes } from './held-bytes.ts';

test('results share the memory there is; what would be too much is refused, and memory comes back', () => {
  const held = createHeldBytes(100);
  const [first, second] = [held.begin(), held.begin()];
  first.set(60);
  second.set(40);
  assert.throws(() => second.set(41), { code: 'query.no_room' });
  first.set(20);
  second.set(80);
  second.end();
  first.set(100);
  first.end();
  second.set(100);
});
