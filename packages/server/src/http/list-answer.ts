import type { PageInfo } from '@oriel/contract';

/** A page of a list, and how many things there are in all. */
export interface ListPage<Item> {
  readonly items: Item[];
  readonly pageInfo: PageInfo;
  readonly count: number;
}

/** A page as an operation answers with it: `data` repeats the items for older clients. */
export function toListAnswer<Item>(page: ListPage<Item>): ListPage<Item> & { data: Item[] } {
  return { ...page, data: page.items };
}
