import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSharedExecutions } from './shared-executions.ts';

const LONG_MS = 60_000;

/** Work that ends when it is aborted. */
function startWork() {
  const executions = createSharedExecutions<void>();
  const signals: AbortSignal[] = [];
  const join = () =>
    executions.join('key', (signal) => {
      signals.push(signal);
      const result = new Promise<void>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
      return { result, ended: result.catch(() => {}) };
    });
  return { join, signals, end: () => executions.abortAll() };
}

test('work is aborted when the last of those who wait has gone', () => {
  const { join, signals } = startWork();
  const [first, second] = [join(), join()];
  assert.deepEqual([first.isShared, second.isShared], [false, true]);
  first.leave();
  assert.equal(signals[0]?.aborted, false);
  second.leave();
  assert.equal(signals[0]?.aborted, true);
});

test('who was told to ask again, has asked and goes, leaves nothing behind', async () => {
  const { join, signals, end } = startWork();
  join().leave(LONG_MS);
  const again = join();
  assert.equal(again.isShared, true);
  again.leave();
  assert.equal(signals[0]?.aborted, true);
  await end();
});

test('work goes on for whoever may still ask again', async () => {
  const { join, signals, end } = startWork();
  for (const joined of [join(), join()]) joined.leave(LONG_MS);
  join().leave();
  assert.equal(signals[0]?.aborted, false);
  await end();
});
