import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLines } from './read-lines.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('lines come as soon as they are there, cut anywhere, also where streams cannot be iterated', async (context) => {
  const { [Symbol.asyncIterator]: iterate } = ReadableStream.prototype;
  context.after(() => Object.assign(ReadableStream.prototype, { [Symbol.asyncIterator]: iterate }));
  Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
  let feed: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (feed = controller) });
  const lines = readLines<{ id: string }>(new Response(body));
  feed?.enqueue(bytes('{"id":"é'.slice(0, 7)));
  feed?.enqueue(bytes('é"}\n\n{"id":"b"}\n{"id"'));
  assert.deepEqual((await lines.next()).value, { id: 'é' });
  assert.deepEqual((await lines.next()).value, { id: 'b' });
  feed?.enqueue(bytes(':"c"}'));
  feed?.close();
  assert.deepEqual((await lines.next()).value, { id: 'c' });
  assert.equal((await lines.next()).done, true);
});

test('a reader that leaves ends the request, and a connection that breaks is told', async () => {
  let ended: unknown;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytes('{}\n')),
    cancel: (reason) => void (ended = reason ?? 'left'),
  });
  for await (const line of readLines(new Response(endless))) {
    assert.deepEqual(line, {});
    break;
  }
  assert.ok(ended);
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new TypeError('The connection is gone')),
  });
  await assert.rejects(readLines(new Response(broken)).next(), /The connection is gone/);
});

test('an answer without a body has no lines, and one that is no JSON is an error', async () => {
  assert.deepEqual(await Array.fromAsync(readLines(new Response(null, { status: 204 }))), []);
  await assert.rejects(Array.fromAsync(readLines(new Response('{"id":1}\nno\n'))), SyntaxError);
});
