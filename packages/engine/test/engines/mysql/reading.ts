import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { readAll } from '../../read-all.ts';
import type { MySqlWorld } from './mysql-world.ts';

/** Numbers from 1 on. */
const series = (count: number) =>
  `WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < ${count})`;

/** What a session is like, and how rows are read. */
export function testReading(world: () => MySqlWorld): void {
  test('the session is in UTC and of a fixed mode, whatever the server says', async () => {
    const { source } = world();
    const texts = await readAll(
      source,
      String.raw`SELECT "it", '\', @@time_zone, @@collation_connection, 'a' = 'A'`,
    );
    assert.deepEqual(
      texts.map((row) => row.slice(0, 4)),
      [['it', '\\', '+00:00', 'utf8mb4_bin']],
    );
    assert.equal(Number(texts[0]?.[4]), 0);
    assert.deepEqual(await readAll(source, 'SELECT 1 / 3'), [['0.3333333333333333']]);
    await assert.rejects(readAll(source, 'SELECT n, count(*) FROM kept'), { code: 'query.failed' });
  });

  test('what a statement leaves in its session reaches no other', async () => {
    await world().withSource({ maxConnections: 1 }, async (single) => {
      const [[first]] = (await readAll(single, 'SELECT CONNECTION_ID()')) as [[string]];
      await readAll(single, "SELECT @left := 1, GET_LOCK('left', 1)");
      const [row] = await readAll(single, "SELECT CONNECTION_ID(), @left, IS_USED_LOCK('left'), @@time_zone");
      assert.deepEqual(row, [first, null, null, '+00:00']);
    });
  });

  test('texts that are put together are not cut', async () => {
    const { source } = world();
    const [row] = await readAll(source, `${series(20_000)} SELECT CHAR_LENGTH(GROUP_CONCAT(n)) FROM t`);
    assert.equal(Number(row?.[0]), 108_893);
  });

  test('a million rows are read in the memory of a few', async () => {
    const { config, admin } = world();
    await admin.query(`CREATE TABLE million (n INT, wide TEXT, at DATETIME, part DECIMAL(20, 7))`);
    await admin.query(`INSERT INTO million SELECT a.n * 1000 + b.n, repeat('wide', 20), now(), a.n / 7
      FROM (${series(1_000)} SELECT n FROM t) a, (${series(1_000)} SELECT n FROM t) b`);
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--max-old-space-size=48',
      join(import.meta.dirname, '../../read-in-little-memory.ts'),
      JSON.stringify(config),
      'SELECT n, wide, at, part, n % 2 = 0 FROM million',
    ]);
    assert.deepEqual(JSON.parse(stdout), { rows: 1_000_000, largestPortion: 1_000 });
  });

  test('a reader who waits is waited for: the server does not go on to its end', async () => {
    const { source, untilRunning, untilStopped } = world();
    let portions = 0;
    const gate = Promise.withResolvers<void>();
    const reading = source.read(
      { sql: 'SELECT n, wide FROM million /* paced */', params: [] },
      {
        signal: new AbortController().signal,
        async take() {
          portions += 1;
          if (portions === 1) await gate.promise;
        },
      },
    );
    await untilRunning('/* paced */');
    // No buffer on the way has room for all.
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(portions, 1);
    assert.equal(await world().running('/* paced */'), 1);
    gate.resolve();
    await reading;
    assert.equal(portions, 1_000);
    await untilStopped('/* paced */');
  });

  test('who waits for a connection can be aborted, and is never sent', async () => {
    await world().withSource({ maxConnections: 1 }, async (single) => {
      const first = new AbortController();
      const long = readAll(single, 'SELECT SLEEP(600) /* long */', [], first.signal);
      await world().untilRunning('/* long */');
      const second = new AbortController();
      const waiting = readAll(single, 'SELECT 2', [], second.signal);
      const third = readAll(single, 'SELECT n FROM kept');
      second.abort();
      await assert.rejects(waiting, { code: 'query.cancelled' });
      first.abort();
      await assert.rejects(long, { code: 'query.cancelled' });
      assert.deepEqual(await third, [[1]]);
    });
  });
}
