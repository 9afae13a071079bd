import { shownColumns } from '@oriel/dashboard/shown-columns';
import type { QueryResult } from '../../query/load-batch.ts';

/** What the names of a template stand for: the rows of its report by the keys of their columns, and the columns. */
export function templateContext(result: QueryResult): Readonly<Record<string, unknown>> {
  const columns = shownColumns(result).map((name) => ({
    name,
    title: result.columns[name]?.shortTitle ?? name,
  }));
  return { data: result.rows, columns, rowCount: result.rows.length, columnCount: columns.length };
}
