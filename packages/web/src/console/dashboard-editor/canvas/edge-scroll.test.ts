import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speedAt } from './edge-scroll.ts';

test('the page scrolls the faster the nearer the pointer is to an edge, and no faster beyond it', () => {
  assert.deepEqual(
    [100, 400, 752].map((y) => speedAt(y, 800)),
    [0, 0, 0],
  );
  assert.ok(speedAt(780, 800) > 0 && speedAt(780, 800) < speedAt(800, 800));
  assert.equal(speedAt(900, 800), speedAt(800, 800));
  assert.equal(speedAt(0, 800), -speedAt(800, 800));
});
