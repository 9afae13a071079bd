import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { compileQuery, duckdb, normalizeQuery, type Model, type QueryContext } from '@oriel/semantic';

export type Row = Record<string, unknown>;

/** A real DuckDB in memory, filled by statements. */
export async function openDuckDb(
  statements: string,
): Promise<{ connection: DuckDBConnection; close(): void }> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const statement of duckdb.session) await connection.run(statement);
  await connection.run(statements);
  return {
    connection,
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

export const everybody: QueryContext = {
  securityContext: {},
  brandKey: 'svcCloud',
  now: new Date('2024-08-15T12:00:00Z'),
};

/** Runs a query for its rows, keyed by member; a failure shows the SQL. */
export async function rowsOf(
  connection: DuckDBConnection,
  model: Model,
  query: unknown,
  context = everybody,
): Promise<Row[]> {
  const results: Row[] = [];
  for (const normalized of normalizeQuery(query, context).queries) {
    const compiled = compileQuery(model, normalized, context, duckdb);
    try {
      const reader = await connection.runAndReadAll(compiled.sql, [...compiled.params]);
      for (const row of reader.getRowsJson())
        results.push(Object.fromEntries(compiled.columns.map(({ key }, index) => [key, plain(row[index])])));
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${compiled.sql}\n${JSON.stringify(compiled.params)}`, {
        cause: error,
      });
    }
  }
  return results;
}

/** Numbers that DuckDB writes as texts, because they might be large, as numbers. */
function plain(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}
