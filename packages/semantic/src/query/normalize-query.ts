import {
  MAX_BLENDED_QUERIES,
  MAX_COMPARED_RANGES,
  MAX_DATE_LENGTH,
  MAX_GRANULARITY_LENGTH,
  MAX_JOIN_HINTS,
  MAX_MEMBER_NAME_LENGTH,
  MAX_QUERY_MEMBERS,
  MAX_QUERY_OFFSET,
  MAX_QUERY_TIME_DIMENSIONS,
  MAX_TIMEZONE_LENGTH,
} from '@oriel/contract/limits';
import { didYouMean } from '../model/language/nearest-name.ts';
import { isTimezone, readDateRange } from './date-range.ts';
import {
  booleanOf,
  countOf,
  invalid,
  listOf,
  memberOf,
  membersOf,
  objectOf,
  refuseOtherKeys,
  shown,
  shownName,
  textOf,
} from './input.ts';
import { locateFault, locateWithin } from './locate-fault.ts';
import { normalizeCalculatedFields } from './normalize-calculated-fields.ts';
import { normalizeFilters } from './normalize-filters.ts';
import { normalizeFill, normalizePeriodComparisons } from './normalize-report-features.ts';
import {
  QueryError,
  type NormalizedQuery,
  type NormalizedRequest,
  type NormalizedTimeDimension,
  type QueryContext,
} from './query.ts';

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
  'calculatedFields',
];
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
  const queries = listOf(inputs, 'query', MAX_BLENDED_QUERIES).map((input, index) => {
    const { query, ranges } = locateWithin(`[${index}]`, () => normalizeOne(input, context));
    if (ranges) throw invalid(`[${index}]`, 'a query that is blended with others compares no ranges');
    return query;
  });
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
  const source = objectOf(input, 'query', 'The query');
  const unknown = Object.keys(source).find((key) => !KEYS.includes(key));
  if (unknown !== undefined)
    refuseOtherKeys({ [unknown]: true }, '', 'the query', `. ${didYouMean(unknown, KEYS)}`);
  const timezone = normalizeTimezone(source['timezone'], context);
  const named = listOf(source['dimensions'], 'dimensions', MAX_QUERY_MEMBERS).map((name, index) => ({
    name: textOf(name, `dimensions[${index}]`, MAX_MEMBER_NAME_LENGTH) ?? '',
    path: `dimensions[${index}]`,
  }));
  const times = named.flatMap(({ name }): NormalizedTimeDimension[] => {
    const match = MEMBER_WITH_GRANULARITY.exec(name);
    return match ? [{ dimension: match[1] ?? '', granularity: match[2] ?? '' }] : [];
  });
  const { timeDimensions, ranges } = normalizeTimes(source['timeDimensions'], timezone, context);
  const limit = normalizeLimit(source['limit'] ?? source['rowLimit'], context);
  const order = normalizeOrder(source['order']);
  const comparisons = normalizePeriodComparisons(source['periodComparisons']);
  const fill = normalizeFill(source['fillMissingRows']);
  const calculated = normalizeCalculatedFields(source['calculatedFields']);
  const query: NormalizedQuery = {
    measures: membersOf(source['measures'], 'measures', MAX_QUERY_MEMBERS),
    dimensions: named
      .filter(({ name }) => !MEMBER_WITH_GRANULARITY.test(name))
      .map(({ name, path }) => memberOf(name, path)),
    timeDimensions: [...timeDimensions, ...times],
    segments: membersOf(source['segments'], 'segments', MAX_QUERY_MEMBERS),
    filters: normalizeFilters(source['filters']),
    ...(order && { order }),
    limit,
    rowLimit: limit,
    ...(source['offset'] !== undefined && {
      offset: countOf(source['offset'], 'offset', MAX_QUERY_OFFSET),
    }),
    timezone,
    ...(booleanOf(source['total'], 'total') && { total: true }),
    ...(booleanOf(source['ungrouped'], 'ungrouped') && { ungrouped: true }),
    ...(source['responseFormat'] !== undefined && { responseFormat: formatOf(source['responseFormat']) }),
    ...(comparisons.length > 0 && { periodComparisons: comparisons }),
    ...(fill && { fillMissingRows: fill }),
    ...(calculated && { calculatedFields: calculated }),
    ...(source['joinHints'] !== undefined && { joinHints: normalizeHints(source['joinHints']) }),
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

function normalizeTimezone(input: unknown, { defaultTimezone = 'UTC' }: QueryContext): string {
  const timezone = textOf(input, 'timezone', MAX_TIMEZONE_LENGTH) ?? defaultTimezone;
  if (isTimezone(timezone)) return timezone;
  throw new QueryError(
    'invalid_query',
    `${shown(timezone)} is not a time zone; give an IANA name such as Europe/Berlin`,
    undefined,
    'timezone',
  );
}

function normalizeTimes(
  input: unknown,
  timezone: string,
  context: QueryContext,
): { timeDimensions: NormalizedTimeDimension[]; ranges: Normalized['ranges'] } {
  let ranges: Normalized['ranges'];
  const read = (range: unknown, path: string) =>
    locateFault(path, () => readDateRange(rangeOf(range, path), timezone, context));
  const entries = listOf(input, 'timeDimensions', MAX_QUERY_TIME_DIMENSIONS);
  const timeDimensions = entries.map((entry, index): NormalizedTimeDimension => {
    const path = `timeDimensions[${index}]`;
    const { dimension, granularity, ...others } = objectOf(entry, path, 'A time dimension');
    // What is null is as good as absent.
    const { dateRange: single, compareDateRange: several, ...rest } = others;
    const [dateRange, compareDateRange] = [single ?? undefined, several ?? undefined];
    refuseOtherKeys(rest, path, 'a time dimension');
    const member = memberOf(dimension, `${path}.dimension`);
    if (dateRange !== undefined && compareDateRange !== undefined)
      throw invalid(path, `${member} has both dateRange and compareDateRange`, member);
    if (compareDateRange !== undefined) {
      if (ranges) throw invalid(path, 'compareDateRange can only exist for one timeDimension', member);
      const location = `${path}.compareDateRange`;
      const compared = listOf(compareDateRange, location, MAX_COMPARED_RANGES);
      if (compared.length === 0) throw invalid(location, `${location} needs a range`, member);
      ranges = { index, list: compared.map((range, at) => read(range, `${location}[${at}]`)) };
    }
    const cut = textOf(granularity, `${path}.granularity`, MAX_GRANULARITY_LENGTH);
    return {
      dimension: member,
      ...(cut !== undefined && { granularity: cut }),
      ...(dateRange !== undefined && { dateRange: read(dateRange, `${path}.dateRange`) }),
    };
  });
  return { timeDimensions, ranges };
}

function rangeOf(input: unknown, path: string): string | string[] {
  if (typeof input === 'string') return input;
  if (!Array.isArray(input) || input.length === 0 || input.length > 2)
    throw invalid(path, `${path} takes a text, or a list of one or two dates`);
  return input.map((text, index) => textOf(text, `${path}[${index}]`, MAX_DATE_LENGTH) ?? '');
}

/** Join hints are paths of cubes; that there are such cubes is seen when the query is planned. */
function normalizeHints(input: unknown): string[][] {
  return listOf(input, 'joinHints', MAX_JOIN_HINTS).map((hint, index) => {
    const path = `joinHints[${index}]`;
    const cubes = listOf(hint, path, MAX_JOIN_HINTS).map(
      (cube, at) => textOf(cube, `${path}[${at}]`, MAX_MEMBER_NAME_LENGTH) ?? '',
    );
    if (cubes.length === 0) throw invalid(path, `${path} names no cube`);
    return cubes;
  });
}

function normalizeOrder(input: unknown): { id: string; desc: boolean }[] | undefined {
  if (input === undefined || input === null) return undefined;
  const pairs = Array.isArray(input)
    ? listOf(input, 'order', MAX_QUERY_MEMBERS).map((pair, index) => listOf(pair, `order[${index}]`, 2))
    : listOf(Object.entries(objectOf(input, 'order')), 'order', MAX_QUERY_MEMBERS).map((pair) =>
        listOf(pair, 'order', 2),
      );
  return pairs.map(([id, direction], index) => {
    const name = textOf(id, `order[${index}]`, MAX_MEMBER_NAME_LENGTH) ?? '';
    if (direction !== 'asc' && direction !== 'desc')
      throw invalid('order', `the order of ${shownName(name)} is asc or desc, not ${shown(direction)}`);
    return { id: name, desc: direction === 'desc' };
  });
}

function normalizeLimit(
  input: unknown,
  { defaultLimit = 10_000, maxLimit = 50_000, maxRows }: QueryContext,
): number {
  if (input === undefined) return Math.min(maxRows ?? defaultLimit, maxLimit);
  const limit = countOf(input, 'limit');
  if (maxRows !== undefined) return Math.min(limit, maxRows, maxLimit);
  if (limit > maxLimit)
    throw new QueryError(
      'limit_exceeded',
      `The query limit has been exceeded: ${limit} rows are more than ${maxLimit}`,
      undefined,
      'limit',
    );
  return limit;
}

function formatOf(input: unknown): 'default' | 'compact' | 'columnar' {
  if (input === 'default' || input === 'compact' || input === 'columnar') return input;
  throw invalid('responseFormat', 'responseFormat is default, compact or columnar');
}
