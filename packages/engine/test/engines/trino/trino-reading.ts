import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openTrinoSource } from '../../../src/sources/trino/trino-source.ts';
import { readAll } from '../../read-all.ts';
import { ENDLESS, type TrinoWorld } from './trino-world.ts';

/** What is refused, how statements are stopped, and what failures are told as. */
export function testReading(world: () => TrinoWorld): void {
  for (const sql of [
    'INSERT INTO kept VALUES 2',
    'DELETE FROM kept',
    'CREATE TABLE made AS SELECT 1 AS n',
    'EXPLAIN ANALYZE SELECT 1',
    "CALL system.runtime.kill_query('x')",
    "SET SESSION query_max_run_time = '100h'",
    "WITH SESSION query_max_run_time = '100h' SELECT 1",
    "with/**/session -- x\n query_max_run_time = '100h' SELECT 1",
    `WITH session"tpch".x = 1 SELECT 1`,
    "(WITH SESSION query_max_run_time = '100h' SELECT 1)",
    "EXECUTE IMMEDIATE 'DROP TABLE kept'",
    'WITH x AS (SELECT 1) INSERT INTO kept SELECT * FROM x',
    'SELECT 1; DROP TABLE kept',
    "SELECT 1' USING 1; DROP TABLE kept; --",
  ])
    for (const params of [[], ['bound']])
      test(`only reads: ${sql.replaceAll('\n', ' ')}, with ${params.length} values`, async () => {
        await assert.rejects(readAll(world().source, sql, params), { code: /^query\.(failed|sql_refused)$/ });
        assert.deepEqual(await readAll(world().source, 'SELECT n FROM kept'), [[1]]);
      });

  test('whatever a SELECT begins with is read', async () => {
    for (const sql of [
      '-- a word first\n SELECT 1',
      '/* insert */ (SELECT 1)',
      'VALUES 1',
      'TABLE kept',
      'WITH session AS (SELECT 1 AS n) SELECT n FROM session',
      'WITH session(n) AS (SELECT 1) SELECT n FROM session',
      'WITH sessions AS (SELECT 1 AS n) SELECT n FROM sessions',
    ])
      assert.deepEqual(await readAll(world().source, sql), [[1]], sql);
  });

  test('aborting stops the statement on the server', async () => {
    const controller = new AbortController();
    const reading = readAll(world().source, `${ENDLESS.count} /* aborted */`, [], controller.signal);
    const ended = assert.rejects(reading, { code: 'query.cancelled', message: 'The query was cancelled' });
    await world().untilRunning('/* aborted */');
    controller.abort();
    await ended;
    await world().untilStopped('/* aborted */');
  });

  test('aborting stops a statement that sends rows without end', async () => {
    const controller = new AbortController();
    const reading = world().source.read(
      { sql: `${ENDLESS.rows} /* endless */`, params: [] },
      { signal: controller.signal, take: () => controller.abort() },
    );
    await assert.rejects(reading, { code: 'query.cancelled' });
    await world().untilStopped('/* endless */');
  });

  test('of statements that are aborted at any moment none goes on, and the others are answered', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const controller = new AbortController();
        const isAborted = index % 2 === 0;
        const sql = isAborted ? `${ENDLESS.count} /* crowd */` : `SELECT ${index}`;
        const reading = readAll(world().source, sql, [], controller.signal).catch(({ code }) => code);
        // From before it is sent to after it has begun.
        for (let turn = 0; turn < index * 20; turn += 1) await new Promise(setImmediate);
        if (isAborted) controller.abort();
        return reading;
      }),
    );
    for (const [index, answer] of answers.entries())
      assert.deepEqual(answer, index % 2 === 0 ? 'query.cancelled' : [[index]]);
    await world().untilStopped('/* crowd */');
  });

  test('what takes the rows can stop the statement', async () => {
    for (const refuse of [() => Promise.reject(new Error('enough')), failAtOnce]) {
      const reading = world().source.read(
        { sql: `${ENDLESS.rows} /* refused */`, params: [] },
        { signal: new AbortController().signal, take: refuse },
      );
      await assert.rejects(reading, new Error('enough'));
      await world().untilStopped('/* refused */');
    }
  });

  test('while rows are not taken the server makes no more of them', async () => {
    const { promise: slow, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    let rows = 0;
    const reading = world().source.read(
      { sql: 'SELECT l_orderkey, l_comment FROM tpch.sf1.lineitem LIMIT 300000 /* slow */', params: [] },
      {
        signal: new AbortController().signal,
        take: ({ rowCount }) => {
          rows += rowCount;
          begin();
          return slow;
        },
      },
    );
    await begun;
    // Other statements go on meanwhile, and this one stays as it is.
    for (let round = 0; round < 3; round += 1) assert.equal(await world().running('/* slow */'), 1);
    assert.ok(rows <= 1_000, String(rows));
    goOn();
    await reading;
    assert.equal(rows, 300_000);
  });

  test('a statement is stopped by the server when it takes too long', async () => {
    const hasty = openTrinoSource({ ...world().config, queryTimeoutMs: 400 });
    try {
      await assert.rejects(readAll(hasty, `${ENDLESS.count} /* long */`), {
        code: 'query.timeout',
        message: 'The query took longer than 0.4 s and was stopped',
      });
      await world().untilStopped('/* long */');
    } finally {
      await hasty.close();
    }
  });

  test('who waits for a slot can be aborted, and is never sent', async () => {
    const single = openTrinoSource({ ...world().config, maxConnections: 1 });
    try {
      const first = new AbortController();
      const long = readAll(single, `${ENDLESS.count} /* first */`, [], first.signal);
      const ended = assert.rejects(long, { code: 'query.cancelled' });
      await world().untilRunning('/* first */');
      const second = new AbortController();
      const waiting = readAll(single, 'SELECT 2', [], second.signal);
      const third = readAll(single, 'SELECT 3');
      second.abort();
      await assert.rejects(waiting, { code: 'query.cancelled' });
      first.abort();
      await ended;
      assert.deepEqual(await third, [[3]]);
    } finally {
      await single.close();
    }
  });

  testFailures(world);

  test('a million rows are read in the memory of a few', async () => {
    const { rows, largestPortion } = await readInLittleMemory(
      world(),
      'SELECT l_orderkey, l_comment, l_shipdate, l_extendedprice, l_quantity FROM tpch.sf1.lineitem LIMIT 1000000',
    );
    assert.deepEqual([rows, largestPortion], [1_000_000, 1_000]);
  });

  test('long texts are read a few at a time', async () => {
    const { rows } = await readInLittleMemory(
      world(),
      "SELECT array_join(repeat('long', 10000), 'text') FROM tpch.sf1.lineitem LIMIT 2000",
    );
    assert.equal(rows, 2_000);
  });
}

function failAtOnce(): never {
  throw new Error('enough');
}

async function readInLittleMemory(
  { config }: TrinoWorld,
  sql: string,
): Promise<{ rows: number; largestPortion: number }> {
  const program = join(import.meta.dirname, '../../read-in-little-memory.ts');
  const args = ['--max-old-space-size=64', program, JSON.stringify(config), sql];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

/** Each statement, the code and the words of its failure, and what lies at its location. */
const FAILURES: [sql: string, code: string, message: RegExp, at?: string][] = [
  ['SELECT no_such FROM kept', 'query.failed', /^Column 'no_such' cannot be resolved$/, 'no_such'],
  ["SELECT '😀',\n '😀' || no_such FROM kept", 'query.failed', /no_such/, 'no_such'],
  ['SELECT 1 frm kept AS x y', 'query.failed', /^mismatched input 'kept'/, 'kept'],
  ['SELECT n FROM no_such', 'query.failed', /Table 'memory.default.no_such' does not exist/, 'no_such'],
  ['SELECT a.n FROM kept a, kept b WHERE n = 1', 'query.failed', /write \{CUBE\}\. in front/, 'n = 1'],
  ["SELECT 1 WHERE 1 = 'x'", 'query.failed', /write a cast of one in the model/, "= 'x'"],
  ['SELECT sum(rank() OVER ()) OVER ()', 'query.failed', /multi_stage/, 'rank'],
];

function testFailures(world: () => TrinoWorld): void {
  test("the server's own words say what is wrong with a statement, and its location", async () => {
    for (const [sql, code, message, there] of FAILURES) {
      const at = there === undefined ? undefined : sql.indexOf(there);
      await assert.rejects(readAll(world().source, sql), { code, message, at }, sql);
      const before = `${sql}\nUNION ALL SELECT ?`;
      await assert.rejects(readAll(world().source, before, ["it's"]), { code, message, at }, before);
    }
  });

  test('what fails in a row is told with what may be to blame', async () => {
    const { source } = world();
    await assert.rejects(readAll(source, 'SELECT 1 / (n - 1) FROM kept'), {
      suspect: 'division',
      at: undefined,
    });
    await assert.rejects(
      readAll(source, "SELECT CAST(concat('x', CAST(n AS VARCHAR)) AS INTEGER) FROM kept"),
      {
        code: 'query.failed',
        suspect: 'conversion',
      },
    );
  });

  test('a statement that needs too much memory is told as such', async () => {
    const sql =
      'SELECT count(*) FROM (SELECT DISTINCT l_orderkey, l_comment, l_shipdate FROM tpch.sf10.lineitem)';
    await assert.rejects(readAll(world().source, sql), { code: 'query.out_of_memory' });
  });
}
