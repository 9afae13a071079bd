import { appliedFilters, type AppliedFilter } from '@oriel/dashboard/applied-filters';
import type { Query } from '@oriel/dashboard/control-settings';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { webDirectory } from '../../http/pages/web-files.ts';
import type { ViewerQueries } from '../../rendering/viewer-queries.ts';
import type { TextSheet } from '../tables/add-sheet.ts';

/** What a query is filtered by, as a sheet in a language; undefined where it is filtered by nothing. */
export async function filterSheetOf(
  query: Query,
  queries: Pick<ViewerQueries, 'meta'>,
  locale: string,
): Promise<TextSheet | undefined> {
  const filters = appliedFilters(query);
  if (filters.length === 0) return undefined;
  const [{ filterSheet }, { status, body }] = await Promise.all([loadSheetWriter(), queries.meta()]);
  // Without the model, the words of a member's name stand for its title.
  const meta: unknown = status === 200 ? JSON.parse(Buffer.concat(body).toString()) : undefined;
  return filterSheet(filters, meta, locale);
}

/** Of the same build as the pages. */
const loadSheetWriter = () =>
  import(pathToFileURL(join(webDirectory, 'server/filter-sheet.js')).href) as Promise<{
    filterSheet(filters: readonly AppliedFilter[], meta: unknown, locale: string): Promise<TextSheet>;
  }>;
