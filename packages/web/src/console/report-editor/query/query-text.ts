import {
  emptyDraft,
  type DateRange,
  type Direction,
  type DraftFilter,
  type DraftOrder,
  type DraftTime,
  type FilterValue,
  type QueryDraft,
} from './query-draft.ts';

/** Why a query is shown as its text and not as a draft: several that are blended, or no query at all. */
export type NoDraft = 'blended' | 'unreadable';

/** Reads the query of a report, which is JSON text; null is a report that asks nothing yet. */
export function readQuery(text: string | null): { draft: QueryDraft } | { refused: NoDraft } {
  if (text === null) return { draft: emptyDraft };
  const query = parse(text);
  if (Array.isArray(query)) return { refused: 'blended' };
  if (typeof query !== 'object' || query === null) return { refused: 'unreadable' };
  try {
    return { draft: draftOf(query as Readonly<Record<string, unknown>>) };
  } catch (error) {
    if (error instanceof Unreadable) return { refused: 'unreadable' };
    throw error;
  }
}

/** The query that a draft means. A draft that was read means the query that it was read from. */
export function writeQuery(draft: QueryDraft): Record<string, unknown> {
  const { measures, dimensions, times, segments, filters, order, limit, rest } = draft;
  return {
    ...(measures.length > 0 && { measures }),
    ...(dimensions.length > 0 && { dimensions }),
    ...(times.length > 0 && { timeDimensions: times.map(writeTime) }),
    ...(segments.length > 0 && { segments }),
    ...(filters.length > 0 && { filters: filters.map(writeFilter) }),
    ...(order.length > 0 && { order: order.map(({ key, direction }) => [key, direction]) }),
    ...(limit !== undefined && { limit }),
    ...rest,
  };
}

/** A part of a query has a form that no query has. */
class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

function draftOf(query: Readonly<Record<string, unknown>>): QueryDraft {
  const { measures, dimensions, timeDimensions, segments, filters, order, limit, ...rest } = query;
  return {
    measures: namesIn(measures),
    dimensions: namesIn(dimensions),
    times: listIn(timeDimensions).map(readTime),
    segments: namesIn(segments),
    filters: listIn(filters).map(readFilter),
    order: readOrder(order),
    limit: numberIn(limit),
    rest,
  };
}

function readTime(value: unknown): DraftTime {
  const { dimension, granularity, dateRange, ...rest } = fieldsOf(value);
  if (typeof dimension !== 'string') throw new Unreadable();
  return {
    dimension,
    ...(granularity != null && { granularity: textIn(granularity) }),
    ...(dateRange != null && { dateRange: rangeIn(dateRange) }),
    rest,
  };
}

function writeTime({ dimension, granularity, dateRange, rest }: DraftTime): object {
  return {
    dimension,
    ...(granularity !== undefined && { granularity }),
    ...(dateRange !== undefined && { dateRange }),
    ...rest,
  };
}

/** A condition of a form that the editor does not know is kept. */
function readFilter(filter: unknown): DraftFilter {
  const { member, operator, values, ...rest } = fieldsOf(filter);
  const isPlain =
    typeof member === 'string' && typeof operator === 'string' && Object.keys(rest).length === 0;
  const isListed = values == null || (Array.isArray(values) && values.every(isFilterValue));
  if (!isPlain || !isListed) return { kind: 'kept', filter };
  return { kind: 'condition', member, operator, values: (values ?? []) as FilterValue[] };
}

function writeFilter(filter: DraftFilter): unknown {
  if (filter.kind === 'kept') return filter.filter;
  const { member, operator, values } = filter;
  return { member, operator, ...(values.length > 0 && { values }) };
}

const isFilterValue = (value: unknown): value is FilterValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** By the name of a member, or as a list of pairs. */
function readOrder(order: unknown): DraftOrder[] {
  if (order == null) return [];
  const pairs: unknown[] = Array.isArray(order) ? order : Object.entries(fieldsOf(order));
  return pairs.map((pair) => {
    const [key, direction = 'asc'] = listIn(pair);
    if (typeof key !== 'string' || (direction !== 'asc' && direction !== 'desc')) throw new Unreadable();
    return { key, direction: direction satisfies Direction };
  });
}

function listIn(value: unknown): unknown[] {
  if (value == null) return [];
  if (!Array.isArray(value)) throw new Unreadable();
  return value as unknown[];
}

const namesIn = (value: unknown): string[] => listIn(value).map(textIn);

function textIn(value: unknown): string {
  if (typeof value !== 'string') throw new Unreadable();
  return value;
}

function rangeIn(value: unknown): DateRange {
  return typeof value === 'string' ? value : namesIn(value);
}

function numberIn(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number') throw new Unreadable();
  return value;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new Unreadable();
  return value as Readonly<Record<string, unknown>>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
