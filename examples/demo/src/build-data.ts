import { DuckDBInstance } from '@duckdb/node-api';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Builds the demo's DuckDB file from the flights and airports of the package vega-datasets: 3,000,000 rows in
 * `flights`, 3,376 in `airports`. Built beside and moved into place, so that a file that is there is whole.
 */
export async function buildData(file: string): Promise<void> {
  // The package's entry lies in a folder beside the one with the data.
  const data = join(dirname(fileURLToPath(import.meta.resolve('vega-datasets'))), '..', 'data');
  const unfinished = `${file}.unfinished`;
  await mkdir(dirname(file), { recursive: true });
  await rm(unfinished, { force: true });
  const instance = await DuckDBInstance.create(unfinished);
  const connection = await instance.connect();
  const text = (path: string) => `'${path.replaceAll("'", "''")}'`;
  await connection.run(`
    CREATE TABLE flights AS
    SELECT (row_number() OVER ())::INTEGER AS id, date::TIMESTAMP AS departure, delay::INTEGER AS delay,
      distance::INTEGER AS distance, origin, destination
    FROM read_parquet(${text(join(data, 'flights-3m.parquet'))})`);
  await connection.run(`
    CREATE TABLE airports AS
    SELECT iata, name, city, state, country, latitude::DOUBLE AS latitude, longitude::DOUBLE AS longitude
    FROM read_csv(${text(join(data, 'airports.csv'))}, header = true, all_varchar = true)`);
  connection.closeSync();
  instance.closeSync();
  await rename(unfinished, file);
}
