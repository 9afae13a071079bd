import { MAX_CURSOR_LENGTH, MAX_PAGE_BYTES, MAX_PAGE_SIZE } from './limits.ts';
import {
  boolean,
  describe,
  integer,
  list,
  nullish,
  object,
  optional,
  text,
  type Static,
  type TSchema,
} from './schema.ts';

export const PageInfo = object('Where a page lies in its list.', {
  startCursor: nullish(text('Cursor of the first item; null for an empty page.')),
  endCursor: nullish(
    text('Cursor of the last item: send it as `after` to get the next page. Null for an empty page.'),
  ),
  hasNextPage: boolean('Whether items follow this page.'),
  hasPreviousPage: boolean('Whether the page was asked for with `after`.'),
});
export type PageInfo = Static<typeof PageInfo>;

/** For clients that count the items that they get. */
const ENDS_EARLY = `A page ends early where its items take more than ${MAX_PAGE_BYTES / 1024 ** 2} MiB: \`pageInfo\` says whether others follow.`;
const first = integer(`Items of a page; default 50. ${ENDS_EARLY}`, {
  minimum: 1,
  maximum: MAX_PAGE_SIZE,
  example: 50,
});
const after = text('`pageInfo.endCursor` of the page before.', { maxLength: MAX_CURSOR_LENGTH });

/** The two query parameters of every list. */
export const paging = { first: optional(first), after: optional(after) };

/**
 * The same, of lists that were answered as a whole before they had pages: without `first` up to the largest page comes.
 */
export const pagingOnRequest = {
  first: optional(
    integer(`Items of a page; default ${MAX_PAGE_SIZE}. ${ENDS_EARLY}`, {
      minimum: 1,
      maximum: MAX_PAGE_SIZE,
      example: 50,
    }),
  ),
  after: optional(after),
};

/** The same, of lists for which clients may send null as well. */
export const pagingOrNull = { first: nullish(first), after: nullish(after) };

/** The answer of a list. */
export function page<T extends TSchema>(item: T) {
  return object('A page of a list.', {
    items: list(item, 'The items of the page, in the order of the list.'),
    pageInfo: describe(PageInfo, 'Where the page lies in the list.'),
  });
}

/** The answer of a list that older clients read by other names; `data` and `count` stay filled. */
export function pageWithCount<T extends TSchema>(item: T) {
  return object('A page of a list, and how many items the list has.', pageWithCountFields(item));
}

export function pageWithCountFields<T extends TSchema>(item: T) {
  return {
    items: list(item, 'The items of the page, in the order of the list.'),
    pageInfo: nullish(describe(PageInfo, 'Where the page lies in the list.')),
    data: list(item, 'The same as `items`, for older clients.', { deprecated: true }),
    count: nullish(
      integer('How many items the whole list has; for older clients.', { minimum: 0, deprecated: true }),
    ),
  };
}
