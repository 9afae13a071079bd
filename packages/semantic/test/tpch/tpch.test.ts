import { compileModel, compileQuery, normalizeQuery, type Model } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { everybody } from '../support/query-rows.ts';
import { engines, type TestDatabase } from '../support/test-engines.ts';
import { answerColumns } from './answer-columns.ts';
import { attachTables, copyTables, missing, scale } from './tpch-data.ts';

const example = join(import.meta.dirname, '../../../../examples/tpch');
/** Of the large data only DuckDB answers in seconds. */
const measured = scale === '0.01' ? engines : engines.filter(({ name }) => name === 'duckdb');
const databases = new Map<string, TestDatabase>();

type Rows = readonly (readonly unknown[])[];

test('each query of the standard has a query of the example', () => {
  const files = readdirSync(join(example, 'queries')).sort();
  assert.deepEqual(files, Object.keys(answerColumns).map(fileOf));
});

describe(`TPC-H at scale factor ${scale}`, { skip: missing }, () => {
  before(async () => {
    for (const { name, open } of measured) databases.set(name, await open());
    await attachTables(databaseOf('duckdb'));
    if (databases.has('postgres')) await copyTables(databaseOf('duckdb'), databaseOf('postgres'));
  });
  after(async () => {
    for (const database of databases.values()) await database.close();
  });
  const model = readModel();
  for (const [number, columns] of Object.entries(answerColumns)) {
    for (const { name } of measured)
      test(`query ${number} gives what the SQL of the standard gives, on ${name}`, async () => {
        const [row] = await ask(`SELECT query FROM tpch_queries WHERE query_nr = ${number}`);
        const { columns: names, rows } = await databaseOf('duckdb').query(String(row?.[0]), []);
        const expected = inOrder(names, rows, columns);
        assertSame(await answer(databaseOf(name), model, number), expected);
      });
    test(`query ${number} gives the answer that comes with the generator`, async (t) => {
      const [row] = await ask(`SELECT answer FROM tpch_answers WHERE query_nr = ${number}`);
      if (!row) return t.skip(`no answer comes with scale factor ${scale}`);
      const [names = [], ...rows] = readAnswer(String(row[0]));
      assertSame(await answer(databaseOf('duckdb'), model, number), inOrder(names, rows, columns));
    });
  }
});

const fileOf = (number: string) => `q${number.padStart(2, '0')}.json`;

function databaseOf(name: string): TestDatabase {
  const database = databases.get(name);
  if (!database) throw new Error(`No ${name} was opened`);
  return database;
}

async function ask(sql: string): Promise<Rows> {
  return (await databaseOf('duckdb').query(sql, [])).rows;
}

function readModel(): Model {
  const folder = join(example, 'model');
  const files = readdirSync(folder).map((path) => ({
    path,
    content: readFileSync(join(folder, path), 'utf8'),
  }));
  const compiled = compileModel(files);
  if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems, undefined, 1));
  return compiled.model;
}

/** The rows of a query of the example; the standard shows years as numbers. */
async function answer(database: TestDatabase, model: Model, number: string): Promise<Rows> {
  const text = readFileSync(join(example, 'queries', fileOf(number)), 'utf8');
  const [query] = normalizeQuery(JSON.parse(text), everybody).queries;
  assert.ok(query);
  const { sql, params, columns } = compileQuery(model, query, everybody, database.dialect);
  const { rows } = await database.query(sql, params);
  return rows.map((row) =>
    row.map((value, index) => (columns[index]?.granularity === 'year' ? String(value).slice(0, 4) : value)),
  );
}

/** The lines of an answer that comes with the generator, the first of which has the names; nulls are empty there. */
function readAnswer(text: string): (string | null)[][] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('|').map((value) => (value === '' ? null : value)));
}

function inOrder(names: readonly unknown[], rows: Rows, wanted: string): Rows {
  // DuckDB names a column without a name of its own by its expression, the answers by its function.
  const short = names.map((name) => String(name).replace(/\(.*/, ''));
  const places = wanted.split(' ').map((name) => short.indexOf(name));
  assert.ok(!places.includes(-1), `${wanted} is not ${names.join(' ')}`);
  return rows.map((row) => places.map((place) => row[place]));
}

/** Compares rows in order: texts as such, numbers far closer than the standard's hundredth of an average or ratio. */
function assertSame(actual: Rows, expected: Rows): void {
  assert.equal(actual.length, expected.length, 'the number of rows');
  for (const [index, row] of expected.entries())
    assert.ok(
      isSame(actual[index] ?? [], row),
      `row ${index}: ${String(actual[index])} is not ${String(row)}`,
    );
}

function isSame(actual: readonly unknown[], expected: readonly unknown[]): boolean {
  return (
    actual.length === expected.length &&
    expected.every((value, index) => {
      const [left, right] = [plain(actual[index]), plain(value)];
      if (typeof left !== 'number' || typeof right !== 'number') return left === right;
      return Math.abs(left - right) <= 1e-9 * Math.max(1, Math.abs(right));
    })
  );
}

function plain(value: unknown): unknown {
  const text = String(value).replace(/ 00:00:00(\.0+)?$/, '');
  return /^-?\d+(\.\d+)?(e[-+]?\d+)?$/.test(text) ? Number(text) : text;
}
