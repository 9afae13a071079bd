import { DuckDBInstance } from '@duckdb/node-api';
import { duckdb, postgres, type BoundValue, type Dialect } from '@oriel/semantic';
import { createDataDatabase } from '@oriel/server/test/database';
import pg from 'pg';
import { retailIndexes, retailTables } from './retail-data.ts';

/** The shop on one of the engines. */
export interface RetailDatabase {
  readonly dialect: Dialect;
  query(sql: string, params: readonly BoundValue[]): Promise<unknown[][]>;
  close(): Promise<void>;
}

export async function openRetailDuckDb(): Promise<RetailDatabase> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const statement of [...duckdb.session, ...retailTables]) await connection.run(statement);
  return {
    dialect: duckdb,
    query: async (sql, params) => (await connection.runAndReadAll(sql, [...params])).getRowsJson(),
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

export async function openRetailPostgres(): Promise<RetailDatabase> {
  const { connection, drop } = await createDataDatabase();
  const client = new pg.Client(connection);
  await client.connect();
  for (const statement of [...postgres.session, ...retailTables, ...retailIndexes])
    await client.query(statement);
  return {
    dialect: postgres,
    query: async (sql, params) => {
      const { rows } = await client.query<unknown[]>({ text: sql, values: [...params], rowMode: 'array' });
      return rows;
    },
    close: async () => {
      await client.end();
      await drop();
    },
  };
}
