import type { DuckDBDataChunk } from '@duckdb/node-api';
import { toResultValues } from './duckdb-values.ts';
import type { ResultColumns } from '../connection/source.ts';
import { charactersOf, PORTION_CHARACTERS } from '../connection/text-size.ts';

/** Converts chunks of one result into portions. */
type ToPortions = (chunk: DuckDBDataChunk) => Generator<ResultColumns, void, undefined>;

/**
 * Makes portions of about {@link PORTION_CHARACTERS} at most: DuckDB has texts of a chunk outside the memory of
 * JavaScript, where a few thousand long ones at once would end the process. How many rows that is, is learned from the
 * rows before.
 */
export function createPortions(): ToPortions {
  let rows = 1;
  return function* toPortions(chunk) {
    for (let from = 0; from < chunk.rowCount;) {
      const rowCount = Math.min(rows, chunk.rowCount - from);
      const columns = Array.from({ length: chunk.columnCount }, (_, index) =>
        toResultValues(chunk.getColumnVector(index), from, rowCount),
      );
      from += rowCount;
      const characters = columns.reduce((sum, values) => sum + charactersOf(values), 0);
      yield { rowCount, columns };
      const fitting = Math.floor((rowCount * PORTION_CHARACTERS) / Math.max(1, characters));
      rows = Math.max(1, Math.min(fitting, 4 * rowCount, MAX_ROWS));
    }
  };
}

/** A chunk has as many at most. */
const MAX_ROWS = 2_048;
