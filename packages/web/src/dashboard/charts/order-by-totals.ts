import { sizeOf } from '@oriel/dashboard/large-numbers';
import type { Cell, QueryResult } from '../../query/load-batch.ts';

interface Channel {
  field?: unknown;
  type?: unknown;
  sort?: unknown;
  aggregate?: unknown;
}

/** What a chart is along, what it adds up, by keys of columns. */
interface SplitChart {
  readonly category: string;
  readonly value: string;
}

/**
 * The rows of a chart that is split by colour, the category with the greatest total first. Nobody has asked for an
 * order of these rows: the query gives them by the size of each part, which is none for what is drawn. A chart with an
 * order of its own keeps its rows as they are, and so does one along a time.
 *
 * @param document Vega-Lite, with keys of columns
 */
export function orderByTotals(document: object, result: QueryResult): QueryResult {
  const split = splitOf(document, result);
  if (!split) return result;
  const totals = new Map<Cell | undefined, number>();
  for (const row of result.rows)
    totals.set(row[split.category], totalOf(totals, row[split.category]) + (sizeOf(row[split.value]) ?? 0));
  const rows = result.rows.toSorted(
    (one, other) => totalOf(totals, other[split.category]) - totalOf(totals, one[split.category]),
  );
  return { ...result, rows };
}

const totalOf = (totals: ReadonlyMap<Cell | undefined, number>, value: Cell | undefined) =>
  totals.get(value) ?? 0;

function splitOf(document: object, { columns }: QueryResult): SplitChart | undefined {
  const { x, y, color } = ((document as { encoding?: unknown }).encoding ?? {}) as Record<
    string,
    Channel | undefined
  >;
  const category = [x, y].find(
    (channel) => channel?.sort === null && /^(nominal|ordinal)$/.test(String(channel.type)),
  );
  const value = [x, y].find((channel) => channel?.type === 'quantitative');
  if (typeof category?.field !== 'string' || typeof value?.field !== 'string') return undefined;
  if (typeof color?.field !== 'string' || color.field === category.field) return undefined;
  const isKnown = columns[category.field]?.kind === 'dimension' && columns[value.field]?.kind === 'measure';
  return isKnown ? { category: category.field, value: value.field } : undefined;
}
