import { createDataDatabase } from '@oriel/server/test/database';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { RedshiftSourceConfig } from '../../../src/sources/connection/source-config.ts';
import type { Source } from '../../../src/sources/connection/source.ts';
import { openPostgresSource } from '../../../src/sources/postgres/postgres-source.ts';
import { readAll } from '../../read-all.ts';
import { openRedshiftDoor } from './redshift-door.ts';

let database: Awaited<ReturnType<typeof createDataDatabase>>;
let door: Awaited<ReturnType<typeof openRedshiftDoor>>;
let config: RedshiftSourceConfig;
let source: Source;
/** Sees the database from outside. */
let observer: pg.Client;
before(async () => {
  database = await createDataDatabase();
  door = await openRedshiftDoor(database.connection);
  config = { type: 'redshift', ...database.connection, host: '127.0.0.1', port: door.port };
  source = openPostgresSource(config);
  observer = new pg.Client(database.connection);
  await observer.connect();
  await observer.query('create table kept (n integer); insert into kept values (1)');
});
after(async () => {
  await observer.end();
  await source.close();
  await door.close();
  await database.drop();
});

async function untilRunning(mark: string, count: number): Promise<void> {
  const signal = AbortSignal.timeout(300_000);
  for (;;) {
    const { rowCount } = await observer.query(
      `select 1 from pg_stat_activity where datname = current_database() and state = 'active'
       and query like $1 and pid <> pg_backend_pid()`,
      [`%${mark}%`],
    );
    if (rowCount === count) return;
    assert.ok(!signal.aborted, mark);
    await pause(5);
  }
}

test('the door refuses what Redshift does not know', async () => {
  const postgres = openPostgresSource({ ...config, type: 'postgres' });
  await assert.rejects(readAll(postgres, 'select 1'), { message: /unrecognized/ });
  await postgres.close();
  await assert.rejects(readAll(source, "select concat_ws(',', 'a')"), { message: 'unrecognized: concat_ws' });
  assert.deepEqual(await readAll(source, 'select 1'), [[1]]);
});

test('a connection begins with settings that Redshift takes', async () => {
  await readAll(source, 'select 1');
  const known = ['application_name', 'client_encoding', 'database', 'user'];
  assert.deepEqual(
    [...door.startupSettings].filter((name) => name !== '' && !known.includes(name)),
    [],
  );
});

test('values come as JSON has them', async () => {
  const sql = `select 9007199254740993::int8, 1.10::numeric(38, 2), 0.1::float8, 7::int2, true, 'NaN'::float8,
    timestamptz '2024-01-31 10:00:00.5+05:30', date '0001-01-01', timestamp '9999-12-31 23:59:59.999', '',
    '{"a": [1, null]}'::jsonb, $1::text`;
  assert.deepEqual(await readAll(source, sql, ['😀']), [
    [
      '9007199254740993',
      '1.10',
      0.1,
      7,
      true,
      null,
      '2024-01-31T04:30:00.500',
      '0001-01-01T00:00:00.000',
      '9999-12-31T23:59:59.999',
      '',
      '{"a": [1, null]}',
      '😀',
    ],
  ]);
});

test('the session is in UTC', async () => {
  await observer.query(
    `alter role ${database.connection.user} in database ${database.connection.database} set TimeZone = 'Asia/Tokyo'`,
  );
  const other = openPostgresSource(config);
  assert.deepEqual(await readAll(other, "select timestamptz '2024-01-31 10:00:00Z'::timestamp"), [
    ['2024-01-31T10:00:00.000'],
  ]);
  await other.close();
});

for (const sql of [
  'insert into kept values (2)',
  'with more as (insert into kept values (2) returning n) select * from more',
  'select n into copied from kept',
  'select 1; drop table kept',
  "unload ('select 1') to 's3://bucket/'",
  'call refresh()',
])
  test(`only reads: ${sql}`, async () => {
    await assert.rejects(readAll(source, sql), { code: /^query\.(failed|sql_refused)$/ });
    assert.deepEqual(await readAll(source, 'select n from kept'), [[1]]);
  });

test('aborting stops the statement on the server, and its connection is not used again', async () => {
  const controller = new AbortController();
  const reading = readAll(source, 'select pg_sleep(600) /* aborted */', [], controller.signal);
  await untilRunning('/* aborted */', 1);
  controller.abort();
  await assert.rejects(reading, { code: 'query.cancelled' });
  await untilRunning('/* aborted */', 0);
  assert.deepEqual(await readAll(source, 'select 1'), [[1]]);
});

test('who takes the rows can stop the statement', async () => {
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
  await untilRunning('/* refused */', 0);
});

test('a statement that its time limit stops is told from one that a user stops', async () => {
  const hasty = openPostgresSource({ ...config, queryTimeoutMs: 50 });
  await assert.rejects(readAll(hasty, 'select pg_sleep(600)'), { code: 'query.timeout' });
  await hasty.close();
  const reading = readAll(source, 'select pg_sleep(600) /* stopped */');
  const failed = assert.rejects(reading, {
    code: 'query.failed',
    message: "Query (4711) cancelled on user's request",
  });
  await untilRunning('/* stopped */', 1);
  await observer.query(
    `select pg_cancel_backend(pid) from pg_stat_activity
     where query like '%/* stopped */%' and pid <> pg_backend_pid()`,
  );
  await failed;
});

test('a cluster that is away is told without its address, and by its name', async () => {
  const gone = openPostgresSource({ ...config, port: 1, password: 'hunter2' });
  await assert.rejects(readAll(gone, 'select 1'), {
    code: 'source.unavailable',
    message:
      'The database cannot be reached: nothing is reached at its host and port, or no Redshift answers there',
  });
  await gone.close();
});

test('each user reads with a token as the password', async () => {
  const { user } = database.connection;
  const ofUsers = openPostgresSource({
    ...config,
    userToken: { integration: 'Warehouse', user, allowsFallback: false },
  });
  const credential = { status: 'active', accessToken: 'token', connectionId: 'one', email: '' } as const;
  const own = ofUsers.forUser?.(credential);
  assert.ok(own);
  assert.deepEqual(await readAll(own, 'select current_user::text'), [[user]]);
  await assert.rejects(readAll(ofUsers, 'select 1'), { code: 'source.not_connected' });
  await ofUsers.close();
});
