import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { openDuckDbSource } from '../../../src/sources/duckdb/duckdb-source.ts';
import { readAll } from '../../read-all.ts';
import type { MySqlWorld } from './mysql-world.ts';

/** What becomes of a source when its server goes away. The server of the world is killed here, so these come last. */
export function testOutages(world: () => MySqlWorld): void {
  test('a connection that the server ends fails its statement, and the next one gets a new connection', async () => {
    const { admin, source, untilRunning } = world();
    const reading = readAll(source, 'SELECT SLEEP(600) /* ended */');
    await untilRunning('/* ended */');
    const ended = assert.rejects(reading, { code: 'source.unavailable' });
    const [rows] = await admin.query(
      "SELECT id FROM information_schema.processlist WHERE info LIKE '%/* ended */'",
    );
    for (const { id, ID = id } of rows as { id?: number; ID?: number }[]) await admin.query(`KILL ${ID}`);
    await ended;
    assert.deepEqual(await readAll(source, 'SELECT n FROM kept'), [[1]]);
  });

  test('a server that answers nothing is given up, and so is one that is none', async (t) => {
    const web = createServer((socket) => {
      socket.on('error', () => {});
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    }).listen(0, '127.0.0.1');
    t.after(() => web.close());
    await once(web, 'listening');
    const address = web.address();
    assert.ok(address !== null && typeof address === 'object');
    await world().withSource({ port: address.port }, (none) =>
      assert.rejects(readAll(none, 'SELECT 1'), {
        code: 'source.unavailable',
        message: /no MySQL answers there/,
      }),
    );
  });

  test('a server that dies in mid-stream fails its statement alone, and answers when it is back', async () => {
    const { source, server } = world();
    const other = await openDuckDbSource({ type: 'duckdb', path: ':memory:' });
    let portions = 0;
    const reading = source.read(
      { sql: 'SELECT n, wide FROM million', params: [] },
      {
        signal: new AbortController().signal,
        async take() {
          portions += 1;
          if (portions === 5) await server.kill();
        },
      },
    );
    await assert.rejects(reading, { code: 'source.unavailable' });
    assert.ok(portions < 1_000);
    for (let round = 0; round < 4; round += 1) {
      await assert.rejects(readAll(source, 'SELECT 1'), { code: 'source.unavailable' });
      assert.deepEqual(await readAll(other, 'SELECT 1'), [[1]]);
    }
    await server.restart();
    const signal = AbortSignal.timeout(60_000);
    for (;;) {
      const rows = await readAll(source, 'SELECT n FROM kept').catch(() => undefined);
      if (rows) return assert.deepEqual(rows, [[1]]);
      assert.ok(!signal.aborted, 'the source does not come back');
      await pause(50);
    }
  });
}
