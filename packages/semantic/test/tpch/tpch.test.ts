import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { engines, type TestDatabase } from '../support/test-engines.ts';
import { answerColumns } from './answer-columns.ts';
import { answer, assertSame, example, fileOf, inOrder, readModel, type Rows } from './tpch-answers.ts';
import { attachTables, copyTables, missing, scale } from './tpch-data.ts';

/** Of the large data only DuckDB answers in seconds. */
const measured = scale === '0.01' ? engines : engines.filter(({ name }) => name === 'duckdb');
const databases = new Map<string, TestDatabase>();

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

function databaseOf(name: string): TestDatabase {
  const database = databases.get(name);
  if (!database) throw new Error(`No ${name} was opened`);
  return database;
}

async function ask(sql: string): Promise<Rows> {
  return (await databaseOf('duckdb').query(sql, [])).rows;
}

/** The lines of an answer that comes with the generator, the first of which has the names; nulls are empty there. */
function readAnswer(text: string): (string | null)[][] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('|').map((value) => (value === '' ? null : value)));
}
