import { bigquery, databricks, redshift, snowflake, type Dialect } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { caseData, statementsOfCases } from '../row-cases.ts';
import { compileExample, listExamples, readExample } from '../support/golden-example.ts';
import { asBigQueryAuthorsWrite } from './bigquery-authors.ts';
import { openSqlglot, sqlglotIsMissing, type Sqlglot } from './sqlglot.ts';

/** What a dialect may have of what sqlglot tells of a statement. */
interface Allowed {
  /** Functions that sqlglot has no words for, each in the engine's own documentation. */
  readonly unknown: readonly string[];
  /** Sub-queries that look at rows around them; absent: none may. */
  readonly correlated?: RegExp;
  /** Left joins without an equality. */
  readonly unequal: boolean;
  /** Values of different kinds of types in one comparison. */
  readonly mixed: boolean;
  /** What authors for the engine would have written in the models of the cases. */
  asAuthorsWrite?(content: string): string;
}

const dialects: readonly (readonly [dialect: Dialect, allowed: Allowed])[] = [
  [redshift, { unknown: ['fnv_hash'], correlated: /^SELECT 1 .*__key_1/, unequal: true, mixed: true }],
  [snowflake, { unknown: [], unequal: true, mixed: true }],
  [
    bigquery,
    {
      unknown: [],
      correlated: /^SELECT 1 /,
      unequal: false,
      mixed: false,
      asAuthorsWrite: asBigQueryAuthorsWrite,
    },
  ],
  [databricks, { unknown: [], unequal: true, mixed: true }],
];

/** Statements are read by a parser that is not ours, and every column of theirs is looked up in their tables. */
describe('SQL as sqlglot reads it', { skip: sqlglotIsMissing() }, () => {
  let sqlglot: Sqlglot;
  before(() => {
    sqlglot = openSqlglot();
  });
  after(() => sqlglot.close());
  for (const [dialect, allowed] of dialects) {
    const check = async (sql: string, tables: string) => {
      const { unknown, correlated, unequal, mixed } = await sqlglot.read(dialect, sql, tables);
      assert.deepEqual(
        unknown.filter((name) => !allowed.unknown.includes(name)),
        [],
        sql,
      );
      if (!allowed.mixed) assert.deepEqual(mixed, [], sql);
      for (const one of correlated) assert.match(one, allowed.correlated ?? /(?!)/, sql);
      if (!allowed.unequal) assert.deepEqual(unequal, [], sql);
    };
    for (const name of listExamples()) {
      test(`${name}, for ${dialect.name}`, async () => {
        const example = readExample(name);
        for (const query of compileExample(example, dialect))
          for (const { sql } of query.total ? [query, query.total] : [query])
            await check(sql, example.tables);
      });
    }
    for (const { title, statements } of statementsOfCases(dialect, allowed.asAuthorsWrite)) {
      test(`${title}, for ${dialect.name}`, async () => {
        for (const { sql } of statements) await check(sql, caseData);
      });
    }
  }

  test('what is no SQL of the dialect is refused', async () => {
    for (const sql of ['SELECT (1', 'SELECT 1; SELECT 2', 'FROB 1', 'SELECT a.b FROM (SELECT 1 AS c) AS a'])
      await assert.rejects(sqlglot.read(snowflake, sql, ''), sql);
  });

  test('what the engine could not execute is told', async () => {
    const told = await sqlglot.read(
      bigquery,
      `SELECT frob(1) FROM orders AS o LEFT JOIN orders AS p ON o.id < p.id
       WHERE o.created_at >= CAST(@p1 AS DATETIME) AND EXISTS (SELECT 1 FROM orders AS q WHERE q.id = o.id)`,
      caseData,
    );
    const { unknown, correlated, unequal, mixed } = told;
    assert.deepEqual([unknown, correlated.length, unequal.length, mixed.length], [['frob'], 1, 1, 1]);
  });
});
