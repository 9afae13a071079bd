import { queryOperations } from '@oriel/contract';
import Fastify from 'fastify';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { createZstdDecompress } from 'node:zlib';
import { installCompression } from './compression.ts';

const app = Fastify({ forceCloseConnections: true });
/** The rows of the next answer. */
let rows: AsyncIterable<string>;
before(async () => {
  installCompression(app);
  app.get('/rows', { config: { operation: { id: 'load', operation: queryOperations.load } } }, (_, reply) =>
    reply.type('application/json; charset=utf-8').send(Readable.from(rows)),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
});
after(() => app.close());

async function get(encoding: string): Promise<IncomingMessage> {
  // A listening TCP server has an address with a port.
  const { port } = app.server.address() as AddressInfo;
  const call = request({ port, host: '127.0.0.1', path: '/rows', headers: { 'accept-encoding': encoding } });
  call.end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  return answer;
}

function raise(): never {
  throw new Error('The source has failed');
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

test('rows arrive as they come, compressed with zstd', async () => {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  rows = (async function* () {
    yield 'first';
    await held;
    yield 'second';
  })();
  const answer = await get('gzip, zstd');
  assert.equal(answer.headers['content-encoding'], 'zstd');
  assert.equal(answer.headers['vary'], 'accept-encoding');
  const plain = answer.pipe(createZstdDecompress());
  const [first] = (await once(plain, 'data')) as [Buffer];
  assert.equal(first.toString(), 'first');
  goOn();
  assert.equal(await textOf(plain), 'second');
});

test('a client of gzip alone gets streamed rows as they are', async () => {
  rows = Readable.from(['first', 'second']);
  const answer = await get('gzip');
  assert.equal(answer.headers['content-encoding'], undefined);
  assert.equal(answer.headers['vary'], 'accept-encoding');
  assert.equal(await textOf(answer), 'firstsecond');
});

test('rows that fail on the way cut the connection, so that no reader takes them for all', async () => {
  let fail = () => {};
  const held = new Promise<void>((resolve) => (fail = resolve));
  rows = (async function* () {
    yield 'first';
    await held;
    throw new Error('The source has failed');
  })();
  const answer = await get('zstd');
  await once(answer, 'readable');
  fail();
  await assert.rejects(textOf(answer), { code: 'ECONNRESET' });
});

test('rows that fail before the first are refused in plain text', async () => {
  rows = new Readable({ read: raise });
  const answer = await get('zstd');
  assert.equal(answer.statusCode, 500);
  assert.equal(answer.headers['content-encoding'], undefined);
  assert.equal((JSON.parse(await textOf(answer)) as { statusCode: number }).statusCode, 500);
});
