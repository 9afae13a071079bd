import { MAX_FILTER_VALUES } from '@oriel/contract/limits';
import type { Query } from '../controls/control-settings.ts';
import type { Cell, QueryResult } from '../results/query-result.ts';
import { filterMembers } from './query-variant.ts';
import { linkKey, linkOf, memberOf } from '../results/shown-columns.ts';

/** Of which values of a dimension the addresses of its links are asked for. */
export interface WantedLinks {
  /** Key of the dimension in the query; of a bucket of time with its granularity. */
  readonly dimension: string;
  /** Whether it is one of time. */
  readonly isTime?: boolean;
  /** Names of its links. */
  readonly links: readonly string[];
  readonly values: readonly Cell[];
}

/** Rows of addresses that are asked for at least, for values with several have more than one. */
const MIN_ADDRESSES = 1_000;

/**
 * The query for the addresses of a dimension's links: beside that of the rows, which would have other groups with them
 * in it. It has the ranges of time and the filters of the report but those on measures, which mean other groups here.
 * Times are asked for from the first one on: a value is the moment or the bucket of the row, and what is shown of a
 * moment may be less than the source has of it.
 *
 * @param isDimension what is known of a member that only a filter names
 */
export function linkQuery(
  query: Query,
  { dimension: key, isTime = false, links, values }: WantedLinks,
  isDimension: (member: string) => boolean | undefined,
): Query {
  const { timeDimensions = [], filters = [], segments, timezone } = query;
  const [dimension, granularity] = isTime ? splitTime(key) : [key, undefined];
  const ranges = timeDimensions.flatMap(({ granularity: _granularity, ...time }) =>
    time.dateRange === undefined || time.dateRange === null ? [] : [time],
  );
  const own = new Set([...(query.dimensions ?? []), ...timeDimensions.map((time) => time.dimension)]);
  const kept = filters.filter((filter) =>
    filterMembers([filter]).every((member) => own.has(member) || isDimension(member) === true),
  );
  const texts = values.slice(0, MAX_FILTER_VALUES).map(String);
  const first = texts.reduce((least, text) => (text < least ? text : least), texts[0] ?? '');
  const bucket = granularity === undefined ? [] : [{ dimension, granularity }];
  const asked = [...ranges, ...bucket];
  return {
    dimensions: [
      ...(granularity === undefined ? [dimension] : []),
      ...links.map((link) => linkKey(dimension, link)),
    ],
    ...(asked.length > 0 && { timeDimensions: asked }),
    filters: [
      ...kept,
      isTime
        ? { member: dimension, operator: 'afterOrOnDate', values: [first] }
        : { member: dimension, operator: 'equals', values: texts },
    ],
    ...(segments !== undefined && { segments }),
    ...(timezone !== undefined && { timezone }),
    // What a limit cuts off is behind the last value, see `indexLinks`.
    order: [[key, 'asc']],
    limit: addressLimit(values),
  };
}

const addressLimit = (values: readonly Cell[]): number =>
  Math.max(MIN_ADDRESSES, 2 * Math.min(values.length, MAX_FILTER_VALUES));

/** The member of a key, and the granularity behind it; undefined for a moment. */
function splitTime(key: string): [member: string, granularity: string | undefined] {
  const [scope = '', name = '', granularity] = key.split('.');
  return [`${scope}.${name}`, granularity];
}

/**
 * The addresses of a dimension's links by its value; a value with several of one link has none of it, and neither has
 * the last one of rows that a limit has cut, for it may have others.
 */
export function indexLinks(
  { rows }: Pick<QueryResult, 'rows'>,
  { dimension, isTime = false, links, values }: WantedLinks,
): ReadonlyMap<string, ReadonlyMap<string, Cell>> {
  const [member] = isTime ? splitTime(dimension) : [dimension];
  const index = new Map<string, Map<string, Cell>>();
  for (const row of rows) {
    const value = String(row[dimension]);
    const own = index.get(value) ?? new Map<string, Cell>();
    for (const link of links) {
      const address = row[linkKey(member, link)] ?? null;
      own.set(link, own.has(link) && own.get(link) !== address ? null : address);
    }
    index.set(value, own);
  }
  const last = rows.at(-1);
  if (last && rows.length >= addressLimit(values)) index.delete(String(last[dimension]));
  return index;
}

/** The dimensions of a result that have links, with the names of those that it has no addresses of. */
export function missingLinks({
  columns,
}: Pick<QueryResult, 'columns'>): { key: string; isTime: boolean; links: string[] }[] {
  const present = new Set(Object.keys(columns).filter((key) => linkOf(key) !== undefined));
  return Object.entries(columns).flatMap(([key, { kind, type, links = [] }]) => {
    const member = memberOf(key, { kind });
    const missing = links.map(({ name }) => name).filter((name) => !present.has(linkKey(member, name)));
    // A time that is there by its granularity as well is no column of a table.
    const isShown = kind === 'dimension' || (kind === 'timeDimension' && member !== key);
    return isShown && missing.length > 0 ? [{ key, isTime: type === 'time', links: missing }] : [];
  });
}
