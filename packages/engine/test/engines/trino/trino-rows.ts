import { trino } from '@oriel/semantic';
import { caseData, testRowCases, type EngineTest, type TestDatabase } from '@oriel/semantic/test/row-cases';
import { testProperties } from '@oriel/semantic/test/engine-properties';
import { testTpch, tpchIsMissing } from '@oriel/semantic/test/tpch';
import { after, before, describe, test } from 'node:test';
import type { Source } from '../../../src/sources/connection/source.ts';
import { openTrinoSource } from '../../../src/sources/trino/trino-source.ts';
import { readAll } from '../../read-all.ts';
import type { TrinoWorld } from './trino-world.ts';

/** SQL of the models' authors that Trino knows otherwise, as an author for Trino writes it. */
const AUTHORS: readonly (readonly [text: string, ofTrino: string])[] = [
  // A quotient of decimals has no more digits than they have.
  ['1.0 * ', '1e0 * '],
  ['then 1.0 else', 'then 1e0 else'],
  ["interval '28 days'", "interval '28' day"],
  ["interval '1 day'", "interval '1' day"],
  // Texts are joined with texts alone.
  ["'O-' || {CUBE}.id", "'O-' || CAST({CUBE}.id AS VARCHAR)"],
];

/** The rows of each case are those of the other engines. */
export function testRows(world: () => TrinoWorld): void {
  // Most of the time of a statement is spent waiting for the server's next answer.
  describe('rows', { concurrency: 8 }, () => {
    before(async () => {
      await Promise.all(tablesOf(caseData).map((statement) => world().execute(statement)));
    });
    const onThis: EngineTest = (title, body) => void test(title, () => body(databaseOf(world())));
    testRowCases(onThis, {}, (content) => AUTHORS.reduce(replaceOne, content));
    const moment = (text: string) => `TIMESTAMP '${text}'`;
    testProperties(onThis, { runs: 100, createTable, schema: 'memory.default', moment });
  });
}

/** The tables are those of a catalog of Trino, where they have doubles in place of decimals. */
export function testTpchOfTrino(world: () => TrinoWorld): void {
  describe('TPC-H', { skip: tpchIsMissing, concurrency: 2 }, () => {
    let source: Source;
    before(() => {
      source = openTrinoSource({ ...world().config, catalog: 'tpch', schema: 'tiny' });
    });
    after(() => source.close());
    testTpch((title, body) => void test(title, () => body(databaseOf({ ...world(), source }))), {
      hasOwnTables: true,
    });
  });
}

function createTable(name: string): string {
  return `CREATE TABLE ${name}
   (id INTEGER, text VARCHAR, number DOUBLE, flag BOOLEAN, moment TIMESTAMP(6))`;
}

function databaseOf({ source, execute }: TrinoWorld): TestDatabase {
  return {
    dialect: trino,
    run: execute,
    async query(sql, params) {
      const rows = await readAll(source, sql, params);
      return { columns: [], rows: rows.map((row) => row.map(withoutT)) };
    },
    close: async () => {},
  };
}

const withoutT = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d\.\d{3})$/, '$1 $2') : value;

const TYPES: readonly (readonly [text: string, ofTrino: string])[] = [
  ['double precision', 'double'],
  ['numeric', 'decimal'],
  ['timestamp', 'timestamp(6)'],
];

const replaceOne = (text: string, [from, to]: readonly [string, string]) => text.replaceAll(from, to);

/** A statement for each table, which makes and fills it: a text becomes a moment by a cast alone. */
function tablesOf(statements: string): string[] {
  const tables = statements.matchAll(/create table (\w+) \(([^;]*)\);\s*insert into \1( values)?\s([^;]*);/g);
  return [...tables].map(([, name = '', definitions = '', isValues, rows = '']) => {
    const columns = definitions.split(/,(?![^(]*\))/).map((definition) => definition.trim());
    const names = columns.map((column) => column.split(' ')[0] ?? '');
    const casts = columns.map((column, index) => {
      const name = names[index] ?? '';
      return `CAST(${name} AS ${TYPES.reduce(replaceOne, column.slice(name.length))}) AS ${name}`;
    });
    const from = isValues ? `VALUES ${rows}` : generatedOf(rows);
    return `CREATE TABLE memory.default.${name} AS SELECT ${casts.join(', ')} FROM (${from}) AS t(${names.join(', ')})`;
  });
}

/** The query of a table's rows, with the intervals and series that Trino has. */
function generatedOf(query: string): string {
  return query
    .replaceAll(/interval '(\d+) (month|day)s?'/g, "interval '$1' $2")
    .replace(/generate_series\(([^)]*)\) as/, 'UNNEST(sequence($1)) AS');
}
