import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeyedTurns } from './keyed-turns.ts';

test('work with one key is done in order, also behind work that fails, and other keys do not wait', async () => {
  const turns = createKeyedTurns();
  const done: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = turns.take('a', async () => {
    await held;
    done.push('first');
    throw new Error('failed');
  });
  const second = turns.take('a', async () => done.push('second'));
  await turns.take('b', async () => done.push('other'));
  assert.deepEqual(done, ['other']);
  release();
  await assert.rejects(first, /failed/);
  await second;
  assert.deepEqual(done, ['other', 'first', 'second']);
});
