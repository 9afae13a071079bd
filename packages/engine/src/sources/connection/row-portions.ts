import type { ResultColumns, ResultValue } from './source.ts';
import { charactersOf, PORTION_CHARACTERS } from './text-size.ts';

const PORTION_ROWS = 1_000;

/** Carries what `take` has thrown past the handler of failures of the database. */
export class TakeError extends Error {}

/** Gathers rows by column, to hand many on at once: a thousand, or fewer with long texts. */
export function createPortion(take: (portion: ResultColumns) => void) {
  let columns: ResultValue[][] = [];
  let rowCount = 0;
  let characters = 0;
  const flush = () => {
    if (rowCount === 0) return;
    const full = { rowCount, columns };
    columns = [];
    rowCount = 0;
    characters = 0;
    take(full);
  };
  return {
    add(row: readonly ResultValue[]) {
      if (rowCount === 0) columns = row.map(() => []);
      // An iterator of entries would cost more than the rest of it.
      for (let index = 0; index < row.length; index += 1) columns[index]?.push(row[index] ?? null);
      rowCount += 1;
      characters += charactersOf(row);
      if (rowCount === PORTION_ROWS || characters >= PORTION_CHARACTERS) flush();
    },
    flush,
  };
}
