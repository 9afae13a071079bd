import { clickhouse as dialect } from '@oriel/semantic';
import { caseData, testRowCases, type EngineTest, type TestDatabase } from '@oriel/semantic/test/row-cases';
import { testProperties } from '@oriel/semantic/test/engine-properties';
import { loadTables, testTpch, tpchIsMissing } from '@oriel/semantic/test/tpch';
import { after, before, describe, test } from 'node:test';
import { openClickHouseSource } from '../src/sources/clickhouse/clickhouse-source.ts';
import type { Source } from '../src/sources/connection/source.ts';
import { asClickHouseAuthorsWrite, tablesOfClickHouse } from './engines/clickhouse/authors-sql.ts';
import {
  clickHouseIsMissing,
  startClickHouse,
  type ClickHouseServer,
} from './engines/clickhouse/clickhouse-server.ts';
import { doorUsers } from './engines/clickhouse/door-users.ts';
import { readAll } from './read-all.ts';

describe('queries on ClickHouse', { skip: clickHouseIsMissing }, () => {
  let server: ClickHouseServer;
  let source: Source;
  before(async () => {
    server = await startClickHouse();
    const { name: user, password } = doorUsers.reader;
    source = openClickHouseSource({
      type: 'clickhouse',
      host: '127.0.0.1',
      port: server.port,
      user,
      password,
    });
    for (const statement of tablesOfClickHouse(caseData)) await asOwner(server, statement);
  });
  after(async () => {
    await source.close();
    await server.close();
  });
  const onThis: EngineTest = (title, body) => void test(title, () => body(databaseOf(server, source)));
  testRowCases(onThis, {}, asClickHouseAuthorsWrite);
  testProperties(onThis, { runs: 100, createTable });
  describe('TPC-H', { skip: tpchIsMissing }, () => {
    before(() => loadTables(databaseOf(server, source), { create: createWithKey }));
    testTpch(onThis, { asAuthorsWrite: asClickHouseAuthorsWrite });
  });
});

function createTable(name: string): string {
  return `
  CREATE TABLE ${name} (id Int32, text Nullable(String), number Nullable(Float64), flag Nullable(Bool),
    moment Nullable(DateTime64(6, 'UTC')))
  ENGINE = MergeTree ORDER BY id`;
}

/** The names of DuckDB's types are known here too. */
function createWithKey(
  table: string,
  columns: readonly (readonly [name: string, type: string])[],
  key: string,
): string {
  const typed = columns.map((column) => column.join(' '));
  return `CREATE TABLE ${table} (${typed.join(', ')}) ENGINE = MergeTree ORDER BY (${key})`;
}

/** Runs a statement that a source would refuse. */
async function asOwner({ port }: ClickHouseServer, body: string): Promise<void> {
  const { name, password } = doorUsers.owner;
  const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
  const url = `http://127.0.0.1:${port}/?session_timezone=UTC`;
  const answer = await fetch(url, { method: 'POST', headers: { authorization }, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${text}\n${body}`);
}

/** A server's source, as the cases see databases. */
function databaseOf(server: ClickHouseServer, source: Source): TestDatabase {
  return {
    dialect,
    run: (statement) => asOwner(server, statement),
    async query(sql, params, columns = []) {
      const rows = await readAll(source, sql, params);
      const shown = (value: unknown, index: number) => {
        // A comparison is 0 or 1.
        if (columns[index]?.type === 'boolean' && value !== null) return Boolean(value);
        return typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ') : value;
      };
      return { columns: [], rows: rows.map((row) => row.map(shown)) };
    },
    close: async () => {},
  };
}
