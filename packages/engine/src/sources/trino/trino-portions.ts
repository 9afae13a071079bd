import type { ReadOptions, ResultValue } from '../connection/source.ts';
import { charactersOf, PORTION_CHARACTERS } from '../connection/text-size.ts';
import type { TrinoPage } from './trino-page.ts';
import { readerOf, type ReadValue } from './trino-values.ts';

const PORTION_ROWS = 1_000;

/** Hands the rows of a page on a portion at a time, in their order, each when the one before is taken. */
type TakePage = (page: TrinoPage) => Promise<void>;

/** Makes what hands on the rows of one statement; its first page with rows tells the types. */
export function createTakePage(take: ReadOptions['take']): TakePage {
  let readers: readonly ReadValue[] | undefined;
  return async ({ columns = [], data = [] }) => {
    readers ??= columns.map(({ typeSignature }) => readerOf(typeSignature));
    for (let from = 0; from < data.length;) {
      const rows = data.slice(from, from + PORTION_ROWS);
      const values = readers.map((read, index) => rows.map((row) => read(row[index] ?? null)));
      const rowCount = Math.min(rows.length, fittingRows(values, rows.length));
      const portion = rowCount === rows.length ? values : values.map((column) => column.slice(0, rowCount));
      from += rowCount;
      await take({ rowCount, columns: portion });
    }
  };
}

/** As many rows as have no more text than a portion may have, one at least. */
function fittingRows(columns: readonly (readonly ResultValue[])[], rowCount: number): number {
  const characters = columns.reduce((sum, column) => sum + charactersOf(column), 0);
  return Math.max(1, Math.floor((rowCount * PORTION_CHARACTERS) / Math.max(characters, PORTION_CHARACTERS)));
}
