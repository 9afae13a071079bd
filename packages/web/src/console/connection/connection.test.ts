import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { createConnection, type Connection } from './connection.ts';

let probes: number;
/** What a request and a probe meet. */
let server: 'there' | 'gone' | 'behind a proxy without it';
let connection: Connection;

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  probes = 0;
  server = 'there';
  connection = createConnection({
    fetch: async () => {
      if (server === 'gone') throw new TypeError('Failed to fetch');
      return new Response('', { status: server === 'there' ? 404 : 502 });
    },
    probe: async () => {
      probes += 1;
      return server === 'there';
    },
  });
});
afterEach(() => mock.timers.reset());

const request = () => connection.fetch('/', {}).catch(() => undefined);
/** Lets promises settle, and time pass. */
const pass = async (ms: number) => {
  mock.timers.tick(ms);
  await new Promise((resolve) => setImmediate(resolve));
};

test('any answer of the server, also a refusal, says that it is there', async () => {
  await request();
  await pass(0);
  assert.deepEqual([connection.isThere, probes], [true, 0]);
});

test('a request that fails while the server is there changes nothing', async () => {
  server = 'gone';
  const failing = request();
  server = 'there';
  await failing;
  await pass(0);
  assert.deepEqual([connection.isThere, probes], [true, 1]);
});

test('requests that fail together cause one probe, after which the server counts as gone', async () => {
  server = 'gone';
  await Promise.all([request(), request(), request()]);
  await pass(0);
  assert.deepEqual([connection.isThere, probes], [false, 1]);
});

test('a proxy without its server counts as no server', async () => {
  server = 'behind a proxy without it';
  await request();
  await pass(0);
  assert.equal(connection.isThere, false);
});

test('an aborted request says nothing about the server', async () => {
  server = 'gone';
  const signal = AbortSignal.abort();
  await assert.rejects(connection.fetch('/', { signal }));
  await pass(0);
  assert.deepEqual([connection.isThere, probes], [true, 0]);
});

test('a server that is gone is probed at growing intervals of at most ten seconds', async () => {
  server = 'gone';
  await request();
  await pass(0);
  const seen: number[] = [];
  for (let second = 1; second <= 40; second += 1) {
    const before = probes;
    await pass(1000);
    if (probes > before) seen.push(second);
  }
  assert.deepEqual(seen, [1, 3, 7, 15, 25, 35]);
});

test('a waiting caller continues as soon as the server is back', async () => {
  server = 'gone';
  await request();
  await pass(0);
  let isBack = false;
  const waiting = connection.untilThere().then(() => (isBack = true));
  await pass(1000);
  assert.equal(isBack, false);
  server = 'there';
  await connection.check();
  await waiting;
  assert.equal(isBack, true);
  const before = probes;
  await pass(60_000);
  assert.equal(probes, before, 'a server that is there is not probed');
});

test('waiting ends with its signal', async () => {
  server = 'gone';
  await request();
  await pass(0);
  const abort = new AbortController();
  const waiting = connection.untilThere(abort.signal);
  abort.abort(new Error('left the page'));
  await assert.rejects(waiting, /left the page/);
});
