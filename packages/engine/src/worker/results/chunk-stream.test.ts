import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChunkStream } from './chunk-stream.ts';

const large = new Uint8Array(2 * 1024 * 1024);
const small = new Uint8Array(1);
const never = new AbortController().signal;

test('a writer goes on when the buffer has been read', async () => {
  const stream = createChunkStream(never);
  await stream.push([small]);
  const pushed = stream.push([large]);
  assert.deepEqual(await stream.pull(), [small, large]);
  await pushed;
  stream.end([small]);
  assert.deepEqual(await stream.pull(), [small]);
  assert.equal(await stream.pull(), undefined);
});

test('a reader waits for chunks, and for the end', async () => {
  const stream = createChunkStream(never);
  const pulled = stream.pull();
  await stream.push([small]);
  assert.deepEqual(await pulled, [small]);
  const last = stream.pull();
  stream.end([]);
  assert.equal(await last, undefined);
});

test('a failure comes behind the chunks before it', async () => {
  const stream = createChunkStream(never);
  await stream.push([small]);
  stream.fail(new Error('no more'));
  assert.deepEqual(await stream.pull(), [small]);
  await assert.rejects(stream.pull(), /no more/);
});

test('a writer that waits fails when the stream is aborted', async () => {
  const gone = new AbortController();
  const stream = createChunkStream(gone.signal);
  const pushed = stream.push([large]);
  gone.abort();
  await assert.rejects(pushed, { code: 'query.cancelled' });
  await assert.rejects(stream.push([large]), { code: 'query.cancelled' });
});

test('a reader that stops has a minute, one that has not begun has no limit', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const stream = createChunkStream(never);
  const unread = stream.push([large]);
  context.mock.timers.tick(600_000);
  await stream.pull();
  await unread;
  const stalled = stream.push([large]);
  context.mock.timers.tick(60_000);
  await assert.rejects(stalled, { code: 'query.cancelled' });
});
