import { openDuckDb, type EngineTest, type TestDatabase } from '../support/test-engines.ts';
import { answerColumns } from './answer-columns.ts';
import { answer, assertSame, inOrder, readModel, type Rows } from './tpch-answers.ts';
import { attachTables, KEYS, missing, scale } from './tpch-data.ts';

/** Why no engine beside DuckDB is asked, or false: of larger data only that one answers in seconds. */
export const tpchIsMissing: string | false =
  missing || (scale !== '0.01' && 'other engines are asked at scale factor 0.01');

/** How an engine is given a table. */
export interface TableWriter {
  /** @param columns names with types of DuckDB, none of which is null */
  create(table: string, columns: readonly (readonly [name: string, type: string])[], key: string): string;
}

interface TpchOptions {
  /** Makes of a file of the model what authors for the engine would have written. */
  readonly asAuthorsWrite?: (content: string) => string;
  /** The engine has tables of its own, with other addresses and comments than DuckDB's; default: those of DuckDB. */
  readonly hasOwnTables?: boolean;
}

/** Declares a test of each query: its rows are those that the SQL of the standard has on the same tables. */
export function testTpch(test: EngineTest, { asAuthorsWrite, hasOwnTables = false }: TpchOptions = {}): void {
  const model = readModel(asAuthorsWrite);
  for (const [number, columns] of Object.entries(answerColumns))
    test(`TPC-H: query ${number} gives what the SQL of the standard gives`, async (database) => {
      const expected = await withDuckDb((duckdb) =>
        askStandard(duckdb, hasOwnTables ? database : duckdb, number, columns),
      );
      assertSame(await answer(database, model, number), expected);
    });
}

/** Makes the eight tables in place of others of their names, and fills them from DuckDB's. */
export async function loadTables(to: TestDatabase, { create }: TableWriter): Promise<void> {
  await withDuckDb(async (from) => {
    for (const [table, key] of Object.entries(KEYS)) {
      const { rows: columns } = await from.query(
        'SELECT column_name, data_type FROM duckdb_columns() WHERE database_name = $1 AND table_name = $2',
        ['tpch', table],
      );
      const types = columns.map(([name, type]) => [String(name), String(type)] as const);
      await to.run(`DROP TABLE IF EXISTS ${table}`);
      await to.run(create(table, types, key));
      const { rows } = await from.query(`SELECT * FROM ${table}`, []);
      const quoted = rows.map(
        (row) => `(${row.map((value) => to.dialect.quoteText(String(value))).join(', ')})`,
      );
      for (let at = 0; at < quoted.length; at += ROWS_OF_INSERT)
        await to.run(`INSERT INTO ${table} VALUES ${quoted.slice(at, at + ROWS_OF_INSERT).join(', ')}`);
    }
  });
}

const ROWS_OF_INSERT = 800;

async function withDuckDb<T>(work: (duckdb: TestDatabase) => Promise<T>): Promise<T> {
  const duckdb = await openDuckDb();
  try {
    await attachTables(duckdb);
    return await work(duckdb);
  } finally {
    await duckdb.close();
  }
}

/** Only DuckDB, which has the text of the SQL, tells the names of columns. */
async function askStandard(
  duckdb: TestDatabase,
  asked: TestDatabase,
  number: string,
  columns: string,
): Promise<Rows> {
  const { rows } = await duckdb.query(`SELECT query FROM tpch_queries WHERE query_nr = ${number}`, []);
  // Others than DuckDB group by no name of SELECT.
  const sql = String(rows[0]?.[0])
    .replace(/;\s*$/, '')
    .replace(/GROUP BY\s+supplier_no/gi, 'GROUP BY l_suppkey');
  const answered = await duckdb.query(sql, []);
  const expected = asked === duckdb ? answered : await asked.query(sql, []);
  return inOrder(answered.columns, expected.rows, columns);
}
