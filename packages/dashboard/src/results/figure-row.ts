import type { KpiSpec } from '@oriel/contract';
import type { QueryResult } from './query-result.ts';
import { shownColumns } from './shown-columns.ts';

/**
 * What figures without a row of their own show: the total of all rows, or the first row, with its name where there are
 * others.
 */
type FigureSource =
  | { readonly kind: 'total'; readonly fields: readonly string[] }
  | { readonly kind: 'first'; readonly isNamed: boolean };

/**
 * Finds out what the figures of a report take their numbers from where their author has named no row. Of several rows
 * in an order that nobody has asked for, the first one tells nothing, so that the total is shown. A comparison is
 * between rows, and the numbers beside it are of the same row as it is.
 *
 * @param isOrdered whether the query states the order of its rows
 */
export function figureSource(
  { blocks = [] }: Pick<KpiSpec, 'blocks'>,
  { rows, columns }: Pick<QueryResult, 'rows' | 'columns'>,
  isOrdered: boolean,
): FigureSource {
  if (rows.length < 2) return { kind: 'first', isNamed: false };
  const isCompared = blocks.some(({ type }) => type === 'comparison');
  const fields = blocks.flatMap(openFields);
  const isMeasured = fields.length > 0 && fields.every((field) => columns[field]?.kind === 'measure');
  return isOrdered || isCompared || !isMeasured
    ? { kind: 'first', isNamed: true }
    : { kind: 'total', fields };
}

/** The columns that a block reads without naming a row. */
function openFields(block: KpiSpec['blocks'][number]): string[] {
  if (block.type === 'number') return block.row === undefined ? [block.field] : [];
  if (block.type !== 'progress') return [];
  return [
    ...(block.valueRow === undefined ? [block.value] : []),
    ...(block.targetRow === undefined && typeof block.target === 'string' ? [block.target] : []),
  ];
}

/** The columns that tell a row from the others: its dimensions and its buckets of time. */
export function namingColumns(result: Pick<QueryResult, 'columns'>): string[] {
  return shownColumns(result).filter((key) => result.columns[key]?.kind !== 'measure');
}
