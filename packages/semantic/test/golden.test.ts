import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { listExamples, pathOfSql, renderExample } from './golden-example.ts';

for (const name of listExamples()) {
  test(`compiles ${name} to the SQL and the rows that are checked in`, async () => {
    assert.equal(await renderExample(name), readFileSync(pathOfSql(name), 'utf8'));
  });
}

test('every SQL file belongs to an example', () => {
  const files = readdirSync(dirname(pathOfSql(''))).filter((file) => file.endsWith('.sql'));
  const expected = listExamples().map((name) => `${name}.duckdb.sql`);
  assert.deepEqual(files.sort(), expected.sort());
});
