import { after, before, describe, test } from 'node:test';
import { caseData, testRowCases } from '../row-cases.ts';
import type { EngineTest, TestDatabase } from '../support/test-engines.ts';
import { testDialectValues } from './dialect-values.ts';
import { openRedshift } from './redshift-database.ts';

describe('rows of Redshift, on PostgreSQL', () => {
  let database: TestDatabase;
  before(async () => {
    database = await openRedshift();
    await database.run(caseData);
  });
  after(() => database.close());
  const onThis: EngineTest = (title, body) => void test(title, () => body(database));
  testDialectValues(onThis);
  testRowCases(
    onThis,
    {},
    // An author for Redshift knows that the other is for its leader alone.
    (content) => content.replaceAll('substr(', 'substring('),
  );
});
