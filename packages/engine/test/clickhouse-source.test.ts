import { createClient, type ClickHouseClient } from '@clickhouse/client';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openClickHouseSource } from '../src/sources/clickhouse/clickhouse-source.ts';
import type { ClickHouseSourceConfig } from '../src/sources/connection/source-config.ts';
import type { Source } from '../src/sources/connection/source.ts';
import {
  clickHouseIsMissing,
  startClickHouse,
  type ClickHouseServer,
} from './engines/clickhouse/clickhouse-server.ts';
import { doorUsers } from './engines/clickhouse/door-users.ts';
import { readAll } from './read-all.ts';

const { owner, reader, strict } = doorUsers;
let server: ClickHouseServer;
let config: ClickHouseSourceConfig;
let source: Source;
/** Sees the server from outside. */
let observer: ClickHouseClient;

describe('ClickHouse', { skip: clickHouseIsMissing }, () => {
  before(async () => {
    server = await startClickHouse();
    const { port } = server;
    config = { type: 'clickhouse', host: '127.0.0.1', port, user: reader.name, password: reader.password };
    source = openClickHouseSource(config);
    observer = createClient({
      url: `http://127.0.0.1:${port}`,
      username: owner.name,
      password: owner.password,
    });
    await observer.command({ query: 'create table kept (n Int32) engine = MergeTree order by n' });
    await observer.command({ query: 'insert into kept values (1)' });
  });
  after(async () => {
    await observer.close();
    await source.close();
    await server.close();
  });

  /** The statements with a mark that the server works on now. */
  async function running(mark: string): Promise<number> {
    const result = await observer.query({
      query:
        "select count() from system.processes where query like {mark:String} and query not like '%{mark%'",
      query_params: { mark: `%${mark}%` },
      format: 'JSONCompactEachRow',
    });
    const [[count] = []] = await result.json<[string]>();
    return Number(count);
  }

  async function untilRunning(mark: string): Promise<void> {
    while ((await running(mark)) === 0) await pause(5);
  }

  async function untilStopped(mark: string): Promise<void> {
    const signal = AbortSignal.timeout(300_000);
    while ((await running(mark)) > 0) {
      assert.ok(!signal.aborted, `${mark} goes on`);
      await pause(5);
    }
  }

  test('values come as JSON has them', async () => {
    const expressions: [sql: string, value: unknown][] = [
      ['toInt8(-128)', -128],
      ['toUInt16(65535)', 65535],
      ['toInt32(2147483647)', 2147483647],
      ['toUInt32(4294967295)', 4294967295],
      ['toInt64(9007199254740993)', '9007199254740993'],
      ['toUInt64(18446744073709551615)', '18446744073709551615'],
      ["toInt128('-170141183460469231731687303715884105728')", '-170141183460469231731687303715884105728'],
      ["toUInt256('1' || repeat('0', 77))", `1${'0'.repeat(77)}`],
      ["toDecimal32('12.5', 2)", '12.50'],
      [
        "toDecimal128('123456789012345678901234567890.12345678', 8)",
        '123456789012345678901234567890.12345678',
      ],
      ["toDecimal256('-0.1', 30)", `-0.1${'0'.repeat(29)}`],
      ['toFloat64(0.1)', 0.1],
      ['toFloat32(0.1)', 0.1],
      ['1e300', 1e300],
      ['-1 / 0', null],
      ['0 / 0', null],
      ['true', true],
      ['toNullable(false)', false],
      ['null', null],
      ["''", ''],
      ["'it\\'s'", "it's"],
      ["'a\\0b\\n\\r\\t\\\\\"'", 'a\0b\n\r\t\\"'],
      ["'😀'", '😀'],
      ["toFixedString('ab', 3)", 'ab\0'],
      ["toLowCardinality('x')", 'x'],
      ['CAST(null AS LowCardinality(Nullable(String)))', null],
      ["CAST('b' AS Enum8('a' = 1, 'b' = 2))", 'b'],
      ["toUUID('6a1f0e9e-0000-4000-8000-000000000001')", '6a1f0e9e-0000-4000-8000-000000000001'],
      ["toIPv4('192.0.2.1')", '192.0.2.1'],
      ['CAST(7 AS SimpleAggregateFunction(sum, Int64))', '7'],
      ['[1, 2]', '[1,2]'],
      ['[toInt64(9007199254740993), null]', '["9007199254740993",null]'],
      ["(1, 'x')", '[1,"x"]'],
      ["CAST((1, 'x') AS Tuple(a Int8, b String))", '{"a":1,"b":"x"}'],
      ["map('k', [1])", '{"k":[1]}'],
      [`'{"a": {"b": 1.5}, "c": ["x"]}'::JSON`, '{"a":{"b":1.5},"c":["x"]}'],
      ["'x'::Variant(UInt64, String)", 'x'],
    ];
    const rows = await readAll(source, `select ${expressions.map(([sql]) => sql).join(', ')}`);
    assert.deepEqual(rows, [expressions.map(([, value]) => value)]);
  });

  test('times come in UTC to the millisecond, whatever their type and zone', async () => {
    const expressions: [sql: string, value: unknown][] = [
      ["toDate('2024-01-31')", '2024-01-31T00:00:00.000'],
      ["toDate32('1900-01-01')", '1900-01-01T00:00:00.000'],
      ["toDate32('2299-12-31')", '2299-12-31T00:00:00.000'],
      ["toDateTime('2024-01-31 10:00:00')", '2024-01-31T10:00:00.000'],
      ["toDateTime('2024-01-31 10:00:00', 'Asia/Tokyo')", '2024-01-31T01:00:00.000'],
      ["toNullable(toDateTime64('2024-01-31 10:00:00.123987654', 9))", '2024-01-31T10:00:00.123'],
      ["toDateTime64('2024-01-31 10:00:00.5', 1, 'Europe/Berlin')", '2024-01-31T09:00:00.500'],
      ["toDateTime64('1900-01-01 00:00:00', 3)", '1900-01-01T00:00:00.000'],
      ["toDateTime64('2299-12-31 23:59:59.999', 3)", '2299-12-31T23:59:59.999'],
      ['CAST(null AS Nullable(DateTime))', null],
      ["[toDateTime('2024-01-31 10:00:00')]", '["2024-01-31T10:00:00Z"]'],
    ];
    const rows = await readAll(source, `select ${expressions.map(([sql]) => sql).join(', ')}`);
    assert.deepEqual(rows, [expressions.map(([, value]) => value)]);
  });

  test('the state of an aggregate is a text', async () => {
    const [[state] = []] = await readAll(source, 'select uniqState(1)');
    assert.equal(typeof state, 'string');
  });

  test('bound values are read as they are written', async () => {
    const values = [
      "'; drop table kept; --",
      '{p1:String}',
      '\\',
      '\\N',
      '"',
      '\n\t\r',
      '',
      '😀',
      '%00&a=b',
      null,
    ];
    const sql = `select ${values.map((_, index) => `{p${index + 1}:Nullable(String)}`).join(', ')}`;
    assert.deepEqual(await readAll(source, sql, values), [values]);
    const numbers = 'select CAST({p1:Nullable(String)} AS Int64), CAST({p2:Nullable(String)} AS Bool)';
    assert.deepEqual(await readAll(source, numbers, [-5, true]), [['-5', true]]);
  });

  test('SQL means what standard SQL does', async () => {
    const sql = `
      select (select sum(n) from kept where false), count(other.n), toTypeName(any(other.n)), 7 / 2
      from kept left join (select 2 as n) as other on kept.n = other.n`;
    assert.deepEqual(await readAll(source, sql), [[null, '0', 'Nullable(UInt8)', 3.5]]);
    assert.deepEqual(await readAll(source, 'select timezone()'), [['UTC']]);
  });

  for (const sql of [
    '',
    ';',
    'insert into kept values (2)',
    'with more as (select 2 as n) insert into kept select n from more',
    'select 1; drop table kept',
    'drop table kept',
    'create temporary table made (n Int8)',
    'explain select 1',
    'show tables',
    'set max_threads = 1',
    'kill query where 1',
    'system flush logs',
    'select 1 settings readonly = 0',
    'select 1 format CSV',
    'optimize table kept',
    'exists table kept',
  ])
    test(`only reads: ${sql}`, async () => {
      await assert.rejects(readAll(source, sql), { code: 'query.sql_refused' });
      assert.deepEqual(await readAll(source, 'select n from kept'), [[1]]);
    });

  test('only reads, also as a user who may write', async () => {
    const powerful = openClickHouseSource({ ...config, user: owner.name, password: owner.password });
    try {
      const sql = 'with more as (select 2 as n) insert into kept select n from more';
      await assert.rejects(readAll(powerful, sql), { code: 'query.sql_refused' });
      assert.deepEqual(await readAll(powerful, 'select n from kept'), [[1]]);
    } finally {
      await powerful.close();
    }
  });

  test('a user who may change no settings is told what to do', async () => {
    const limited = openClickHouseSource({ ...config, user: strict.name, password: strict.password });
    try {
      await assert.rejects(readAll(limited, 'select 1'), {
        code: 'source.unavailable',
        message: /its user may change no settings.*readonly = 2/,
      });
    } finally {
      await limited.close();
    }
  });

  const NEVER = 'select count() from numbers(1000000000000) where sipHash64(number) = 7';

  test('aborting stops the statement on the server', async () => {
    const controller = new AbortController();
    const reading = readAll(source, `${NEVER} /* aborted */`, [], controller.signal);
    await untilRunning('/* aborted */');
    controller.abort();
    await assert.rejects(reading, { code: 'query.cancelled', message: 'The query was cancelled' });
    await untilStopped('/* aborted */');
  });

  test('aborting stops a statement that sends rows without end', async () => {
    const controller = new AbortController();
    const reading = source.read(
      { sql: 'select number from numbers(1000000000000) /* endless */', params: [] },
      { signal: controller.signal, take: () => controller.abort() },
    );
    await assert.rejects(reading, { code: 'query.cancelled' });
    await untilStopped('/* endless */');
  });

  test('of statements that are aborted at any moment none goes on, and the others are answered', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const controller = new AbortController();
        const isAborted = index % 2 === 0;
        const sql = isAborted ? `${NEVER} /* crowd */` : `select toInt32(${index})`;
        const reading = readAll(source, sql, [], controller.signal).catch(({ code }) => code);
        // From before a connection is had to after the statement has begun.
        for (let turn = 0; turn < index * 10; turn += 1) await new Promise(setImmediate);
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
      { sql: 'select number from numbers(1000000000000) /* refused */', params: [] },
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

  test('what takes the rows can make the server wait', async () => {
    const controller = new AbortController();
    let taken = 0;
    const reading = source.read(
      { sql: "select number, repeat('wide', 100) from numbers(1000000000) /* slow */", params: [] },
      {
        signal: controller.signal,
        take: () => {
          taken += 1;
          return new Promise((resolve) => controller.signal.addEventListener('abort', () => resolve()));
        },
      },
    );
    await untilRunning('/* slow */');
    await pause(300);
    assert.ok(taken < 3, `${taken} portions`);
    assert.equal(await running('/* slow */'), 1);
    controller.abort();
    await assert.rejects(reading, { code: 'query.cancelled' });
    await untilStopped('/* slow */');
  });

  test('a statement is stopped by the server when it takes too long', async () => {
    const hasty = openClickHouseSource({ ...config, queryTimeoutMs: 300 });
    try {
      await assert.rejects(readAll(hasty, NEVER), {
        code: 'query.timeout',
        message: 'The query took longer than 0.3 s and was stopped',
      });
    } finally {
      await hasty.close();
    }
  });

  test('who waits for a slot can be aborted, and is never sent', async () => {
    const single = openClickHouseSource({ ...config, maxConnections: 1 });
    try {
      const first = new AbortController();
      const long = readAll(single, `${NEVER} /* long */`, [], first.signal);
      await untilRunning('/* long */');
      const second = new AbortController();
      const waiting = readAll(single, 'select 2', [], second.signal);
      const third = readAll(single, 'select toInt32(3)');
      second.abort();
      await assert.rejects(waiting, { code: 'query.cancelled' });
      first.abort();
      await assert.rejects(long, { code: 'query.cancelled' });
      assert.deepEqual(await third, [[3]]);
    } finally {
      await single.close();
    }
  });

  /** Each case: a statement that fails, and what is told. */
  const failures: [sql: string, told: object][] = [
    [
      'select no_such from kept',
      { code: 'query.failed', message: 'Unknown expression identifier `no_such`' },
    ],
    [
      'select n from no_such',
      { code: 'query.failed', message: "Unknown table expression identifier 'no_such'" },
    ],
    ["select 'öö' fro m", { code: 'query.failed', at: 16, message: /^Syntax error: failed at position 19/ }],
    ['select toInt32(toString(n) || 0x) from kept', { code: 'query.failed' }],
    ["select toInt32('x')", { code: 'query.failed', suspect: 'conversion' }],
    ['select intDiv(1, number) from numbers(2)', { code: 'query.failed', suspect: 'division' }],
    [
      "select toDate('2024-01-01') = 5",
      { code: 'query.failed', message: /write a cast of one in the model/ },
    ],
    [
      'select groupArray(number) from numbers(100000000) settings max_memory_usage = 10000000',
      { code: 'query.out_of_memory' },
    ],
    ['select 1 from kept where row_number() over () = 1', { code: 'query.failed', message: /multi_stage/ }],
    [
      "select throwIf(number = 3000000, 'behind rows'), number from numbers(10000000)",
      { code: 'query.failed', message: /^behind rows/ },
    ],
    ['select CAST({p1:Int32} AS Int32)', { code: 'query.failed', parameter: 1 }],
  ];
  for (const [sql, told] of failures)
    test(`tells in the words of the database what is wrong: ${sql}`, async () => {
      await assert.rejects(readAll(source, sql, sql.includes('{p1') ? ['x'] : []), told);
    });

  test('a refused credential is told without it', async () => {
    const foreign = openClickHouseSource({ ...config, password: 'hunter2' });
    try {
      await assert.rejects(readAll(foreign, 'select 1'), {
        code: 'source.unavailable',
        message: 'The database cannot be reached: it refuses the user or the password of the data source',
      });
    } finally {
      await foreign.close();
    }
  });

  test('a database that is not there is told by its name', async () => {
    const lost = openClickHouseSource({ ...config, database: 'nowhere' });
    try {
      await assert.rejects(readAll(lost, 'select 1'), { code: 'source.unavailable', message: /nowhere/ });
    } finally {
      await lost.close();
    }
  });

  test('a server that is not there is told without its address', async () => {
    const gone = openClickHouseSource({ ...config, port: 1, password: 'hunter2' });
    try {
      await assert.rejects(readAll(gone, 'select 1'), {
        code: 'source.unavailable',
        message:
          'The database cannot be reached: nothing is reached at its host and port, or no ClickHouse answers there',
      });
    } finally {
      await gone.close();
    }
  });

  test('a server in a network that is kept out is not reached', async () => {
    const networks = { refused: ['127.0.0.0/8'], allowed: [] };
    const scanner = openClickHouseSource({ ...config, networks });
    try {
      await assert.rejects(readAll(scanner, 'select 1'), {
        code: 'source.unavailable',
        message: /in a network that data sources do not reach/,
      });
    } finally {
      await scanner.close();
    }
  });

  test('each user reads with a token of their own, and none without', async () => {
    const userToken = { integration: 'idp', user: '{email}', allowsFallback: false };
    const own = openClickHouseSource({ ...config, userToken });
    const reads = (accessToken: string) => {
      const credential = { status: 'active', accessToken, connectionId: accessToken } as const;
      const user = own.forUser?.(credential);
      assert.ok(user);
      return readAll(user, 'select {current_user:String}');
    };
    try {
      assert.deepEqual(await reads('token-of-ada'), [['ada']]);
      assert.deepEqual(await reads('token-of-grace'), [['grace']]);
      await assert.rejects(reads('token-of-nobody'), { code: 'source.unavailable' });
      await assert.rejects(readAll(own, 'select 1'), { code: 'source.not_connected' });
    } finally {
      await own.close();
    }
  });

  test('rows come compressed where that is wished for', async () => {
    const compressed = openClickHouseSource({ ...config, isCompressed: true });
    try {
      assert.deepEqual(await readAll(compressed, 'select toInt32(1)'), [[1]]);
    } finally {
      await compressed.close();
    }
  });

  test('a million rows are read in the memory of a few', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--max-old-space-size=48',
      join(import.meta.dirname, 'read-in-little-memory.ts'),
      JSON.stringify(config),
      "select number, concat(toString(number), repeat(' wide', 20)), now64(3), number % 2 = 0 from numbers(1000000)",
    ]);
    assert.deepEqual(JSON.parse(stdout), { rows: 1_000_000, largestPortion: 1_000 });
  });

  test('long texts are read a few at a time', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--max-old-space-size=64',
      join(import.meta.dirname, 'read-in-little-memory.ts'),
      JSON.stringify(config),
      "select concat(repeat('long', 50000), toString(number)) from numbers(2000)",
    ]);
    assert.equal(JSON.parse(stdout).rows, 2_000);
  });

  test('a row is as wide as it is asked for', async () => {
    const values = Array.from({ length: 2_000 }, (_, index) => index);
    assert.deepEqual(await readAll(source, `select ${values.map((n) => `toInt32(${n})`).join(', ')}`), [
      values,
    ]);
  });
});
