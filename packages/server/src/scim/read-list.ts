import { limits } from '@oriel/contract';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { firstWithin } from '../paging/within-bytes.ts';
import { compileFilter, orderColumn, type FilterAttributes } from './filter/compile-filter.ts';
import { parseFilter } from './filter/parse-filter.ts';
import { readRange, toScimPage, type ScimPageQuery } from './scim-page.ts';

/** The rows of a page: a condition, an order that leaves none open, and where the page begins. */
export interface ScimListOptions {
  readonly where: RawBuilder<unknown>;
  readonly orderBy: RawBuilder<unknown>;
  readonly offset: number;
  readonly limit: number;
}

/** How the resources of one kind are read. */
interface ScimListSource<T> {
  /** The column of ids, by which every order ends. */
  readonly id: RawBuilder<unknown>;
  count(where: RawBuilder<unknown>): Promise<number>;
  list(options: ScimListOptions): Promise<T[]>;
}

/** Reads a page of a list; filter and order are of the database. @throws `scim_filter_invalid` */
export async function readList<T>(
  query: ScimPageQuery,
  attributes: FilterAttributes,
  source: ScimListSource<T>,
) {
  const { filter, sortBy = 'id', sortOrder } = query;
  const { offset, limit } = readRange(query);
  const where = filter === undefined ? sql`true` : compileFilter(await parseFilter(filter), attributes);
  const direction = sortOrder === 'descending' ? sql`desc` : sql`asc`;
  const orderBy =
    sortBy.toLowerCase() === 'id'
      ? sql`${source.id} ${direction}`
      : sql`${orderColumn(sortBy, attributes)} ${direction}, ${source.id}`;
  const [total, resources] = await Promise.all([
    source.count(where),
    limit === 0 ? [] : source.list({ where, orderBy, offset, limit }),
  ]);
  return toScimPage(firstWithin(resources, limits.MAX_PAGE_BYTES), total, offset);
}
