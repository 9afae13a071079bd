import { StatementType, type DuckDBConnection, type DuckDBPreparedStatement } from '@duckdb/node-api';
import { notOneSelect } from './duckdb-statement-check.ts';

/**
 * Prepares the only statement of a text, which DuckDB refuses to do for several: `stream` of a text would run all of
 * them.
 *
 * @throws `query.sql_refused` for a statement that is no SELECT
 */
export async function prepareSelect(
  connection: DuckDBConnection,
  sql: string,
): Promise<DuckDBPreparedStatement> {
  const prepared = await connection.prepare(sql);
  if (prepared.statementType !== StatementType.SELECT) throw notOneSelect();
  return prepared;
}
