import { DuckDBInstance } from '@duckdb/node-api';
import { duckdb, postgres, type BoundValue, type CompiledColumn, type Dialect } from '@oriel/semantic';
import { createDataDatabase } from '@oriel/server/test/database';
import { after, before, test } from 'node:test';
import pg from 'pg';

/** A real database of one of the engines, with its dialect. */
export interface TestDatabase {
  readonly dialect: Dialect;
  /** Runs statements of our own, separated by semicolons. */
  run(statements: string): Promise<void>;
  /**
   * Numbers may come as texts; times do, as `2024-01-31 10:00:00`.
   *
   * @param columns what the columns show, for an engine that tells no booleans from numbers
   */
  query(sql: string, params: readonly BoundValue[], columns?: readonly CompiledColumn[]): Promise<TestResult>;
  close(): Promise<void>;
}

export interface TestResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Every engine that queries are compiled for. */
export const engines: readonly { readonly name: Dialect['name']; open(): Promise<TestDatabase> }[] = [
  { name: 'duckdb', open: openDuckDb },
  { name: 'postgres', open: openPostgres },
];

/** Declares a test of what holds on every engine, and so runs once on each. */
export type EngineTest = (title: string, body: (database: TestDatabase) => Promise<void>) => void;

/** Tests that share a database on each engine, filled by the statements. */
export function onEveryEngine(statements = ''): EngineTest {
  const databases = new Map<Dialect['name'], TestDatabase>();
  before(async () => {
    for (const { name, open } of engines) {
      const database = await open();
      databases.set(name, database);
      await database.run(statements);
    }
  });
  after(async () => {
    for (const database of databases.values()) await database.close();
  });
  return (title, body) => {
    for (const { name } of engines)
      test(`${title}, on ${name}`, async () => {
        const database = databases.get(name);
        if (!database) throw new Error(`No ${name} was opened`);
        await body(database);
      });
  };
}

/** A DuckDB with the session that the dialect asks for. */
export async function openDuckDb(): Promise<TestDatabase> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const run = async (statements: string) => {
    await connection.run(statements);
  };
  for (const statement of duckdb.session) await run(statement);
  return {
    dialect: duckdb,
    run,
    async query(sql, params) {
      const reader = await connection.runAndReadAll(sql, [...params]);
      return { columns: reader.columnNames(), rows: reader.getRowsJson() };
    },
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** A PostgreSQL with the session that the dialect asks for. */
export async function openPostgres(): Promise<TestDatabase> {
  const database = await createDataDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  const run = async (statements: string) => {
    await client.query(statements);
  };
  for (const statement of postgres.session) await run(statement);
  return {
    dialect: postgres,
    run,
    async query(sql, params) {
      const { fields, rows } = await client.query<unknown[]>({
        text: sql,
        values: [...params],
        rowMode: 'array',
        types: plainTypes,
      });
      return { columns: fields.map(({ name }) => name), rows };
    },
    async close() {
      await client.end();
      await database.drop();
    },
  };
}

/** Booleans are booleans, doubles numbers, and all else is text. */
const plainTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid) => {
    if (oid === pg.types.builtins.BOOL) return (text: string) => text === 't';
    return oid === pg.types.builtins.FLOAT8 ? Number : (text: string) => text;
  },
};
