import { queryOperations, serverBrands } from '@oriel/contract';
import Fastify from 'fastify';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createZstdDecompress } from 'node:zlib';
import { installCompression } from './compression.ts';
import { FileBody } from './file-body.ts';
import { createAnswerTurns } from './answer-turns.ts';
import { createReply } from './reply.ts';

/** Every kilobyte another one, so that none is taken for another. */
const CONTENT = Buffer.concat(Array.from({ length: 9_000 }, () => randomBytes(1_023)));
const HEAD = Buffer.from('the titles\r\n');

const app = Fastify({ forceCloseConnections: true });
/** Of the files that were sent, the last one. */
let sent: FileHandle;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-file-body-'));
  await writeFile(join(folder, 'rows'), CONTENT);
  installCompression(app);
  const operation = queryOperations.loadBatch;
  const reply = createReply(operation, { brand: serverBrands.svc, turns: createAnswerTurns() });
  app.get('/rows', { config: { operation: { id: 'loadBatch', operation } } }, async (_, answer) => {
    sent = await open(join(folder, 'rows'));
    const gone = new AbortController();
    answer.raw.once('close', () => answer.raw.writableFinished || gone.abort());
    return reply(answer, { status: 200, body: new FileBody(sent, gone.signal, { head: HEAD }) }, 'caller');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
after(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function get(encoding = 'identity'): Promise<IncomingMessage> {
  // A listening TCP server has an address with a port.
  const { port } = app.server.address() as AddressInfo;
  const call = request({ port, host: '127.0.0.1', path: '/rows', headers: { 'accept-encoding': encoding } });
  call.end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  return answer;
}

async function bytesOf(stream: AsyncIterable<unknown>, pause = async () => {}): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    await pause();
  }
  return Buffer.concat(chunks);
}

const isWhole = (bytes: Buffer) => bytes.equals(Buffer.concat([HEAD, CONTENT]));

async function untilClosed(file: FileHandle): Promise<void> {
  while (file.fd !== -1) await setImmediate();
}

test('a file is sent to the byte, below its head, and closed', async () => {
  assert.ok(isWhole(await bytesOf(await get())));
  await untilClosed(sent);
});

test('to a reader that lags behind as well, and compressed, and to several at once', async () => {
  const lag = async () => {
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  };
  const readers = [
    bytesOf(await get(), lag),
    bytesOf((await get('zstd')).pipe(createZstdDecompress()), lag),
    bytesOf(await get()),
    bytesOf((await get('zstd')).pipe(createZstdDecompress())),
  ];
  for (const bytes of await Promise.all(readers)) assert.ok(isWhole(bytes));
});

test('it is closed when its reader goes in the middle, and when nobody begins to read', async () => {
  const answer = await get();
  await once(answer, 'readable');
  answer.destroy();
  await untilClosed(sent);
  const file = await open(join(folder, 'rows'));
  const gone = new AbortController();
  const body = new FileBody(file, gone.signal);
  gone.abort();
  await untilClosed(file);
  await assert.rejects(bytesOf(body));
  const late = await open(join(folder, 'rows'));
  assert.ok(new FileBody(late, gone.signal));
  await untilClosed(late);
});

test('a reader that keeps the chunks has them to itself', async () => {
  const file = await open(join(folder, 'rows'));
  const body = new FileBody(file, new AbortController().signal, { head: HEAD });
  assert.ok(isWhole(await bytesOf(body)));
});

test('a file that cannot be read to its end cuts the connection', async () => {
  const answer = await get();
  await once(answer, 'readable');
  await sent.close();
  await assert.rejects(bytesOf(answer), { code: 'ECONNRESET' });
});
