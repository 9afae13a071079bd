import { DuckDBInstance } from '@duckdb/node-api';

/** Makes a DuckDB file with what the statements put into it, and leaves it closed. */
export async function writeDuckDbFile(path: string, ...statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}
