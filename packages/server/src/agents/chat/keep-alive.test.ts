import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepAlive } from './keep-alive.ts';

test('the last item comes again while there is none, and nothing is lost or out of order', async () => {
  async function* slow() {
    yield 'first';
    yield 'second';
    await sleep(250);
    yield 'third';
  }
  const items = await Array.fromAsync(keepAlive(slow(), 50));
  const repeated = items.filter((item) => item === 'second').length - 1;
  assert.ok(repeated >= 1 && repeated <= 5, `${repeated} times in 250 ms`);
  assert.deepEqual([...new Set(items)], ['first', 'second', 'third']);
  assert.deepEqual(items.toSorted(), items);
});

test('nothing is repeated before the first item, or where items come in time', async () => {
  async function* late() {
    await sleep(120);
    yield 'first';
    yield 'second';
  }
  assert.deepEqual(await Array.fromAsync(keepAlive(late(), 30)), ['first', 'second']);
});

test('a failure reaches the reader, also after a silence', async () => {
  async function* failing() {
    yield 'first';
    await sleep(80);
    throw new Error('The turn is gone');
  }
  const read: string[] = [];
  await assert.rejects(async () => {
    for await (const item of keepAlive(failing(), 30)) read.push(item);
  }, /The turn is gone/);
  assert.ok(read.length > 1);
});

test('a reader that leaves ends the stream that it read', async () => {
  let isEnded = false;
  async function* endless() {
    try {
      for (let count = 0; ; count += 1) yield count;
    } finally {
      isEnded = true;
    }
  }
  for await (const count of keepAlive(endless(), 1_000)) if (count === 3) break;
  await sleep(1);
  assert.ok(isEnded);
});
