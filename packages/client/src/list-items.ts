import type { OperationTypes, PageInfo } from '@oriel/contract';
import type { OperationId } from '@oriel/contract/routes';

/** The operations that answer with a list. */
export type ListOperationId = {
  [Id in OperationId]: OperationTypes[Id]['answer'] extends { items: readonly unknown[] } ? Id : never;
}[OperationId];

/** One entry of a list. */
export type ItemOf<Id extends ListOperationId> = OperationTypes[Id]['answer']['items'][number];

/** What the answer of every list has. */
export interface ListPage<T> {
  items: readonly T[];
  pageInfo?: PageInfo | null;
}

/**
 * Gives the items of a list one by one, and asks for the next page when the ones at hand are used up.
 *
 * @param getPage asks for the page after a cursor; undefined asks for the first
 * @throws an error where the server says that there is more but not where: a list in an order that has no cursors
 */
export async function* listItems<T>(
  getPage: (after: string | undefined) => Promise<ListPage<T>>,
): AsyncGenerator<T, void, undefined> {
  let after: string | undefined;
  for (;;) {
    const { items, pageInfo } = await getPage(after);
    yield* items;
    if (!pageInfo?.hasNextPage) return;
    if (pageInfo.endCursor == null)
      throw new Error('The list has more items, but no cursor in this order: page by page and limit instead');
    after = pageInfo.endCursor;
  }
}
