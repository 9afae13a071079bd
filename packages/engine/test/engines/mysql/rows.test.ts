import { mysql as dialect } from '@oriel/semantic';
import { caseData, testRowCases, type EngineTest, type TestDatabase } from '@oriel/semantic/test/row-cases';
import { testProperties, zonesOfProperties } from '@oriel/semantic/test/engine-properties';
import { loadTables, testTpch, tpchIsMissing } from '@oriel/semantic/test/tpch';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { runCompiledQuery } from '../../../src/sources/run-compiled-query.ts';
import { hasOpenssl } from '../certificates.ts';
import { asMySqlAuthorsWrite, tablesOfMySql } from './authors-sql.ts';
import { createMySqlWorld, type MySqlWorld } from './mysql-world.ts';
import { testQueries } from './queries.ts';
import { findServer } from './server-programs.ts';

const ZONES = ['America/New_York', 'Asia/Kathmandu', 'Asia/Tokyo', 'Europe/Berlin', 'Pacific/Kiritimati'];

for (const flavour of ['mariadb', 'mysql'] as const) {
  const programs = findServer(flavour);
  const isMissing = typeof programs === 'string';
  const skip = isMissing
    ? programs
    : hasOpenssl()
      ? false
      : 'openssl makes the certificates, and is not installed';
  describe(`queries on ${flavour}`, { skip }, () => {
    let world: MySqlWorld | undefined;
    before(async () => {
      assert.ok(!isMissing);
      world = await createMySqlWorld(programs);
      await world.server.loadZones(...new Set([...ZONES, ...zonesOfProperties]));
      await world.admin.query(tablesOfMySql(caseData));
    });
    after(() => world?.close());
    const get = () => {
      assert.ok(world);
      return world;
    };
    testQueries(get);
    const onThis: EngineTest = (title, body) => void test(title, () => body(databaseOf(get())));
    testRowCases(onThis, {}, asMySqlAuthorsWrite);
    testProperties(onThis, { runs: 100, createTable });
    describe('TPC-H', { skip: tpchIsMissing }, () => {
      before(() => loadTables(databaseOf(get()), { create: createWithKey }));
      testTpch(onThis);
    });
  });
}

function createTable(name: string): string {
  const text = 'text VARCHAR(20) COLLATE utf8mb4_bin';
  return `CREATE TABLE ${name} (id INT, ${text}, number DOUBLE, flag BOOLEAN, moment DATETIME(6))`;
}

/** Types are those of DuckDB but for texts. */
function createWithKey(
  table: string,
  columns: readonly (readonly [name: string, type: string])[],
  key: string,
): string {
  const typed = columns.map(([name, type]) =>
    type === 'VARCHAR' ? `${name} VARCHAR(200) COLLATE utf8mb4_bin NOT NULL` : `${name} ${type} NOT NULL`,
  );
  return `CREATE TABLE ${table} (${typed.join(', ')}, PRIMARY KEY (${key}))`;
}

/** A server's source, as the cases see databases. */
function databaseOf({ source, admin }: MySqlWorld): TestDatabase {
  return {
    dialect,
    async run(statements) {
      await admin.query(statements);
    },
    async query(sql, params, columns = []) {
      const rows: unknown[][] = [];
      await runCompiledQuery(
        source,
        { sql, params, columns, comparedTexts: [], provenance: [] },
        {
          signal: new AbortController().signal,
          timeoutMs: 60_000,
          take({ rowCount, columns: values }) {
            for (let row = 0; row < rowCount; row += 1) rows.push(values.map((column) => plain(column[row])));
          },
        },
      );
      return { columns: [], rows };
    },
    close: async () => {},
  };
}

/** Times as the cases have them. */
function plain(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ') : value;
}
