import { createEngine, type EncodedAnswer, type SourceConfig } from '@oriel/engine';
import { writeDuckDbFile } from '@oriel/engine/test';
import { createDataDatabase } from '@oriel/server/test/database';
import assert from 'node:assert/strict';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import type { EngineError } from '../src/errors/errors.ts';
import { createDuckDbSource, openDuckDbSource } from '../src/sources/duckdb/duckdb-source.ts';
import { openPostgresSource } from '../src/sources/postgres/postgres-source.ts';
import type { Source } from '../src/sources/connection/source.ts';
import { readAll } from './read-all.ts';

let directory: string;
let database: Awaited<ReturnType<typeof createDataDatabase>>;
let owner: pg.Client;
const sources = new Map<string, { config: SourceConfig; source: Source }>();
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oriel-hostile-'));
  const path = join(directory, 'data.duckdb');
  const setUp = ['create table kept (n integer)', 'insert into kept values (1)'];
  await writeDuckDbFile(path, ...setUp, 'create macro own(n) as table select n + 1 as n');
  database = await createDataDatabase();
  owner = new pg.Client(database.connection);
  await owner.connect();
  for (const statement of setUp) await owner.query(statement);
  const duckdb = { type: 'duckdb', path } as const;
  // One connection, so that every statement would meet what the one before has left.
  const postgres = { type: 'postgres', ...database.connection, maxConnections: 1 } as const;
  sources.set('duckdb', { config: duckdb, source: await openDuckDbSource(duckdb) });
  sources.set('postgres', { config: postgres, source: openPostgresSource(postgres) });
});
after(async () => {
  for (const { source } of sources.values()) await source.close();
  await owner.end();
  await database.drop();
  await rm(directory, { recursive: true, maxRetries: 10 });
});

function get(name: string) {
  const found = sources.get(name);
  assert.ok(found);
  return found;
}

/** A file that nothing may write. */
const written = join(tmpdir(), `oriel-hostile-${process.pid}`);

const isRefused = ({ code }: { code: string }) => code === 'query.sql_refused' || code === 'query.failed';

/** Statements that no source runs, whatever they stand in. */
const REFUSED_EVERYWHERE = [
  '',
  ';',
  '-- nothing',
  'select 1; select 2',
  'select 1; create temp table made as select 1 as n',
  'create temp table made as select 1 as n',
  'create temp view made as select 1 as n',
  'create table made as select 1 as n',
  'insert into kept values (2)',
  'insert into kept values (2) returning n',
  'update kept set n = 2',
  'delete from kept',
  'drop table kept',
  'truncate kept',
  'with more as (insert into kept values (2) returning n) select * from more',
  'explain select 1',
  'explain analyze select 1',
  'prepare made as select 1',
  'begin',
  'commit',
  'rollback',
  'vacuum',
  'analyze',
  'set search_path = kept',
  "set timezone = 'Asia/Tokyo'",
  "select nextval('kept')",
  'call made()',
  `copy kept to '${written}'`,
  `copy (select 1) to '${written}'`,
  "copy kept from '/etc/passwd'",
];

const REFUSED_BY: Record<string, readonly string[]> = {
  duckdb: [
    'create temp macro made() as 1',
    'create temp sequence made',
    'pragma threads = 1',
    'pragma database_list',
    'set variable made = 1',
    "attach ':memory:' as made",
    'detach data',
    'use data',
    'install httpfs',
    'load httpfs',
    'update extensions',
    `export database '${written}'`,
    `import database '${written}'`,
    'call enable_logging()',
    'checkpoint',
    'pivot (select 1 as a, 2 as b) on a using sum(b)',
    "select * from read_csv('/etc/passwd')",
    "select * from read_text('/etc/passwd')",
    "select * from read_blob('/etc/passwd')",
    "select * from read_json('/etc/passwd')",
    "select * from read_parquet('/etc/passwd')",
    "select * from parquet_metadata('/etc/passwd')",
    "select * from sniff_csv('/etc/passwd')",
    "select * from glob('/*')",
    "select * from '/etc/passwd'",
    'select * from enable_logging()',
    'select * from System.main."Enable_Logging"(level := \'debug\')',
    'select (select count(*) from enable_logging()) from kept',
    'with a as (select 1 as n union all select (select 1 from disable_logging())) select * from a',
    'select * from kept order by (select max(1) from enable_profiling())',
    'select * from kept, lateral (select * from force_checkpoint())',
    'select * from truncate_duckdb_logs()',
    "select * from query('select * from enable_logging()')",
    "select * from json_execute_serialized_sql(json_serialize_sql('select * from enable_logging()'))",
    'select * from duckdb_secrets()',
    'select * from duckdb_settings()',
    "select write_log('made')",
  ],
  postgres: [
    'select 1 as n into temp made',
    'create temp sequence made',
    'do $$ begin perform 1; end $$',
    'lock table kept',
    'listen made',
    'notify made',
    'declare made cursor with hold for select 1',
    'deallocate all',
    'discard all',
    'reset all',
    'show all',
    'set role none',
    'select * from kept for update',
    "select set_config('transaction_read_only', 'off', false)",
    "copy (select 1) to program 'true'",
    "select pg_notify('made', 'x'), nextval('kept')",
    'selectx 1',
  ],
};

for (const name of ['duckdb', 'postgres'])
  describe(name, () => {
    for (const sql of [...REFUSED_EVERYWHERE, ...(REFUSED_BY[name] ?? [])])
      test(`refuses: ${sql}`, async () => {
        const { source } = get(name);
        await assert.rejects(readAll(source, sql), isRefused);
        assert.deepEqual(await readAll(source, 'select n from kept'), [[1]]);
        await assert.rejects(readAll(source, 'select * from made'), isRefused);
        await assert.rejects(access(written));
      });

    for (const sql of [
      'select n from kept',
      ' \n(select n from kept) limit 1',
      'with a as (select n from kept) select n from a',
      'values (1)',
      'select n from kept;',
      'select max(n) from (select n from kept union all select 1 from generate_series(1, 3)) as a',
    ])
      test(`runs: ${sql}`, async () => assert.deepEqual(await readAll(get(name).source, sql), [[1]]));

    if (name === 'duckdb') testFiles();

    test('what closes its own statement within a model does not run a second one', async () => {
      const { config, source } = get(name);
      const answers = await loadEach(config, CLOSING);
      for (const [member, answer] of answers) {
        assert.equal(answer.status, 400, member);
        assert.match(bodyOf(answer).code, /^query\.(sql_refused|failed)$/);
      }
      await assert.rejects(readAll(source, 'select * from made'), isRefused);
      assert.deepEqual(await readAll(source, 'select n from kept'), [[1]]);
    });
  });

test('a macro that the owner of a DuckDB file has made may be called', async () => {
  assert.deepEqual(await readAll(get('duckdb').source, 'select n from own(1)'), [[2]]);
});

test('the statements of other callers cannot be seen on DuckDB', async () => {
  const { source } = get('duckdb');
  await assert.rejects(readAll(source, 'select * from enable_logging()'), { code: 'query.sql_refused' });
  assert.deepEqual(await readAll(source, "select n from kept where 'secret' <> ''"), [[1]]);
  assert.deepEqual(await readAll(source, 'select message from duckdb_logs'), []);
});

test('nothing that a statement leaves in its session reaches the next one', async () => {
  const { source: duckdb } = get('duckdb');
  const [first] = await readAll(duckdb, 'select setseed(0.5), current_connection_id()');
  const [second] = await readAll(duckdb, 'select null, current_connection_id()');
  assert.notEqual(first?.[1], second?.[1]);

  const { source: postgres } = get('postgres');
  await readAll(postgres, "select pg_advisory_lock(4712), set_config('app.caller', 'first', false)");
  const [row] = await readAll(
    postgres,
    "select (select count(*) from pg_locks where objid = 4712 and locktype = 'advisory')::text, current_setting('app.caller', true)",
  );
  assert.deepEqual([row?.[0], row?.[1] || null], ['0', null]);
});

test('no temporary table of a session stands in for a table of the database on PostgreSQL', async () => {
  const [row] = await readAll(get('postgres').source, "select current_setting('search_path')");
  assert.match(String(row?.[0]), /, pg_temp$/);
});

/** SQL that ends the statement around it, by where a model has it. */
const CLOSING: Record<string, string> = {
  cube: `sql: 'SELECT 1 AS n) AS "closing"; create temp table made as select 1 as n; select 1 from (select 1 as n'`,
  comment: `sql: 'SELECT 1 AS n) AS x; create temp table made as select 1 as n --'`,
  measure: `sql_table: kept
    measures: [{ name: n, type: number, sql: '1) from kept; create temp table made as select 1 as n; select (1' }]`,
  dimension: `sql_table: kept
    dimensions: [{ name: n, type: number, sql: '1 from kept; create table made as select 1 as n; select 1' }]`,
  refresh: `sql_table: kept
    refresh_key: { sql: 'select 1; create temp table made as select 1 as n' }`,
  setting: `sql_table: kept
    refresh_key: { sql: 'set search_path = made' }`,
};

async function loadEach(
  config: SourceConfig,
  cubes: Readonly<Record<string, string>>,
): Promise<[string, EncodedAnswer][]> {
  const content = Object.entries(cubes).map(([name, body]) => {
    const measures = body.includes('measures:') ? '' : '\n    measures: [{ name: count, type: count }]';
    return `  - name: ${name}\n    ${body}${measures}\n`;
  });
  const engine = createEngine({
    resolve: async () => ({
      modelVersion: 'one',
      files: [{ path: 'hostile.yml', content: `cubes:\n${content.join('')}` }],
      sources: { default: config },
      brandKey: 'svcCloud',
    }),
  });
  const target = { deploymentId: 1, branch: 'master' };
  const queryOf = (name: string) =>
    name === 'measure' || name === 'dimension'
      ? { [`${name}s`]: [`${name}.n`] }
      : { measures: [`${name}.count`] };
  try {
    return await Promise.all(
      Object.keys(cubes).map(async (name): Promise<[string, EncodedAnswer]> => [
        name,
        await engine.load(target, { query: queryOf(name), securityContext: {} }),
      ]),
    );
  } finally {
    await engine.close();
  }
}

function bodyOf({ body }: EncodedAnswer): { code: string } {
  return JSON.parse(Buffer.concat(body).toString());
}

/** Names in FROM that DuckDB would look for as files, or as patterns of files, of a folder that it may read. */
function testFiles(): void {
  test('reads no file and no pattern of files, also of the folder that it may write, and stays open', async () => {
    const spillDirectory = await mkdtemp(join(tmpdir(), 'oriel-spill-'));
    const { config } = get('duckdb');
    assert.ok(config.type === 'duckdb');
    const source = createDuckDbSource(config, { limits: { spillDirectory } });
    try {
      const [[folder] = []] = await readAll(source, "select current_setting('allowed_directories')[1]");
      const names = ['*', '?*', '[a-z]*', 'x', '../*', '**/*'].flatMap((file) =>
        ['csv', 'parquet', 'json', 'jsonl', 'tsv', 'csv.gz', 'duckdb'].map(
          (ending) => `${String(folder)}${file}.${ending}`,
        ),
      );
      for (const path of [...names, '/etc/passwd', '*.csv', 's3://bucket/*.parquet', 'file:///etc/*.csv'])
        for (const from of [
          `'${path}'`,
          `"${path}"`,
          `main."${path}"`,
          `(with "${path}" as (select 1) select 1) as a, "${path}"`,
        ])
          await assert.rejects(readAll(source, `select * from ${from}`), (error: EngineError) => {
            assert.equal(error.code, 'query.sql_refused', `${from}: ${error.message}`);
            return !error.isFatal;
          });
      assert.deepEqual(await readAll(source, 'select n from kept'), [[1]]);
      assert.deepEqual(await readAll(source, 'with "a.b" as (select n from kept) select n from "a.b"'), [
        [1],
      ]);
    } finally {
      await source.close();
      await rm(spillDirectory, { recursive: true });
    }
  });
}
