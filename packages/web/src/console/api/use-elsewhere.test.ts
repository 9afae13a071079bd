import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstWith } from './use-elsewhere.ts';

test('deployments are asked a few at a time, until one has the thing', async () => {
  const asked: number[] = [];
  const find = (there: number) => async (id: number) => {
    asked.push(id);
    if (id !== there) throw new Error('not there');
  };
  const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
  assert.equal(await firstWith(ids, find(3)), 3);
  assert.deepEqual(asked, [1, 2, 3, 4, 5]);
  assert.equal(await firstWith(ids, find(11)), 11);
  assert.equal(await firstWith(ids, find(99)), null);
  assert.equal(await firstWith([], find(1)), null);
});
