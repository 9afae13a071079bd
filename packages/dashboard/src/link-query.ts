import { MAX_FILTER_VALUES } from '@oriel/contract/limits';
import type { Query } from './control-settings.ts';
import type { Cell, QueryResult } from './query-result.ts';
import { filterMembers } from './query-variant.ts';
import { linkKey, linkOf } from './shown-columns.ts';

/** Of which values of a dimension the addresses of its links are asked for. */
export interface WantedLinks {
  /** Name of the dimension in the query. */
  readonly dimension: string;
  /** Names of its links. */
  readonly links: readonly string[];
  readonly values: readonly Cell[];
}

/**
 * The query for the addresses of a dimension's links: beside that of the rows, which would have other groups with them in it. It has the
 * ranges of time and the filters of the report but those on measures, which mean other groups here.
 *
 * @param isDimension what is known of a member that only a filter names
 */
export function linkQuery(
  query: Query,
  { dimension, links, values }: WantedLinks,
  isDimension: (member: string) => boolean | undefined,
): Query {
  const { timeDimensions = [], filters = [], segments, timezone } = query;
  const ranges = timeDimensions.flatMap(({ granularity: _granularity, ...time }) =>
    time.dateRange === undefined || time.dateRange === null ? [] : [time],
  );
  const own = new Set([...(query.dimensions ?? []), ...timeDimensions.map((time) => time.dimension)]);
  const kept = filters.filter((filter) =>
    filterMembers([filter]).every((member) => own.has(member) || isDimension(member) === true),
  );
  const texts = values.slice(0, MAX_FILTER_VALUES).map(String);
  return {
    dimensions: [dimension, ...links.map((link) => linkKey(dimension, link))],
    ...(ranges.length > 0 && { timeDimensions: ranges }),
    filters: [...kept, { member: dimension, operator: 'equals', values: texts }],
    ...(segments !== undefined && { segments }),
    ...(timezone !== undefined && { timezone }),
    limit: 2 * texts.length,
  };
}

/** The addresses of a dimension's links by its value; a value with several of one link has none of it. */
export function indexLinks(
  { rows }: Pick<QueryResult, 'rows'>,
  { dimension, links }: Pick<WantedLinks, 'dimension' | 'links'>,
): ReadonlyMap<string, ReadonlyMap<string, Cell>> {
  const index = new Map<string, Map<string, Cell>>();
  for (const row of rows) {
    const value = String(row[dimension]);
    const own = index.get(value) ?? new Map<string, Cell>();
    for (const link of links) {
      const address = row[linkKey(dimension, link)] ?? null;
      own.set(link, own.has(link) && own.get(link) !== address ? null : address);
    }
    index.set(value, own);
  }
  return index;
}

/** The dimensions of a result that have links, with the names of those that it has no addresses of. */
export function missingLinks({ columns }: Pick<QueryResult, 'columns'>): { key: string; links: string[] }[] {
  const present = new Set(Object.keys(columns).filter((key) => linkOf(key) !== undefined));
  return Object.entries(columns).flatMap(([key, { kind, type, links = [] }]) => {
    const missing = links.map(({ name }) => name).filter((name) => !present.has(linkKey(key, name)));
    return kind === 'dimension' && type !== 'time' && missing.length > 0 ? [{ key, links: missing }] : [];
  });
}
