import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pause } from './pause.ts';

const reason = new Error('no longer needed');

test('a pause ends by itself', async () => {
  await pause(1, undefined);
});

test('a pause is given up with the reason of its signal, also of one that was aborted before', async () => {
  const controller = new AbortController();
  const waiting = pause(60_000, controller.signal);
  controller.abort(reason);
  await assert.rejects(waiting, reason);
  await assert.rejects(pause(60_000, controller.signal), reason);
});
