import { bigquery, snowflake } from '@oriel/semantic';
import { after, before, describe, test } from 'node:test';
import { caseData, testRowCases } from '../row-cases.ts';
import { openDuckDb, type EngineTest, type TestDatabase } from '../support/test-engines.ts';
import { asBigQueryAuthorsWrite } from './bigquery-authors.ts';
import { testDialectValues } from './dialect-values.ts';
import { openSqlglot, sqlglotIsMissing, type Sqlglot } from './sqlglot.ts';

const dialects = [
  [snowflake, undefined],
  [bigquery, asBigQueryAuthorsWrite],
] as const;

/**
 * The SQL of engines that run nowhere but at their vendors, translated by sqlglot and executed by DuckDB. It says that
 * the statement means what it should as sqlglot understands it; it does not say that the engine takes its types.
 */
for (const [dialect, asAuthorsWrite] of dialects)
  describe(`rows of ${dialect.name}, translated for DuckDB`, { skip: sqlglotIsMissing() }, () => {
    let sqlglot: Sqlglot;
    let duckdb: TestDatabase;
    before(async () => {
      sqlglot = openSqlglot();
      duckdb = await openDuckDb();
      await duckdb.run(caseData);
    });
    after(async () => {
      await duckdb.close();
      await sqlglot.close();
    });
    const translated = (): TestDatabase => ({
      ...duckdb,
      dialect,
      async query(sql, params) {
        const read = await sqlglot.read(dialect, sql, caseData);
        return duckdb.query(read.duckdb, params).catch((error: Error) => {
          throw new Error(`${error.message}\n${read.duckdb}`, { cause: error });
        });
      },
    });
    const onThis: EngineTest = (title, body) => void test(title, () => body(translated()));
    testDialectValues(onThis);
    testRowCases(onThis, {}, asAuthorsWrite);
  });
