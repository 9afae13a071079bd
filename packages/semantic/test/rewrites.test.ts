import { duckdb, planSteps, rewriteNames } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test as plainTest } from 'node:test';
import { checkRelation } from '../src/algebra/check-relation.ts';
import { compileExample, listExamples, readExample } from './support/golden-example.ts';
import { onEveryEngine, type TestDatabase } from './support/test-engines.ts';

for (const name of listExamples())
  plainTest(`the relation of ${name} is whole after each step`, () => {
    for (const explainsAfter of planSteps)
      for (const { explained } of compileExample(readExample(name), duckdb, { explainsAfter })) {
        assert.ok(explained);
        checkRelation(explained.relation);
      }
  });

const test = onEveryEngine();

for (const name of listExamples())
  test(`no rewrite changes the rows of ${name}`, async (database) => {
    const { tables } = readExample(name);
    await database.run(tables);
    try {
      const expected = await rowsOf(database, name, []);
      for (const left of [...rewriteNames.map((one) => [one]), rewriteNames])
        assert.deepEqual(await rowsOf(database, name, left), expected, `without ${left.join(', ')}`);
    } finally {
      for (const [, table] of tables.matchAll(/create table ("[^"]+"|\w+)/g))
        await database.run(`drop table ${table}`);
    }
  });

async function rowsOf(
  database: TestDatabase,
  name: string,
  withoutRewrites: typeof rewriteNames,
): Promise<string[][]> {
  const rows: string[][] = [];
  for (const { sql, params } of compileExample(readExample(name), database.dialect, { withoutRewrites })) {
    const result = await database.query(sql, params);
    rows.push(result.rows.map((row) => JSON.stringify(row)).sort());
  }
  return rows;
}

plainTest('each rewrite changes the SQL of an example', () => {
  const sqlOf = (name: string, withoutRewrites: typeof rewriteNames) =>
    compileExample(readExample(name), duckdb, { withoutRewrites })
      .map(({ sql }) => sql)
      .join();
  const without = (one: (typeof rewriteNames)[number]) =>
    listExamples().some((name) => sqlOf(name, [one]) !== sqlOf(name, []));
  // Without them there would be no SQL, so that they cannot be left out.
  assert.deepEqual(
    rewriteNames.filter((name) => !without(name)),
    ['expandMerges', 'hoistNames'],
  );
});
