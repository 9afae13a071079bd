import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { ServerSilent, watchedFetch, watchServer } from './server-watch.ts';

/** What a probe meets. */
let meets: 'silence' | 'a broken connection' | number;
let probes = 0;
const fetch = ((_: unknown, { signal }: { signal: AbortSignal }) => {
  probes += 1;
  if (meets === 'a broken connection') return Promise.reject(new TypeError('Failed to fetch'));
  if (typeof meets === 'number') return Promise.resolve(new Response('', { status: meets }));
  return new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new Error('aborted'))),
  );
}) as typeof globalThis.fetch;

beforeEach((context) => {
  probes = 0;
  mock.timers.enable({ apis: ['setTimeout'] });
  (context as { after(end: () => void): void }).after(() => mock.timers.reset());
});
/** Lets the time pass, and what it has begun. */
async function pass(ms: number): Promise<void> {
  mock.timers.tick(ms);
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
const caller = new AbortController().signal;

test('a request of a server that never answers ends as a broken connection does', async () => {
  meets = 'silence';
  const { signal } = watchServer(caller, fetch);
  await pass(19_000);
  assert.equal(probes, 0);
  await pass(1_000);
  assert.deepEqual([probes, signal.aborted], [1, false]);
  await pass(5_000);
  assert.ok(signal.reason instanceof ServerSilent);
});

test('a slow query is waited for while the server answers the probe', async () => {
  meets = 200;
  const { signal } = watchServer(caller, fetch);
  for (let asked = 1; asked <= 5; asked += 1) {
    await pass(20_000);
    assert.deepEqual([probes, signal.aborted], [asked, false]);
  }
  meets = 502;
  await pass(20_000);
  assert.equal(signal.aborted, true, 'a proxy says that nobody is behind it');
});

test('what comes puts the probe off, also while one is under way', async () => {
  meets = 'silence';
  const { signal, listen } = watchServer(caller, fetch);
  await pass(19_000);
  listen();
  await pass(19_000);
  assert.equal(probes, 0);
  await pass(1_000);
  listen();
  await pass(5_000);
  assert.deepEqual([probes, signal.aborted], [1, false]);
});

test('a request that is over, or breaks by itself, is not ended', async () => {
  meets = 'a broken connection';
  const breaking = watchServer(caller, fetch);
  await pass(20_000);
  assert.equal(breaking.signal.aborted, false);
  breaking.rest();
  await pass(60_000);
  assert.deepEqual([probes, breaking.signal.aborted], [1, false]);
});

test('an answer that stops within its body ends as a broken connection does, and one that nobody reads is not watched', async () => {
  meets = 'silence';
  let write: (text: string) => void = assert.fail;
  const hangs = (async (_input, init) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        write = (text) => controller.enqueue(new TextEncoder().encode(text));
        init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
      },
    });
    return new Response(body, { status: 201, headers: { 'oriel-rows': '1/2' } });
  }) as typeof globalThis.fetch;
  const answer = await watchedFetch(hangs, fetch)('/somewhere');
  assert.deepEqual([answer.status, answer.headers.get('oriel-rows')], [201, '1/2']);
  await pass(60_000);
  assert.equal(probes, 0);
  const reader = answer.body?.getReader();
  write('one');
  assert.equal(new TextDecoder().decode((await reader?.read())?.value), 'one');
  const rest = reader?.read();
  await pass(0);
  await pass(20_000);
  assert.equal(probes, 1);
  const ended = assert.rejects(async () => rest, ServerSilent);
  await pass(5_000);
  await ended;
});

test('the caller ends it as before', () => {
  const own = new AbortController();
  const { signal } = watchServer(own.signal, fetch);
  own.abort();
  assert.equal(signal.aborted, true);
});

test('an answer without a body is passed on, though the browser gives it one', async () => {
  for (const status of [204, 205, 304]) {
    const answer = Object.defineProperty(new Response(null, { status }), 'body', {
      value: new ReadableStream({ start: (controller) => controller.close() }),
    });
    const passed = await watchedFetch(async () => answer, fetch)('/x', { signal: caller });
    assert.deepEqual([passed.status, passed.ok], [status, status < 300]);
  }
});
