import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestApp, type TestApp } from '../../test/index.ts';
import { DEFAULT_CONNECTION_LIMITS, limitConnections, serverTimeouts } from './connection-limits.ts';

/** Far above the limits, however busy the machine is, and below what Node.js does without them: a minute. */
const LATE_MS = 20_000;
const SMALL = { ...DEFAULT_CONNECTION_LIMITS, headerMs: 300, requestMs: 900, idleMs: 300, answerMs: 500 };

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** What comes back until the connection ends, and how long that took. */
async function watch(socket: Socket): Promise<{ answer: string; ms: number }> {
  const startedAt = performance.now();
  const answer = await text(socket);
  return { answer, ms: performance.now() - startedAt };
}

/** Writes a byte every 50 ms until the connection ends. */
function drip(socket: Socket, content: string): void {
  let position = 0;
  const timer = setInterval(() => socket.write(content[position++ % content.length] ?? ' '), 50);
  socket.on('error', () => {}).once('close', () => clearInterval(timer));
}

suite('a request that arrives slowly', () => {
  let world: TestApp;
  let port: number;
  before(async () => {
    world = await createTestApp({ connectionLimits: SMALL });
    port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  after(() => world.close());

  const head = () =>
    `POST /api/v1/deployments/${world.deploymentId}/folders HTTP/1.1\r\nhost: localhost\r\n` +
    `authorization: Bearer ${world.adminKey}\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n`;

  test('a head that drips is refused after its time', async () => {
    const socket = await open(port);
    drip(socket, `GET / HTTP/1.1\r\nx-slow: ${'y'.repeat(1_000)}`);
    const { answer, ms } = await watch(socket);
    assert.match(answer, /^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
    assert.ok(ms < LATE_MS, `${ms} ms`);
  });

  test('a body that drips is refused after the time of the whole request', async () => {
    const socket = await open(port);
    socket.write(head());
    drip(socket, ' '.repeat(10));
    const { answer, ms } = await watch(socket);
    assert.match(answer, /^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
    assert.ok(ms > 500 && ms < LATE_MS, `${ms} ms`);
  });

  test('a body that never comes is refused as well', async () => {
    const socket = await open(port);
    socket.write(head());
    const { answer, ms } = await watch(socket);
    assert.match(answer, /^HTTP\/1\.1 408 /);
    assert.ok(ms < LATE_MS, `${ms} ms`);
  });

  test('a connection that never asks anything is closed', async () => {
    const { ms } = await watch(await open(port));
    assert.ok(ms < LATE_MS, `${ms} ms`);
  });

  test('a connection is kept for its next request, and not for ever', async () => {
    const socket = await open(port);
    const get = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
    const watched = watch(socket);
    socket.write(get);
    await once(socket, 'data');
    await pause(100);
    socket.write(get);
    const { answer, ms } = await watched;
    assert.equal(answer.match(/HTTP\/1\.1 200 /g)?.length, 2);
    assert.ok(ms < 3_500, `${ms} ms`);
  });
});

async function withServer(
  listener: RequestListener,
  limits: Partial<typeof SMALL>,
  work: (port: number, server: Server) => Promise<void>,
): Promise<void> {
  const all = { ...SMALL, ...limits };
  const server = createServer(serverTimeouts(all), listener);
  limitConnections(server, all);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    // A TCP server that listens has an address with a port.
    await work((server.address() as AddressInfo).port, server);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const get = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';

test('a reader who leaves an answer unread is cut', async () => {
  const closed = Promise.withResolvers<void>();
  const listener: RequestListener = (_request, response) => {
    response.once('close', closed.resolve);
    for (let chunk = 0; chunk < 64; chunk += 1) response.write(Buffer.alloc(2 ** 20));
    response.end();
  };
  await withServer(listener, {}, async (port) => {
    const socket = await open(port);
    socket.pause();
    socket.write(get);
    const startedAt = performance.now();
    await closed.promise;
    assert.ok(performance.now() - startedAt < LATE_MS);
    socket.destroy();
  });
});

test('an answer that takes its time is waited for', async () => {
  const listener: RequestListener = (_request, response) =>
    void pause(SMALL.answerMs * 3).then(() => response.end('late'));
  await withServer(listener, {}, async (port) => {
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    assert.equal(await answer.text(), 'late');
  });
});

test('connections have a bound, and idle ones are closed for new ones', async () => {
  const limits = {
    maxConnections: 10,
    idleMs: 60_000,
    headerMs: 60_000,
    requestMs: 60_000,
    answerMs: 60_000,
  };
  await withServer(
    (_request, response) => response.end('here'),
    limits,
    async (port) => {
      const sockets: Socket[] = [];
      for (let index = 0; index < 40; index += 1) {
        const socket = await open(port);
        socket.on('error', () => {});
        socket.write(get);
        await once(socket, 'data');
        sockets.push(socket);
      }
      await pause(50);
      const stillOpen = sockets.filter((socket) => !socket.closed && !socket.readableEnded);
      assert.ok(stillOpen.length <= 10, `${stillOpen.length} are open`);
      for (const socket of sockets) socket.destroy();
    },
  );
  await withServer(
    () => {},
    limits,
    async (port) => {
      const sockets = await Promise.all(Array.from({ length: 40 }, () => open(port)));
      for (const socket of sockets) socket.on('error', () => {}).resume();
      await pause(200);
      assert.equal(sockets.filter((socket) => !socket.closed && !socket.readableEnded).length, 10);
      for (const socket of sockets) socket.destroy();
    },
  );
});
