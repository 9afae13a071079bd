import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { test } from 'node:test';
import type { ReachableNetworks } from './reachable-socket.ts';
import { openPostgresSource } from '../postgres/postgres-source.ts';

const ALL: ReachableNetworks = { refused: [], allowed: [] };
const CLOUD: ReachableNetworks = { refused: ['127.0.0.0/8', '::1', '169.254.0.0/16'], allowed: [] };

async function listen(onSocket: (socket: Socket) => void): Promise<Server & { port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onSocket(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(server, { port: (server.address() as AddressInfo).port });
}

/** What a query of a PostgreSQL that is said to be there is told. */
async function toldOf(
  { host = '127.0.0.1', port, hasTls = false }: { host?: string; port: number; hasTls?: boolean },
  networks: ReachableNetworks = ALL,
): Promise<string> {
  const source = openPostgresSource({
    type: 'postgres',
    host,
    port,
    database: 'd',
    user: 'u',
    password: 'p',
    networks,
    ...(hasTls && { ssl: { rejectUnauthorized: false } }),
  });
  try {
    const options = { signal: AbortSignal.timeout(20_000), take: () => {} };
    await source.read({ sql: 'SELECT 1', params: [] }, options as never);
    return 'read';
  } catch (error) {
    return String(error);
  } finally {
    await source.close();
  }
}

test('answers do not tell a port that is open from one that is closed, or a name that there is from one that there is not', async (t) => {
  const web = await listen((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
  );
  const mute = await listen((socket) => socket.once('data', () => socket.destroy()));
  t.after(() => [web, mute].forEach((server) => server.close()));
  const gone = await listen(() => {});
  gone.close();
  for (const hasTls of [false, true]) {
    const told = await Promise.all([
      ...[web, mute, gone].map(({ port }) => toldOf({ port, hasTls })),
      toldOf({ host: 'no-such-host.invalid', port: 5432, hasTls }),
    ]);
    assert.equal(new Set(told).size, 1, JSON.stringify(told));
    assert.match(told[0] ?? '', /nothing is reached at its host and port, or no PostgreSQL answers there/);
    assert.doesNotMatch(told.join(), /ECONN|ENOTFOUND|127\.0\.0\.1|invalid/);
  }
});

test('a network that is not listed is not connected to, whatever name leads there', async (t) => {
  let count = 0;
  const server = await listen((socket) => {
    count += 1;
    socket.destroy();
  });
  t.after(() => server.close());
  for (const host of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1', '127.1', '2130706433'])
    assert.match(
      await toldOf({ host, port: server.port }, CLOUD),
      /ORIEL_DATA_SOURCE_PRIVATE_NETWORKS/,
      host,
    );
  assert.match(
    await toldOf({ host: '169.254.169.254', port: 80 }, CLOUD),
    /ORIEL_DATA_SOURCE_PRIVATE_NETWORKS/,
  );
  assert.equal(count, 0);
  const listed = { ...CLOUD, allowed: ['127.0.0.0/8', '::1'] };
  for (const host of ['127.0.0.1', 'localhost'])
    assert.match(await toldOf({ host, port: server.port }, listed), /nothing is reached/, host);
  assert.ok(count > 0);
});
