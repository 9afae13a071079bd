import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from '../support/test-engines.ts';

/** The scale factor that is asked for: `TPCH_SCALE=1` for that of the published answers. */
export const scale = process.env['TPCH_SCALE'] ?? '0.01';

const cache = process.env['ORIEL_ENGINES'] ?? join(homedir(), '.cache', 'oriel-engines');
const file = join(cache, 'tpch', `tpch-${scale}.duckdb`);

/** Why the tests cannot run here and what helps, or false. */
export const missing = existsSync(file)
  ? false
  : `no ${file}: npm run engines -- tpch${scale === '0.01' ? '' : ` && npm run tpch -- --scale ${scale}`}`;

/** The primary key of each table. */
export const KEYS = {
  region: 'r_regionkey',
  nation: 'n_nationkey',
  supplier: 's_suppkey',
  customer: 'c_custkey',
  part: 'p_partkey',
  partsupp: 'ps_partkey, ps_suppkey',
  orders: 'o_orderkey',
  lineitem: 'l_orderkey, l_linenumber',
};

/** Makes a DuckDB read the tables from the file. */
export async function attachTables(database: TestDatabase): Promise<void> {
  await database.run(`ATTACH '${file.replaceAll("'", "''")}' AS tpch (READ_ONLY)`);
  await database.run('USE tpch');
}

/** Copies the eight tables, with their primary keys, from a DuckDB to a PostgreSQL. */
export async function copyTables(from: TestDatabase, to: TestDatabase): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-tpch-'));
  // The database may run as another user.
  await chmod(folder, 0o755);
  for (const [table, key] of Object.entries(KEYS)) {
    const { rows: columns } = await from.query(
      'SELECT column_name, data_type FROM duckdb_columns() WHERE database_name = $1 AND table_name = $2',
      ['tpch', table],
    );
    await to.run(`CREATE TABLE ${table} (${columns.map((column) => column.join(' ')).join(', ')})`);
    const csv = join(folder, `${table}.csv`);
    await from.run(`COPY ${table} TO '${csv}' (HEADER)`);
    await to.run(`COPY ${table} FROM '${csv}' (FORMAT csv, HEADER)`);
    await to.run(`ALTER TABLE ${table} ADD PRIMARY KEY (${key}); ANALYZE ${table}`);
  }
  await rm(folder, { recursive: true });
}
