import { takeRows } from '../connection/page-portions.ts';
import type { ReadOptions } from '../connection/source.ts';
import type { TrinoPage } from './trino-page.ts';
import { readerOf, type ReadValue } from './trino-values.ts';

/** Hands the rows of a page on a portion at a time, in their order, each when the one before is taken. */
type TakePage = (page: TrinoPage) => Promise<void>;

/** Makes what hands on the rows of one statement; its first page with rows tells the types. */
export function createTakePage(take: ReadOptions['take']): TakePage {
  let readers: readonly ReadValue[] | undefined;
  return async ({ columns = [], data = [] }) => {
    readers ??= columns.map(({ typeSignature }) => readerOf(typeSignature));
    await takeRows(take, { rows: data, readers, nothing: null });
  };
}
