import { refuse } from '@oriel/contract';
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { openModelRepository, type ModelRepository } from '../model-repository.ts';
import { MAX_REQUEST_BYTES, startGitService } from './git-service.ts';
import { createSlots } from './slots.ts';

let dataDir: string;
let repository: ModelRepository;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-git-service-'));
  repository = await openModelRepository(dataDir, 1);
});
after(() => rm(dataDir, { recursive: true, maxRetries: 10 }));

/** A push that never ends: a command, and the head of a pack of many objects. */
function endlessPush(): PassThrough {
  const input = new PassThrough();
  const command = `${'0'.repeat(40)} ${'1'.repeat(40)} refs/heads/master\0 report-status`;
  input.write(`${(command.length + 4).toString(16).padStart(4, '0')}${command}0000`);
  input.write(Buffer.from([0x50, 0x41, 0x43, 0x4b, 0, 0, 0, 2, 0, 0, 0xff, 0xff]));
  return input;
}
const start = (input: Readable, options: { signal?: AbortSignal; timeoutMs?: number } = {}) =>
  startGitService({
    service: 'receive-pack',
    directory: repository.directory,
    input,
    signal: new AbortController().signal,
    ...options,
  });
const leftovers = async () =>
  (await readdir(join(repository.directory, 'objects'))).filter((name) => name.startsWith('tmp_objdir'));

test('a push that its client breaks off ends, and leaves nothing', async () => {
  const client = new AbortController();
  const { ended, received, output } = start(endlessPush(), { signal: client.signal });
  output.resume();
  while ((await leftovers()).length === 0) await new Promise((resolve) => setImmediate(resolve));
  client.abort();
  await Promise.allSettled([received, ended]);
  assert.deepEqual(await leftovers(), []);
});

test('a push that takes too long is ended', async () => {
  const { ended, received, output } = start(endlessPush(), { timeoutMs: 200 });
  output.resume();
  const [, end] = await Promise.allSettled([received, ended]);
  assert.equal(end.status, 'fulfilled');
  assert.deepEqual(await leftovers(), []);
});

test('a push that is too large is refused while it comes', async () => {
  const input = endlessPush();
  // The content of the largest object there could be, stored as it is: git goes on reading.
  const block = Buffer.alloc(1024 * 1024);
  const { received, output, ended } = start(
    Readable.from(
      (async function* () {
        yield input.read() as Buffer;
        // A blob of 2 GiB in blocks that are stored, of 65,535 bytes each.
        yield Buffer.from([0xb0, 0x80, 0x80, 0x80, 0x80, 0x01, 0x78, 0x01]);
        for (let bytes = 0; bytes <= MAX_REQUEST_BYTES['receive-pack']; bytes += 65_535) {
          yield Buffer.from([0x00, 0xff, 0xff, 0x00, 0x00]);
          yield block.subarray(0, 65_535);
        }
      })(),
    ),
  );
  output.resume();
  await assert.rejects(received, {
    message: refuse('payload_too_large', { maxBytes: MAX_REQUEST_BYTES['receive-pack'] }).message,
  });
  await ended;
  assert.deepEqual(await leftovers(), []);
});

test('slots bound what runs at once, in the order of asking', async () => {
  const slots = createSlots({ count: 1, maxWaiting: 2 });
  const { signal } = new AbortController();
  const release = await slots.take(signal);
  const order: number[] = [];
  const gone = new AbortController();
  const first = slots.take(gone.signal);
  const second = slots.take(signal).then((give) => (order.push(2), give()));
  await assert.rejects(slots.take(signal), { code: 'unavailable' });
  gone.abort();
  await assert.rejects(first, { name: 'AbortError' });
  release();
  await second;
  (await slots.take(signal))();
  assert.deepEqual(order, [2]);
});
