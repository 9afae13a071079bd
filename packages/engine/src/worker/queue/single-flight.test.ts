import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSingleFlight } from './single-flight.ts';

const LONG_MS = 60_000;

/** Work that ends when it is aborted. */
function startWork() {
  const executions = createSingleFlight<void>();
  const signals: AbortSignal[] = [];
  const join = () =>
    executions.join('key', (signal) => {
      signals.push(signal);
      const result = new Promise<void>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
      return {
        result,
        ended: result.catch(() => {}),
        progress: () => ({ position: 0, queuedMs: 0, executedMs: 0 }),
      };
    });
  return { join, signals, end: () => executions.abortAll() };
}

test('an execution is aborted when its last caller has released it', () => {
  const { join, signals } = startWork();
  const [first, second] = [join(), join()];
  assert.deepEqual([first.isShared, second.isShared], [false, true]);
  first.release();
  assert.equal(signals[0]?.aborted, false);
  second.release();
  assert.equal(signals[0]?.aborted, true);
});

test('a poll takes a lingering share over, and its release aborts the execution', async () => {
  const { join, signals, end } = startWork();
  join().release(LONG_MS);
  const again = join();
  assert.equal(again.isShared, true);
  again.release();
  assert.equal(signals[0]?.aborted, true);
  await end();
});

test('an execution goes on while a share lingers', async () => {
  const { join, signals, end } = startWork();
  for (const flight of [join(), join()]) flight.release(LONG_MS);
  join().release();
  assert.equal(signals[0]?.aborted, false);
  await end();
});
