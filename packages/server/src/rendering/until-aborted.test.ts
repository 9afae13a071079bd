import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnWithin, untilAborted } from './until-aborted.ts';

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

test('a drawing that is not done in time is refused with the reason, and who has gone away is told nothing', async () => {
  const never = (signal: AbortSignal) => untilAborted(signal, () => new Promise<never>(() => {}));
  await assert.rejects(drawnWithin(20, new AbortController().signal, never), {
    code: 'export_failed',
    status: 422,
    message: /not drawn within 0\.02 seconds/,
  });
  const gone = new AbortController();
  const drawing = drawnWithin(60_000, gone.signal, never);
  gone.abort(new Error('gone'));
  await assert.rejects(drawing, { message: 'gone' });
  const broken = () => Promise.reject(new Error('broken'));
  await assert.rejects(drawnWithin(60_000, new AbortController().signal, broken), { message: 'broken' });
});
