import { after, before, describe, test } from 'node:test';
import { caseData, testRowCases } from '../row-cases.ts';
import type { EngineTest, TestDatabase } from '../support/test-engines.ts';
import { testDialectValues } from './dialect-values.ts';
import { openSpark, sparkIsMissing } from './spark-database.ts';
import { asSparkAuthorsWrite, tablesOfSpark } from './spark-authors.ts';

describe('rows of Databricks, on Spark', { skip: sparkIsMissing() }, () => {
  let spark: TestDatabase;
  before(async () => {
    spark = await openSpark();
    await spark.run(tablesOfSpark(caseData));
  });
  after(() => spark.close());
  const onThis: EngineTest = (title, body) => void test(title, () => body(spark));
  testDialectValues(onThis);
  testRowCases(onThis, {}, asSparkAuthorsWrite);
});
