import { mysql as dialect } from '@oriel/semantic';
import { caseData, testRowCases, type TestDatabase } from '@oriel/semantic/test/row-cases';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hasOpenssl } from '../certificates.ts';
import { readAll } from '../../read-all.ts';
import { asMySqlAuthorsWrite, tablesOfMySql } from './authors-sql.ts';
import { createMySqlWorld, type MySqlWorld } from './mysql-world.ts';
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
      await world.server.loadZones(...ZONES);
      await world.admin.query(tablesOfMySql(caseData));
    });
    after(() => world?.close());
    const onThis = (title: string, body: (database: TestDatabase) => Promise<void>) =>
      void test(title, () => {
        assert.ok(world);
        return body(databaseOf(world));
      });
    testRowCases(onThis, {}, asMySqlAuthorsWrite);
  });
}

/** A server's source, as the cases see databases. */
function databaseOf({ source, admin }: MySqlWorld): TestDatabase {
  return {
    dialect,
    async run(statements) {
      await admin.query(statements);
    },
    async query(sql, params, columns = []) {
      const rows = await readAll(source, sql, params);
      return {
        columns: [],
        rows: rows.map((row) =>
          row.map((value, index) => {
            if (columns[index]?.type === 'boolean' && value !== null) return Number(value) !== 0;
            return typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ') : value;
          }),
        ),
      };
    },
    close: async () => {},
  };
}
