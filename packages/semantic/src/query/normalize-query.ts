import { readDateRange, isTimezone } from './date-range.ts';
import { filterOperators, isFilterOperator } from '../model/language/filter-operators.ts';
import { booleanOf, countOf, listOf, memberOf, membersOf, objectOf, textOf, type Input } from './input.ts';
import { normalizeFill, normalizePeriodComparisons } from './normalize-report-features.ts';
import {
  QueryError,
  type NormalizedFilter,
  type NormalizedQuery,
  type NormalizedRequest,
  type NormalizedTimeDimension,
  type QueryContext,
} from './query.ts';
import { didYouMean } from '../model/language/nearest-name.ts';

const KEYS = [
  'measures',
  'dimensions',
  'timeDimensions',
  'segments',
  'filters',
  'order',
  'limit',
  'offset',
  'timezone',
  'total',
  'ungrouped',
  'responseFormat',
  'cache',
  'cacheMode',
  'renewQuery',
  'joinHints',
  'rowLimit',
  'periodComparisons',
  'fillMissingRows',
];
/** Far more than anybody writes, and far less than would break what walks them. */
const MAX_FILTER_DEPTH = 50;
const MEMBER_WITH_GRANULARITY = /^([A-Za-z_]\w*\.[A-Za-z_]\w*)\.([A-Za-z_]\w*)$/;

/**
 * Checks the form of an untrusted query and fills in what it leaves out. A list is data blending; a time dimension with
 * `compareDateRange` becomes one query for each range.
 *
 * @throws QueryError that says which part is wrong and what is allowed
 */
export function normalizeQuery(input: unknown, context: QueryContext): NormalizedRequest {
  if (Array.isArray(input)) return normalizeBlending(input, context);
  const { query, ranges } = normalizeOne(input, context);
  if (!ranges)
    return {
      queryType: 'regularQuery',
      queries: [query],
      pivotQuery: { ...query, queryType: 'regularQuery' },
    };
  const queries = ranges.list.map((dateRange) => ({
    ...query,
    timeDimensions: query.timeDimensions.map((time, index) =>
      index === ranges.index ? { ...time, dateRange } : time,
    ),
  }));
  const timeDimensions = query.timeDimensions.map((time, index) =>
    index === ranges.index ? { ...time, compareDateRange: ranges.list } : time,
  );
  const dimensions = ['compareDateRange', ...query.dimensions];
  return {
    queryType: 'compareDateRangeQuery',
    queries,
    pivotQuery: { ...query, timeDimensions, dimensions, queryType: 'compareDateRangeQuery' },
  };
}

function normalizeBlending(inputs: readonly unknown[], context: QueryContext): NormalizedRequest {
  const queries = inputs.map((input) => normalizeOne(input, context).query);
  const granularities = new Set(queries.map(({ timeDimensions }) => timeDimensions[0]?.granularity));
  const [granularity] = granularities;
  const [first] = queries;
  if (!first || granularities.size !== 1 || granularity === undefined) {
    throw new QueryError('invalid_query', 'Data blending needs queries that all have the same granularity');
  }
  const dateRange = first.timeDimensions[0]?.dateRange;
  const unique = (names: readonly string[]) => [...new Set(names)];
  return {
    queryType: 'blendingQuery',
    queries,
    pivotQuery: {
      ...first,
      measures: unique(queries.flatMap(({ measures }) => measures)),
      dimensions: unique(queries.flatMap(({ dimensions }) => dimensions)),
      timeDimensions: [{ dimension: 'time', granularity, ...(dateRange && { dateRange }) }],
      queryType: 'blendingQuery',
    },
  };
}

interface Normalized {
  query: NormalizedQuery;
  /** The compared ranges of one time dimension. */
  ranges: { index: number; list: (readonly [string, string])[] } | undefined;
}

function normalizeOne(input: unknown, context: QueryContext): Normalized {
  const source = objectOf(input, 'The query');
  for (const key of Object.keys(source)) {
    if (!KEYS.includes(key))
      throw new QueryError(
        'invalid_query',
        `Invalid query format: the query has no key ${key}. ${didYouMean(key, KEYS)}`,
      );
  }
  const timezone = textOf(source['timezone'], 'timezone') ?? context.defaultTimezone ?? 'UTC';
  if (!isTimezone(timezone))
    throw new QueryError(
      'invalid_query',
      `${JSON.stringify(timezone)} is not a time zone; give an IANA name such as Europe/Berlin`,
    );
  const named = listOf(source['dimensions'], 'dimensions').map((name) => textOf(name, 'dimensions') ?? '');
  const times = named.flatMap((name): NormalizedTimeDimension[] => {
    const match = MEMBER_WITH_GRANULARITY.exec(name);
    return match ? [{ dimension: match[1] ?? '', granularity: match[2] ?? '' }] : [];
  });
  const { timeDimensions, ranges } = normalizeTimes(source['timeDimensions'], timezone, context);
  const limit = normalizeLimit(source['limit'] ?? source['rowLimit'], context);
  const order = normalizeOrder(source['order']);
  const comparisons = normalizePeriodComparisons(source['periodComparisons']);
  const fill = normalizeFill(source['fillMissingRows']);
  const query: NormalizedQuery = {
    measures: membersOf(source['measures'], 'measures'),
    dimensions: named
      .filter((name) => !MEMBER_WITH_GRANULARITY.test(name))
      .map((name) => memberOf(name, 'dimensions')),
    timeDimensions: [...timeDimensions, ...times],
    segments: membersOf(source['segments'], 'segments'),
    filters: normalizeFilters(source['filters'], 'filters'),
    ...(order && { order }),
    limit,
    rowLimit: limit,
    ...(source['offset'] !== undefined && { offset: countOf(source['offset'], 'offset') }),
    timezone,
    ...(booleanOf(source['total'], 'total') && { total: true }),
    ...(booleanOf(source['ungrouped'], 'ungrouped') && { ungrouped: true }),
    ...(source['responseFormat'] !== undefined && { responseFormat: formatOf(source['responseFormat']) }),
    ...(comparisons.length > 0 && { periodComparisons: comparisons }),
    ...(fill && { fillMissingRows: fill }),
    ...(source['joinHints'] !== undefined && {
      joinHints: listOf(source['joinHints'], 'joinHints').map((hint) =>
        listOf(hint, 'joinHints').map(String),
      ),
    }),
  };
  if (
    query.measures.length === 0 &&
    query.dimensions.length === 0 &&
    !query.timeDimensions.some(({ granularity }) => granularity)
  ) {
    throw new QueryError(
      'invalid_query',
      'Query should contain either measures, dimensions or timeDimensions with granularities in order to be valid',
    );
  }
  return { query, ranges };
}

function normalizeTimes(
  input: unknown,
  timezone: string,
  context: QueryContext,
): { timeDimensions: NormalizedTimeDimension[]; ranges: Normalized['ranges'] } {
  let ranges: Normalized['ranges'];
  const timeDimensions = listOf(input, 'timeDimensions').map((entry, index): NormalizedTimeDimension => {
    const { dimension, granularity, dateRange, compareDateRange, ...rest } = objectOf(
      entry,
      'A time dimension',
    );
    const [unknown] = Object.keys(rest);
    if (unknown !== undefined)
      throw new QueryError('invalid_query', `Invalid query format: a time dimension has no key ${unknown}`);
    const member = memberOf(dimension, 'timeDimensions');
    if (dateRange !== undefined && compareDateRange !== undefined)
      throw new QueryError('invalid_query', `${member} has both dateRange and compareDateRange`, member);
    if (compareDateRange !== undefined) {
      if (ranges)
        throw new QueryError('invalid_query', 'compareDateRange can only exist for one timeDimension');
      ranges = {
        index,
        list: listOf(compareDateRange, 'compareDateRange').map((range) =>
          readDateRange(rangeOf(range), timezone, context),
        ),
      };
    }
    const cut = textOf(granularity, 'granularity');
    return {
      dimension: member,
      ...(cut !== undefined && { granularity: cut }),
      ...(dateRange !== undefined &&
        dateRange !== null && { dateRange: readDateRange(rangeOf(dateRange), timezone, context) }),
    };
  });
  return { timeDimensions, ranges };
}

function rangeOf(input: unknown): string | string[] {
  if (typeof input === 'string') return input;
  const texts = listOf(input, 'dateRange').map((text) => textOf(text, 'dateRange') ?? '');
  if (texts.length === 0 || texts.length > 2)
    throw new QueryError('invalid_query', 'dateRange takes a text, or a list of one or two dates');
  return texts;
}

/** Leaves groups without a filter out, at any depth. */
function normalizeFilters(input: unknown, what: string, depth = 0): NormalizedFilter[] {
  if (depth > MAX_FILTER_DEPTH)
    throw new QueryError('invalid_query', `Filters are nested more than ${MAX_FILTER_DEPTH} deep`);
  return listOf(input, what).flatMap((entry): NormalizedFilter[] => {
    const filter = objectOf(entry, 'A filter');
    const key = (['and', 'or'] as const).find((candidate) => filter[candidate] !== undefined);
    if (!key) return [normalizeCondition(filter)];
    const [other] = Object.keys(filter).filter((candidate) => candidate !== key);
    if (other !== undefined)
      throw new QueryError('invalid_query', `Invalid query format: a filter has ${key} beside ${other}`);
    const parts = normalizeFilters(filter[key], key, depth + 1);
    if (parts.length === 0) return [];
    return [key === 'and' ? { and: parts } : { or: parts }];
  });
}

function normalizeCondition(filter: Input): NormalizedFilter {
  const { member, dimension, operator, values, ...rest } = filter;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined)
    throw new QueryError('invalid_query', `Invalid query format: a filter has no key ${unknown}`);
  const name = memberOf(member ?? dimension, 'filters');
  const operation = textOf(operator, 'operator') ?? '';
  if (!isFilterOperator(operation)) {
    throw new QueryError(
      'invalid_query',
      `The filter on ${name} has an unknown operator ${JSON.stringify(operation)}. ${didYouMean(operation, Object.keys(filterOperators))}`,
      name,
    );
  }
  if (filterOperators[operation] === 'none') return { member: name, operator: operation };
  const list =
    values === undefined
      ? []
      : listOf(values, 'values').map((value) => (value === null ? null : scalarText(value, name)));
  if (list.length === 0)
    throw new QueryError('invalid_query', `The filter ${operation} on ${name} needs values`, name);
  return { member: name, operator: operation, values: list };
}

function scalarText(value: unknown, member: string): string {
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  throw new QueryError(
    'invalid_query',
    `A value of the filter on ${member} must be a text, a number, true, false or null`,
    member,
  );
}

function normalizeOrder(input: unknown): { id: string; desc: boolean }[] | undefined {
  if (input === undefined || input === null) return undefined;
  const pairs = Array.isArray(input)
    ? input.map((pair) => listOf(pair, 'order'))
    : Object.entries(objectOf(input, 'order'));
  return pairs.map(([id, direction]) => {
    if (direction !== 'asc' && direction !== 'desc')
      throw new QueryError(
        'invalid_query',
        `The order of ${String(id)} is asc or desc, not ${JSON.stringify(direction)}`,
      );
    return { id: textOf(id, 'order') ?? '', desc: direction === 'desc' };
  });
}

function normalizeLimit(input: unknown, { defaultLimit = 10_000, maxLimit = 50_000 }: QueryContext): number {
  if (input === undefined) return Math.min(defaultLimit, maxLimit);
  const limit = countOf(input, 'limit');
  if (limit > maxLimit)
    throw new QueryError(
      'limit_exceeded',
      `The query limit has been exceeded: ${limit} rows are more than ${maxLimit}`,
    );
  return limit;
}

function formatOf(input: unknown): 'default' | 'compact' | 'columnar' {
  if (input === 'default' || input === 'compact' || input === 'columnar') return input;
  throw new QueryError('invalid_query', 'responseFormat is default, compact or columnar');
}
