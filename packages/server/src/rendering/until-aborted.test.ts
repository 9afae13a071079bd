import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilAborted } from './until-aborted.ts';

test('work that never answers ends with its signal', async () => {
  const given = new AbortController();
  const waiting = untilAborted(given.signal, () => new Promise<never>(() => {}));
  given.abort(new Error('gone'));
  await assert.rejects(waiting, /gone/);
  await assert.rejects(
    untilAborted(given.signal, async () => assert.fail('begun')),
    /gone/,
  );
});

test('other work has its own outcome', async () => {
  const { signal } = new AbortController();
  assert.equal(await untilAborted(signal, async () => 1), 1);
  await assert.rejects(
    untilAborted(signal, () => Promise.reject(new Error('broken'))),
    /broken/,
  );
});
