import type { PageInfo } from '@oriel/contract';
import type { ListOrder } from './list-order.ts';
import { readPage } from './page.ts';

/** How the items of a short list are told apart. */
interface ItemKeys<Item> {
  /** Names the list, for its cursors. */
  readonly list: string;
  /** Unique in the list. */
  keyOf(item: Item): string | number;
}

/**
 * One page of a list that is in memory as a whole. A cursor of an item that is not there any more is refused, since
 * nothing says where it stood.
 *
 * @throws `invalid_cursor`
 */
export async function pageOf<Item>(
  items: readonly Item[],
  { first, after, offset }: PageParameters,
  { list, keyOf }: ItemKeys<Item>,
): Promise<{ items: Item[]; pageInfo: PageInfo }> {
  const indexOf = (key: unknown) => items.findIndex((item) => keyOf(item) === key);
  const order: ListOrder<Item, number> = {
    name: list,
    keyOf: (item) => [keyOf(item)],
    toKey: ([key]) => (indexOf(key) === -1 ? undefined : indexOf(key)),
  };
  const request = { first: first ?? undefined, after: after ?? undefined, offset: offset ?? undefined };
  const { rows, pageInfo } = await readPage(
    request,
    order,
    async ({ limit, after: index, offset: skipped }) => {
      const start = index === undefined ? skipped : index + 1;
      return items.slice(start, start + limit);
    },
  );
  return { items: rows, pageInfo };
}

interface PageParameters {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly offset?: number | null | undefined;
}
