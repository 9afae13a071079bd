import { limits, refuseFields, type PageInfo } from '@oriel/contract';
import { Parameter, type Bindable } from '../db/parameter.ts';
import type { StatementValues } from '../db/statements/statement-shapes.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import type { BindableKey, CursorKey, ListOrder } from './list-order.ts';

/** Which page of a list is asked for. */
export interface PageRequest {
  /** The most rows of the page; default {@link limits.DEFAULT_PAGE_SIZE}. */
  readonly first?: number | undefined;
  /** The cursor of the row before the page. */
  readonly after?: string | undefined;
  /** Rows to skip, for operations that have pages by number as well; a cursor wins over it. Default 0. */
  readonly offset?: number | undefined;
}

/** The rows that a store reads for a page: one more than the page has, which tells whether another follows. */
export interface PageRange<Key> {
  readonly limit: number;
  readonly after: Key | undefined;
  readonly offset: number;
}

/** A range as statements know it; an offset of 0 is none. */
export interface BindableRange {
  readonly limit: Bindable<number>;
  readonly after: BindableKey | undefined;
  readonly offset: Bindable<number>;
}

/** The range of a statement that is the same for all ranges like it. */
interface RangeShape {
  readonly range: BindableRange;
  /** Names what of the range is in the text of a statement. */
  readonly shape: string;
  readonly values: StatementValues;
}

/** The shape of a range, and what it is about as the values of it. */
export function shapeOfRange({ limit, after, offset }: PageRange<CursorKey | undefined>): RangeShape {
  const isSkipping = offset > 0;
  return {
    range: {
      limit: new Parameter('limit'),
      after: after?.map((_, index) => new Parameter(`after ${index}`)),
      offset: isSkipping ? new Parameter('offset') : 0,
    },
    shape: `${after === undefined ? 'from the first' : 'behind'}${isSkipping ? ' skipping' : ''}`,
    values: {
      limit,
      offset,
      ...Object.fromEntries((after ?? []).map((part, index) => [`after ${index}`, part])),
    },
  };
}

/** Consecutive rows of a list, and where they stand in it. */
export interface Page<Row> {
  readonly rows: Row[];
  readonly pageInfo: PageInfo;
}

/** A page of a list as most operations answer with it; `data` repeats the items for older clients. */
export interface ListAnswer<Item> {
  readonly items: Item[];
  readonly data: Item[];
  readonly pageInfo: PageInfo;
  /** How many items there are in all, whatever the page. */
  readonly count: number;
}

/**
 * Reads one page of a list by its keys: finds out where it begins, reads one row more than it has, and gives out the
 * cursors of its ends.
 *
 * @param read reads rows in the order, those behind `after`
 * @throws `invalid_cursor` for a cursor that was not made by a page in this order
 */
export async function readPage<Row, Key>(
  { first = limits.DEFAULT_PAGE_SIZE, after, offset = 0 }: PageRequest,
  order: ListOrder<Row, Key>,
  read: (range: PageRange<Key>) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  const key = after === undefined ? undefined : decodeCursor(after, order);
  const skipped = key === undefined ? offset : 0;
  const found = await read({ limit: first + 1, after: key, offset: skipped });
  const rows = found.slice(0, first);
  const cursorOf = (row: Row | undefined) => (row === undefined ? null : encodeCursor(row, order));
  const pageInfo = {
    hasNextPage: found.length > first,
    hasPreviousPage: key !== undefined || skipped > 0,
    startCursor: cursorOf(rows[0]),
    endCursor: cursorOf(rows.at(-1)),
  };
  earlyEnds.set(pageInfo, {
    rows: rows.length,
    endAt: (count) => ({ ...pageInfo, hasNextPage: true, endCursor: cursorOf(rows[count - 1]) }),
  });
  return { rows, pageInfo };
}

/**
 * Reads one page of a list by the number of rows before it, for orders that no cursor can follow.
 *
 * @param options.reason why there are no cursors, and what to use
 * @throws `validation_failed` for a request with a cursor, with the reason
 */
export async function readNumberedPage<Row>(
  { first = limits.DEFAULT_PAGE_SIZE, after, offset = 0 }: PageRequest,
  { reason }: { reason: string },
  read: (range: PageRange<undefined>) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  if (after !== undefined) throw refuseFields([{ path: 'after', message: reason }]);
  const rows = await read({ limit: first + 1, after: undefined, offset });
  return {
    rows: rows.slice(0, first),
    pageInfo: {
      hasNextPage: rows.length > first,
      hasPreviousPage: offset > 0,
      startCursor: null,
      endCursor: null,
    },
  };
}

/** How pages end before their last row, by what is answered of them. */
const earlyEnds = new WeakMap<PageInfo, { readonly rows: number; endAt(count: number): PageInfo }>();

/**
 * What is to be answered of a page that is to end early, for its items are large: the next one begins behind its last
 * item.
 *
 * @param options.items how many items the page was read with
 * @param options.count how many of them are answered, 1 at least
 * @returns undefined for a page that no cursor can go on from, and where items are not the rows that were read
 */
export function endPageEarly(
  pageInfo: PageInfo,
  { items, count }: { items: number; count: number },
): PageInfo | undefined {
  const end = earlyEnds.get(pageInfo);
  return end?.rows === items && count > 0 && count < items ? end.endAt(count) : undefined;
}

/** A page's items and the number of all, as a list operation answers. */
export function toListAnswer<Item>(
  items: Item[],
  { pageInfo }: Pick<Page<unknown>, 'pageInfo'>,
  count: number,
): ListAnswer<Item> {
  return { items, data: items, pageInfo, count };
}
