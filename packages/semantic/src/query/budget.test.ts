import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBudget } from './budget.ts';

/** Steps after which the clock is looked at. */
const LOOK = 10_000;

test('a request is refused when its steps or its time are used up', () => {
  assert.throws(() => createBudget({ steps: 5 }).take(6), { code: 'too_complex' });
  const late = createBudget({ timeMs: -1 });
  assert.doesNotThrow(() => late.take(1));
  assert.throws(() => late.take(LOOK), { code: 'too_complex' });
});

test('work that is no part of a request takes nothing of its time, also where it fails', () => {
  const timeMs = 1_000;
  const now = performance.now.bind(performance);
  let passedMs = 0;
  performance.now = () => now() + passedMs;
  try {
    const budget = createBudget({ timeMs });
    const answer = budget.untimed(() => {
      passedMs += 10 * timeMs;
      return 'loaded';
    });
    assert.equal(answer, 'loaded');
    const failing = () => {
      passedMs += 10 * timeMs;
      throw new Error('cannot be loaded');
    };
    assert.throws(() => budget.untimed(failing), { message: 'cannot be loaded' });
    assert.doesNotThrow(() => budget.take(LOOK));
    passedMs += 10 * timeMs;
    assert.throws(() => budget.take(LOOK), { code: 'too_complex' });
  } finally {
    performance.now = now;
  }
});
