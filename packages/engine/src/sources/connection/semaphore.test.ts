import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSemaphore } from './semaphore.ts';

const never = new AbortController().signal;

test('work runs in the order of the calls, so many at once', async () => {
  const semaphore = createSemaphore(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = [0, 1, 2, 3].map((number) =>
    semaphore.use(() => {
      begun.push(number);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends[number] = resolve;
      return promise;
    }, never),
  );
  await new Promise(setImmediate);
  assert.deepEqual(begun, [0, 1]);
  ends[1]?.();
  await all[1];
  await new Promise(setImmediate);
  assert.deepEqual(begun, [0, 1, 2]);
  ends[0]?.();
  ends[2]?.();
  await all[2];
  await new Promise(setImmediate);
  ends[3]?.();
  await Promise.all(all);
});

test('work that is aborted while it waits is never begun, and lets the next one in', async () => {
  const semaphore = createSemaphore(1);
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = semaphore.use(() => promise, never);
  const controller = new AbortController();
  const second = semaphore.use(() => assert.fail('begun'), controller.signal);
  const third = semaphore.use(async () => 'done', never);
  controller.abort();
  await assert.rejects(second, { code: 'query.cancelled' });
  resolve();
  await first;
  assert.equal(await third, 'done');
});

test('work that fails gives its permit back', async () => {
  const semaphore = createSemaphore(1);
  await assert.rejects(
    semaphore.use(() => Promise.reject(new Error('no')), never),
    /no/,
  );
  assert.equal(await semaphore.use(async () => 'done', never), 'done');
});
