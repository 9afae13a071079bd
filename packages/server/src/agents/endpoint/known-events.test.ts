import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKnownEvents } from './known-events.ts';

const event = (type: string, values: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...values })}\n\n`;
const start = (index: number, type: string) =>
  event('content_block_start', { index, content_block: { type } });
const delta = (index: number, type: string) => event('content_block_delta', { index, delta: { type } });
const stop = (index: number) => event('content_block_stop', { index });

/** What is left of a stream that comes in these chunks. */
async function left(chunks: readonly Uint8Array[]): Promise<string> {
  const { readable, writable } = createKnownEvents();
  const read = new Response(readable).text();
  const writer = writable.getWriter();
  for (const chunk of chunks) await writer.write(chunk);
  await writer.close();
  return read;
}
const bytes = (value: string) => new TextEncoder().encode(value);

test('unknown events, blocks and deltas are left out, what is known stays', async () => {
  const known = [
    event('message_start'),
    start(1, 'text'),
    delta(1, 'text_delta'),
    stop(1),
    start(2, 'tool_use'),
    delta(2, 'input_json_delta'),
    stop(2),
    event('error', { error: { type: 'overloaded_error' } }),
    event('message_delta', { delta: { stop_reason: 'end_turn' } }),
    event('message_stop'),
  ];
  const unknown = [
    event('ping'),
    event('quota_notice', { index: 1 }),
    start(0, 'drawing'),
    delta(0, 'text_delta'),
    stop(0),
    delta(1, 'mood_delta'),
    start(4, 'web_search_tool_result'),
    event('message', { type: null }),
  ];
  const order = [...unknown.slice(0, 5), ...known, ...unknown.slice(5)];
  assert.equal(await left([bytes(order.join(''))]), known.join(''));
});

test('it does not matter where the chunks of a stream end, nor how its lines do', async () => {
  const stream = `: hello\n\n${event('ping')}${event('message_start', { text: 'ü😀\r' })}${event('message_stop')}`;
  const expected = stream.replace(event('ping'), '').replace(': hello\n\n', '');
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    const whole = bytes(stream.replaceAll('\n', lineEnd));
    for (const size of [1, 2, 7, whole.length]) {
      const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
        whole.slice(index * size, (index + 1) * size),
      );
      assert.equal((await left(chunks)).replace(': hello\n\n', ''), expected, `${lineEnd} ${size}`);
    }
  }
});

test('what is no event of the format, and what has no end, is left to the reader', async () => {
  const stream = 'data: {broken\n\ndata: 7\n\ndata: {"type":"pi';
  assert.equal(await left([bytes(stream)]), stream);
});
