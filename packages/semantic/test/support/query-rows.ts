import { compileQuery, normalizeQuery, type Model, type QueryContext } from '@oriel/semantic';
import type { TestDatabase } from './test-engines.ts';

export type Row = Record<string, unknown>;

export const everybody: QueryContext = {
  securityContext: {},
  brandKey: 'svcCloud',
  now: new Date('2024-08-15T12:00:00Z'),
};

/** Runs a query for its rows, keyed by member; a failure shows the SQL. */
export async function rowsOf(
  database: TestDatabase,
  model: Model,
  query: unknown,
  context = everybody,
): Promise<Row[]> {
  const results: Row[] = [];
  for (const normalized of normalizeQuery(query, context).queries) {
    const compiled = compileQuery(model, normalized, context, database.dialect);
    try {
      const { rows } = await database.query(compiled.sql, compiled.params);
      for (const row of rows)
        results.push(Object.fromEntries(compiled.columns.map(({ key }, index) => [key, plain(row[index])])));
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${compiled.sql}\n${JSON.stringify(compiled.params)}`, {
        cause: error,
      });
    }
  }
  return results;
}

/** Numbers that the engines write as texts, because they might be large, as numbers. */
function plain(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}
