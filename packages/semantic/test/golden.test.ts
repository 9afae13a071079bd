import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { listExamples, pathOfSql, renderExample } from './support/golden-example.ts';
import { engines, onEveryEngine } from './support/test-engines.ts';

const testOnEveryEngine = onEveryEngine();

for (const name of listExamples())
  testOnEveryEngine(`compiles ${name} to the SQL and the rows that are checked in`, async (database) => {
    const path = pathOfSql(name, database.dialect.name);
    assert.equal(await renderExample(name, database), readFileSync(path, 'utf8'));
  });

test('every SQL file belongs to an example', () => {
  const files = readdirSync(dirname(pathOfSql('', ''))).filter((file) => file.endsWith('.sql'));
  const expected = listExamples().flatMap((example) => engines.map(({ name }) => `${example}.${name}.sql`));
  assert.deepEqual(files.sort(), expected.sort());
});
