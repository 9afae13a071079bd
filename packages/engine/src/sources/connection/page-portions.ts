import type { ReadOptions, ResultValue } from './source.ts';
import { charactersOf, PORTION_CHARACTERS } from './text-size.ts';

/** Rows of one answer, and how their values are read, by column. */
interface RowsOf<Value> {
  readonly rows: readonly (readonly Value[])[];
  readonly readers: readonly ((value: Value) => ResultValue)[];
  /** Stands for a value that a row does not have. */
  readonly nothing: Value;
}

const PORTION_ROWS = 1_000;

/** Hands the rows of an answer on a portion at a time, in their order, each when the one before is taken. */
export async function takeRows<Value>(
  take: ReadOptions['take'],
  { rows, readers, nothing }: RowsOf<Value>,
): Promise<void> {
  for (let from = 0; from < rows.length;) {
    const next = rows.slice(from, from + PORTION_ROWS);
    const values = readers.map((read, index) => next.map((row) => read(row[index] ?? nothing)));
    const rowCount = Math.min(next.length, fittingRows(values, next.length));
    const columns = rowCount === next.length ? values : values.map((column) => column.slice(0, rowCount));
    from += rowCount;
    await take({ rowCount, columns });
  }
}

/** As many rows as have no more text than a portion may have, one at least. */
function fittingRows(columns: readonly (readonly ResultValue[])[], rowCount: number): number {
  const characters = columns.reduce((sum, column) => sum + charactersOf(column), 0);
  return Math.max(1, Math.floor((rowCount * PORTION_CHARACTERS) / Math.max(characters, PORTION_CHARACTERS)));
}
