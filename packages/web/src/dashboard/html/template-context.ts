import type { HtmlSpec } from '@oriel/contract';
import { shownColumns } from '@oriel/dashboard/shown-columns';
import { usesPivot } from '@oriel/dashboard/table/pivot-items';
import type { Cell, QueryResult } from '../../query/load-batch.ts';
import { templatePivot } from './template-pivot.ts';

/**
 * What the names of a template stand for: the rows of its report by the keys of their columns, the columns, and where
 * it has a use for one a crosstab of them.
 *
 * @param totals the measures of all rows together
 */
export function templateContext(
  result: QueryResult,
  spec: string | HtmlSpec,
  totals?: Readonly<Record<string, Cell>>,
): Readonly<Record<string, unknown>> {
  const columns = shownColumns(result).map((name) => ({
    name,
    title: result.columns[name]?.shortTitle ?? name,
  }));
  const pivot = typeof spec === 'string' ? undefined : spec.pivot;
  return {
    data: result.rows,
    columns,
    rowCount: result.rows.length,
    columnCount: columns.length,
    ...(usesPivot(templateOf(spec)) && { pivot: templatePivot(result, pivot, totals) }),
  };
}

/** The template of a specification. */
export const templateOf = (spec: string | HtmlSpec): string =>
  typeof spec === 'string' ? spec : (spec.template ?? '');
