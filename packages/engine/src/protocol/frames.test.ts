import assert from 'node:assert/strict';
import { duplexPair, PassThrough } from 'node:stream';
import { test } from 'node:test';
import { createFrames, join } from './frames.ts';

interface Said {
  readonly text: string;
  readonly number: number;
}

/** What arrives of frames that are cut into chunks of so many bytes on their way. */
async function transmit(sent: readonly (readonly [Said, ...Uint8Array[]])[], chunkBytes: number) {
  const bytes: Buffer[] = [];
  const wire = new PassThrough();
  wire.on('data', (chunk: Buffer) => bytes.push(chunk));
  const frames = createFrames<Said, Said>(wire, () => {});
  for (const [message, ...body] of sent) frames.send(message, body);
  await new Promise(setImmediate);
  const all = Buffer.concat(bytes);
  const received: [Said, string][] = [];
  const reader = new PassThrough();
  createFrames<Said, Said>(reader, (message, body) => received.push([message, join(body).toString('hex')]));
  for (let at = 0; at < all.length; at += chunkBytes) reader.write(all.subarray(at, at + chunkBytes));
  await new Promise(setImmediate);
  return received;
}

const sent: [Said, ...Uint8Array[]][] = [
  [{ text: 'é\0 \ud800', number: 1.5 }],
  [{ text: '', number: -1 }, Buffer.from([1, 2, 3]), Buffer.alloc(0), Buffer.from([4])],
  [{ text: 'x'.repeat(1_000), number: 0 }, Buffer.alloc(2_000, 7)],
];

for (const chunkBytes of [1, 3, 8, 100, 65_536])
  test(`frames arrive as they were sent, in chunks of ${chunkBytes}`, async () => {
    assert.deepEqual(
      await transmit(sent, chunkBytes),
      sent.map(([message, ...body]) => [message, Buffer.concat(body).toString('hex')]),
    );
  });

test('what is said to an end that has gone is nobody’s failure', async () => {
  const [here, there] = duplexPair();
  const frames = createFrames<Said, Said>(here, () => {});
  here.destroy();
  there.destroy();
  frames.send({ text: 'late', number: 1 }, [Buffer.from('body')]);
});
