import { createDataDatabase } from '@oriel/server/test/database';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { openPostgresSource } from '../src/sources/postgres/postgres-source.ts';
import type { PostgresSourceConfig } from '../src/sources/connection/source-config.ts';
import type { Source } from '../src/sources/connection/source.ts';
import { readAll } from './read-all.ts';

let database: Awaited<ReturnType<typeof createDataDatabase>>;
let config: PostgresSourceConfig;
let source: Source;
/** Sees the database from outside. */
let observer: pg.Client;
before(async () => {
  database = await createDataDatabase();
  config = { type: 'postgres', ...database.connection };
  source = openPostgresSource(config);
  observer = new pg.Client(database.connection);
  await observer.connect();
  await observer.query('create table kept (n integer); insert into kept values (1)');
});
after(async () => {
  await observer.end();
  await source.close();
  await database.drop();
});

/** The statements with a mark that the server works on now. */
async function running(mark: string): Promise<number> {
  const { rowCount } = await observer.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and state = 'active' and query like $1 and pid <> pg_backend_pid()`,
    [`%${mark}%`],
  );
  return rowCount ?? 0;
}

async function untilRunning(mark: string): Promise<void> {
  while ((await running(mark)) === 0) await pause(5);
}

/** The failure of a statement is told a moment before its process is seen to be idle. */
async function untilStopped(mark: string): Promise<void> {
  const signal = AbortSignal.timeout(300_000);
  while ((await running(mark)) > 0) {
    assert.ok(!signal.aborted, `${mark} goes on`);
    await pause(5);
  }
}

test('values come as JSON has them', async () => {
  const expressions: [sql: string, value: unknown][] = [
    ['1::int2', 1],
    ['2147483647::int4', 2147483647],
    ['9007199254740993::int8', '9007199254740993'],
    ['12345678901234567890.10::numeric', '12345678901234567890.10'],
    ["'NaN'::numeric", null],
    ['0.1::float8', 0.1],
    ["'Infinity'::float8", null],
    ['true', true],
    ['false', false],
    ['null', null],
    ["'it''s'", "it's"],
    ["timestamp '2024-01-31 10:00:00.1239'", '2024-01-31T10:00:00.123'],
    ["timestamp '2024-01-31 10:00:00'", '2024-01-31T10:00:00.000'],
    ["timestamptz '2024-01-31 10:00:00.5+05:30'", '2024-01-31T04:30:00.500'],
    ["date '2024-01-31'", '2024-01-31T00:00:00.000'],
    ["timestamp 'infinity'", 'infinity'],
    ["'6a1f0e9e-0000-4000-8000-000000000001'::uuid", '6a1f0e9e-0000-4000-8000-000000000001'],
    [`'{"a": 1}'::jsonb`, '{"a": 1}'],
    ['array[1, 2]', '{1,2}'],
  ];
  const rows = await readAll(source, `select ${expressions.map(([sql]) => sql).join(', ')}`);
  assert.deepEqual(rows, [expressions.map(([, value]) => value)]);
});

test('bound values are read as they are written', async () => {
  const values = ["'; drop table kept; --", '$1', '\\', '"', '😀', null];
  const sql = `select ${values.map((_, index) => `$${index + 1}::text`).join(', ')}`;
  assert.deepEqual(await readAll(source, sql, values), [values]);
});

test('a zero character in a value or in the SQL is refused, for no text there has one', async () => {
  await assert.rejects(readAll(source, 'select $1::text', ['a\0b']), { code: 'query.failed' });
  await assert.rejects(readAll(source, 'select 1 \0 from kept'), { code: 'query.failed' });
});

test('the session is in UTC, whatever the database says', async () => {
  await observer.query(
    `alter role ${config.user} in database ${config.database} set TimeZone = 'Asia/Tokyo'`,
  );
  await observer.query(`alter role ${config.user} in database ${config.database} set DateStyle = 'German'`);
  await observer.query(
    `alter role ${config.user} in database ${config.database} set standard_conforming_strings = off`,
  );
  const other = openPostgresSource(config);
  try {
    assert.deepEqual(
      await readAll(other, String.raw`select timestamptz '2024-01-31 10:00:00Z'::timestamp, '\'`),
      [['2024-01-31T10:00:00.000', '\\']],
    );
  } finally {
    await other.close();
    await observer.query(`alter role ${config.user} in database ${config.database} reset all`);
  }
});

for (const sql of [
  'insert into kept values (2) returning n',
  'with more as (insert into kept values (2) returning n) select * from more',
  "select set_config('transaction_read_only', 'off', true)",
  'commit; drop table kept',
  'select 1; drop table kept',
])
  test(`only reads: ${sql}`, async () => {
    await assert.rejects(readAll(source, sql), { code: /^query\.(failed|sql_refused)$/ });
    assert.deepEqual(await readAll(source, 'select n from kept'), [[1]]);
  });

test('what a statement sets holds for itself alone', async () => {
  const single = openPostgresSource({ ...config, maxConnections: 1 });
  try {
    await readAll(single, "select set_config('TimeZone', 'Asia/Tokyo', false)");
    assert.deepEqual(await readAll(single, "select current_setting('TimeZone')"), [['UTC']]);
  } finally {
    await single.close();
  }
});

test('aborting stops the statement on the server', async () => {
  const controller = new AbortController();
  const reading = readAll(source, 'select pg_sleep(600) /* aborted */', [], controller.signal);
  await untilRunning('/* aborted */');
  controller.abort();
  await assert.rejects(reading, { code: 'query.cancelled', message: 'The query was cancelled' });
  await untilStopped('/* aborted */');
});

test('aborting stops a statement that sends rows without end', async () => {
  const controller = new AbortController();
  const reading = source.read(
    { sql: 'select generate_series(1, 1000000000000) /* endless */', params: [] },
    { signal: controller.signal, take: () => controller.abort() },
  );
  await assert.rejects(reading, { code: 'query.cancelled' });
  await untilStopped('/* endless */');
});

test('of statements that are aborted at any moment none goes on, and the others are answered', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const controller = new AbortController();
      const isAborted = index % 2 === 0;
      const sql = isAborted ? 'select pg_sleep(600) /* crowd */' : `select ${index}`;
      const reading = readAll(source, sql, [], controller.signal).catch(({ code }) => code);
      // From before a connection is had to after the statement has begun.
      for (let turn = 0; turn < index; turn += 1) await new Promise(setImmediate);
      if (isAborted) controller.abort();
      return reading;
    }),
  );
  for (const [index, answer] of answers.entries())
    assert.deepEqual(answer, index % 2 === 0 ? 'query.cancelled' : [[index]]);
  await untilStopped('/* crowd */');
});

test('what takes the rows can stop the statement', async () => {
  const reading = source.read(
    { sql: 'select generate_series(1, 1000000000000) /* refused */', params: [] },
    {
      signal: new AbortController().signal,
      take: () => {
        throw new Error('enough');
      },
    },
  );
  await assert.rejects(reading, new Error('enough'));
  await untilStopped('/* refused */');
});

test('a statement is stopped by the server when it takes too long', async () => {
  const hasty = openPostgresSource({ ...config, queryTimeoutMs: 50 });
  try {
    await assert.rejects(readAll(hasty, 'select pg_sleep(600)'), {
      code: 'query.timeout',
      message: 'The query took longer than 0.05 s and was stopped',
    });
  } finally {
    await hasty.close();
  }
});

test('who waits for a connection can be aborted, and is never sent', async () => {
  const single = openPostgresSource({ ...config, maxConnections: 1 });
  try {
    const first = new AbortController();
    const long = readAll(single, 'select pg_sleep(600) /* long */', [], first.signal);
    await untilRunning('/* long */');
    const second = new AbortController();
    const waiting = readAll(single, 'select 2', [], second.signal);
    const third = readAll(single, 'select 3');
    second.abort();
    await assert.rejects(waiting, { code: 'query.cancelled' });
    first.abort();
    await assert.rejects(long, { code: 'query.cancelled' });
    assert.deepEqual(await third, [[3]]);
  } finally {
    await single.close();
  }
});

test("the database's own words say what is wrong with a statement", async () => {
  await assert.rejects(readAll(source, 'select no_such from kept'), {
    code: 'query.failed',
    message: 'column "no_such" does not exist',
  });
});

test('a connection that the server ends fails its statement, and the next one gets a new connection', async () => {
  const reading = readAll(source, 'select pg_sleep(600) /* ended */');
  await untilRunning('/* ended */');
  const ended = assert.rejects(reading, { code: 'source.unavailable' });
  await observer.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like '%/* ended */%' and pid <> pg_backend_pid()`,
  );
  await ended;
  assert.deepEqual(await readAll(source, 'select 1'), [[1]]);
});

test('a server that is not there is told without its address', async () => {
  const gone = openPostgresSource({ ...config, host: '127.0.0.1', port: 1, password: 'hunter2' });
  try {
    await assert.rejects(readAll(gone, 'select 1'), {
      code: 'source.unavailable',
      message:
        'The database cannot be reached: nothing is reached at its host and port, or no PostgreSQL answers there',
    });
  } finally {
    await gone.close();
  }
});

test('a row is as wide as the database lets it be', async () => {
  const values = Array.from({ length: 1_600 }, (_, index) => index);
  assert.deepEqual(await readAll(source, `select ${values.join(', ')}`), [values]);
});

test('a million rows are read in the memory of a few', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=48',
    join(import.meta.dirname, 'read-in-little-memory.ts'),
    JSON.stringify(config),
    "select n, n::text || repeat(' wide', 20), now(), n::numeric / 7, n % 2 = 0 from generate_series(1, 1000000) as t(n)",
  ]);
  assert.deepEqual(JSON.parse(stdout), { rows: 1_000_000, largestPortion: 1_000 });
});

test('long texts are read a few at a time', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=64',
    join(import.meta.dirname, 'read-in-little-memory.ts'),
    JSON.stringify(config),
    "select repeat('long', 50000) || n from generate_series(1, 2000) as t(n)",
  ]);
  assert.equal(JSON.parse(stdout).rows, 2_000);
});
