import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { watchRuntime } from './watch-runtime.ts';

const SILENT_MS = 1_000;

/** Watches a process that has been heard of once, on a clock of the test. */
function startWatch(context: TestContext, isStarved: () => boolean) {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const killed: string[] = [];
  const watch = watchRuntime({
    memoryMb: 100,
    silentMs: SILENT_MS,
    isStarved,
    kill: (reason) => killed.push(reason),
  });
  watch.seen();
  return { watch, killed, pass: (ms: number) => context.mock.timers.tick(ms) };
}

test('a process of which nothing is heard is ended, and one that says something is not', (context) => {
  const { watch, killed, pass } = startWatch(context, () => false);
  for (let second = 0; second < 5; second += 1) {
    pass(SILENT_MS);
    watch.seen();
  }
  assert.deepEqual(killed, []);
  pass(1.1 * SILENT_MS);
  assert.equal(killed[0], 'silent');
});

test('a process that waits for a processor has six times as long', (context) => {
  const { killed, pass } = startWatch(context, () => true);
  pass(6 * SILENT_MS);
  assert.deepEqual(killed, []);
  pass(1.1 * SILENT_MS);
  assert.equal(killed[0], 'silent');
});

test('a process that takes more memory than it may have is ended', (context) => {
  const { watch, killed } = startWatch(context, () => false);
  watch.pulse(100 * 2 ** 20);
  assert.deepEqual(killed, []);
  watch.pulse(101 * 2 ** 20);
  assert.deepEqual(killed, ['memory']);
});
