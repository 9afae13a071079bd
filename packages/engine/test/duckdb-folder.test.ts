import { DuckDBInstance } from '@duckdb/node-api';
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createDuckDbSource, openDuckDbSource } from '../src/sources/duckdb/duckdb-source.ts';
import { readAll } from './read-all.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (...path: string[]) => join(folder, ...path);

/** Runs statements in a DuckDB that may do everything. */
async function run(...statements: string[]): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

const parquet = (rows: string, ...path: string[]) =>
  run(`COPY (${rows}) TO '${at(...path)}' (FORMAT parquet)`);

test('files are tables by their names, and a folder of them is one table', async () => {
  await mkdir(at('sales', 'year=2024'), { recursive: true });
  await mkdir(at('sales', 'year=2025'));
  await parquet('SELECT range AS id FROM range(10)', 'orders.parquet');
  await parquet('SELECT 1 AS n', 'sales', 'year=2024', 'a.parquet');
  await parquet('SELECT 2 AS n, 3 AS more', 'sales', 'year=2025', 'b.parquet');
  await writeFile(at('people.csv'), 'id;name\n1;Zoë\n2;\n');
  await writeFile(at('my events.jsonl'), '{"kind":"a"}\n{"kind":"b"}\n');
  await writeFile(at('readme.md'), '# nothing');
  await writeFile(at('.hidden.csv'), 'a\n1\n');
  const source = await openDuckDbSource({ type: 'duckdb', path: folder });
  assert.deepEqual(await readAll(source, 'SELECT count(*) FROM orders'), [['10']]);
  assert.deepEqual(await readAll(source, 'SELECT n, more, year FROM sales ORDER BY n'), [
    [1, null, '2024'],
    [2, 3, '2025'],
  ]);
  assert.deepEqual(await readAll(source, 'SELECT name FROM people ORDER BY id'), [['Zoë'], [null]]);
  assert.deepEqual(await readAll(source, 'SELECT kind FROM "my events" ORDER BY 1'), [['a'], ['b']]);
  await source.close();
});

test('several DuckDB files of a folder are read beside each other', async () => {
  await run(`ATTACH '${at('shop.duckdb')}' AS s`, 'CREATE TABLE s.orders AS SELECT 1 AS id, 7 AS person');
  await run(`ATTACH '${at('crm.duckdb')}' AS c`, `CREATE TABLE c.people AS SELECT 7 AS id, 'Ada' AS name`);
  const source = await openDuckDbSource({ type: 'duckdb', path: folder });
  const sql = 'SELECT p.name FROM shop.orders AS o JOIN crm.people AS p ON o.person = p.id';
  assert.deepEqual(await readAll(source, sql), [['Ada']]);
  await source.close();
});

test('a file that comes, changes or goes is seen within a second, and the version changes', async () => {
  await parquet('SELECT 1 AS n', 'a.parquet');
  const source = await openDuckDbSource({ type: 'duckdb', path: folder });
  const before = await source.version();
  assert.deepEqual(await readAll(source, 'SELECT n FROM a'), [[1]]);
  await parquet('SELECT 2 AS n UNION ALL SELECT 3', 'a.parquet');
  await parquet('SELECT 4 AS n', 'b.parquet');
  await pause(1_100);
  assert.notEqual(await source.version(), before);
  assert.deepEqual(await readAll(source, 'SELECT n FROM a ORDER BY 1'), [[2], [3]]);
  assert.deepEqual(await readAll(source, 'SELECT n FROM b'), [[4]]);
  await rm(at('b.parquet'));
  await pause(1_100);
  await assert.rejects(readAll(source, 'SELECT n FROM b'), { code: 'query.failed' });
  await source.close();
});

test('statements that run while the folder changes end on what they began with', async () => {
  await parquet('SELECT range AS n FROM range(2000000)', 'a.parquet');
  const source = await openDuckDbSource({ type: 'duckdb', path: folder });
  const long = readAll(source, 'SELECT sum(x.n + y.n) FROM a AS x JOIN a AS y USING (n)');
  await parquet('SELECT 1 AS n', 'b.parquet');
  await pause(1_100);
  const all = Array.from({ length: 8 }, () => readAll(source, 'SELECT n FROM b'));
  assert.deepEqual(
    await Promise.all(all),
    Array.from({ length: 8 }, () => [[1]]),
  );
  assert.equal((await long).length, 1);
  await source.close();
});

test('SQL of a model reads the tables of the folder and nothing else', async () => {
  await parquet('SELECT 1 AS n', 'a.parquet');
  const source = await openDuckDbSource({ type: 'duckdb', path: folder });
  for (const sql of [
    `SELECT * FROM '${at('a.parquet')}'`,
    `SELECT * FROM read_parquet('${at('a.parquet')}')`,
    `SELECT * FROM read_csv('/etc/passwd')`,
    `COPY (SELECT 1) TO '${at('b.csv')}'`,
    `ATTACH '${at('b.duckdb')}' AS b`,
    'DROP VIEW a',
    'CREATE TABLE t (n INTEGER)',
  ])
    await assert.rejects(readAll(source, sql), { code: 'query.sql_refused' }, sql);
  assert.deepEqual(await readAll(source, 'SELECT n FROM a'), [[1]]);
  await source.close();
});

test('a link out of the folder is no table', async () => {
  await parquet('SELECT 1 AS n', 'a.parquet');
  const other = await mkdtemp(join(tmpdir(), 'oriel-other-'));
  await writeFile(join(other, 'secret.csv'), 'a\n1\n');
  await symlink(join(other, 'secret.csv'), at('b.csv'));
  await symlink(other, at('c'));
  const source = await openDuckDbSource({ type: 'duckdb', path: folder });
  for (const name of ['b', 'c', 'secret'])
    await assert.rejects(readAll(source, `SELECT * FROM ${name}`), { code: 'query.failed' });
  await source.close();
  await rm(other, { recursive: true });
});

const broken: [title: string, make: () => Promise<void>, reason: RegExp][] = [
  ['empty', async () => {}, /its folder has no files of Parquet, CSV, JSON or DuckDB/],
  [
    'with two files of one name',
    async () => {
      await parquet('SELECT 1 AS n', 'a.parquet');
      await writeFile(at('a.csv'), 'n\n1\n');
    },
    /several kinds of files for the table "a": a\.csv, a\.parquet/,
  ],
  ['with a broken file', () => writeFile(at('a.parquet'), 'no parquet'), /cannot be read: .*a\.parquet/],
  ['with a broken database', () => writeFile(at('a.duckdb'), 'x'.repeat(5_000)), /cannot be read: /],
];
for (const [title, make, reason] of broken)
  test(`a folder ${title} is away, and comes back`, async () => {
    await make();
    const source = createDuckDbSource({ type: 'duckdb', path: folder });
    await assert.rejects(readAll(source, 'SELECT n FROM b'), (error: Error) => {
      assert.match(error.message, reason);
      assert.ok(!error.message.includes(folder), error.message);
      return true;
    });
    for (const name of ['a.parquet', 'a.csv', 'a.duckdb']) await rm(at(name), { force: true });
    await parquet('SELECT 1 AS n', 'b.parquet');
    await pause(1_100);
    assert.deepEqual(await readAll(source, 'SELECT n FROM b'), [[1]]);
    await source.close();
  });
