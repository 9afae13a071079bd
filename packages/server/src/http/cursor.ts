import { limits, refuse, type PageInfo } from '@oriel/contract';

/** The sort key of the last row of a page, id last: where the next page begins. */
export type CursorKey = readonly (string | number | null)[];

export function encodeCursor(key: CursorKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/**
 * Reads a cursor that a list of the same order gave out.
 *
 * @param length how many parts the order's key has
 * @throws `invalid_cursor`
 */
export function decodeCursor(cursor: string, length: number): CursorKey {
  let key: unknown;
  try {
    key = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (cause) {
    throw refuse('invalid_cursor', { cursor }, { cause });
  }
  if (!isCursorKey(key) || key.length !== length) throw refuse('invalid_cursor', { cursor });
  return key;
}

function isCursorKey(value: unknown): value is CursorKey {
  return (
    Array.isArray(value) && value.every((part) => part === null || ['string', 'number'].includes(typeof part))
  );
}

export interface Page<Row> {
  rows: Row[];
  pageInfo: PageInfo;
}

/**
 * Cuts a page out of rows that were read with one more than `first`, which tells whether there is a next page.
 *
 * @param after the cursor that was asked with, if any
 */
export function toPage<Row>(
  rows: readonly Row[],
  { first = limits.DEFAULT_PAGE_SIZE, after }: { first?: number; after?: string },
  keyOf: (row: Row) => CursorKey,
): Page<Row> {
  const page = rows.slice(0, first);
  const [firstRow, lastRow] = [page[0], page.at(-1)];
  return {
    rows: page,
    pageInfo: {
      hasNextPage: rows.length > first,
      hasPreviousPage: after !== undefined,
      startCursor: firstRow === undefined ? null : encodeCursor(keyOf(firstRow)),
      endCursor: lastRow === undefined ? null : encodeCursor(keyOf(lastRow)),
    },
  };
}
