import { limits, namedSchemas, Query, toJsonSchema } from '@oriel/contract';
import { compileQuery, createBudget, duckdb, normalizeQuery, QueryError } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everybody } from './support/query-rows.ts';
import { modelOf } from './support/read-model.ts';

const model = modelOf(`cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: status, sql: status, type: string }
      - { name: created_at, sql: created_at, type: time }
    measures: [{ name: count, type: count }]
    segments: [{ name: large, sql: "{CUBE}.amount > 5" }]
`);

function compileAll(query: unknown, context = everybody): void {
  for (const one of normalizeQuery(query, context).queries) compileQuery(model, one, context, duckdb);
}

function refusalOf(query: unknown): QueryError {
  try {
    compileAll(query);
  } catch (error) {
    assert.ok(error instanceof QueryError, String(error));
    assert.ok(error.message.length < 600, 'an answer does not repeat the request');
    return error;
  }
  assert.fail('it is taken');
}

interface Schema {
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The places of a schema that have a bound which a query can break; `[0]` is an entry of a list. */
function boundedPlaces(schema: Schema, path = ''): string[] {
  const { maxItems, maxLength, maximum, items, anyOf = [], properties = {} } = schema;
  return [
    ...(maxItems === undefined ? [] : [`${path} entries`]),
    ...(maxLength === undefined ? [] : [`${path} length`]),
    ...(maximum === undefined ? [] : [`${path} size`]),
    ...(items ? boundedPlaces(items, `${path}[0]`) : []),
    ...anyOf.flatMap((one) => boundedPlaces(one, path)),
    ...Object.entries(properties).flatMap(([key, one]) =>
      boundedPlaces(one, path === '' ? key : `${path}.${key}`),
    ),
  ];
}

const long = (length: number) => `orders.${'x'.repeat(length)}`;
const repeat = (value: unknown, times: number) => Array.from({ length: times }, () => value);
const time = (more: object) => ({ timeDimensions: [{ dimension: 'orders.created_at', ...more }] });
const filter = (more: object) => ({ filters: [{ member: 'orders.status', operator: 'equals', ...more }] });
const set = { member: 'orders.status', operator: 'set' };
const compare = (more: object) => ({
  periodComparisons: [
    {
      measure: 'orders.count',
      timeDimension: 'orders.created_at',
      offset: { amount: 1, unit: 'month' },
      ...more,
    },
  ],
});
const calculated = (more: object) => ({ calculatedFields: { 'orders.half': { sql: 'count / 2', ...more } } });
const fill = (more: object) => ({ fillMissingRows: { member: 'orders.created_at', ...more } });

const { MAX_QUERY_MEMBERS, MAX_MEMBER_NAME_LENGTH, MAX_DATE_LENGTH, MAX_JOIN_HINTS, MAX_QUERY_FILTERS } =
  limits;
const name = long(MAX_MEMBER_NAME_LENGTH);

/** By each bounded place of the contract's schema: a query that is one beyond it, and the path that it is told. */
const beyond: Readonly<Record<string, readonly [query: object, path: string]>> = {
  'measures entries': [{ measures: repeat('orders.count', MAX_QUERY_MEMBERS + 1) }, 'measures'],
  'measures[0] length': [{ measures: [name] }, 'measures[0]'],
  'dimensions entries': [{ dimensions: repeat('orders.status', MAX_QUERY_MEMBERS + 1) }, 'dimensions'],
  'dimensions[0] length': [{ dimensions: [name] }, 'dimensions[0]'],
  'segments entries': [{ segments: repeat('orders.large', MAX_QUERY_MEMBERS + 1) }, 'segments'],
  'segments[0] length': [{ segments: [name] }, 'segments[0]'],
  'timeDimensions entries': [
    { timeDimensions: repeat({ dimension: 'orders.created_at' }, limits.MAX_QUERY_TIME_DIMENSIONS + 1) },
    'timeDimensions',
  ],
  'timeDimensions[0].dimension length': [
    { timeDimensions: [{ dimension: name }] },
    'timeDimensions[0].dimension',
  ],
  'timeDimensions[0].granularity length': [
    time({ granularity: long(limits.MAX_GRANULARITY_LENGTH) }),
    'timeDimensions[0].granularity',
  ],
  'timeDimensions[0].dateRange length': [
    time({ dateRange: long(MAX_DATE_LENGTH) }),
    'timeDimensions[0].dateRange',
  ],
  'timeDimensions[0].dateRange entries': [
    time({ dateRange: repeat('2024-01-01', 3) }),
    'timeDimensions[0].dateRange',
  ],
  'timeDimensions[0].dateRange[0] length': [
    time({ dateRange: [long(MAX_DATE_LENGTH)] }),
    'timeDimensions[0].dateRange[0]',
  ],
  'timeDimensions[0].compareDateRange entries': [
    time({ compareDateRange: repeat('today', limits.MAX_COMPARED_RANGES + 1) }),
    'timeDimensions[0].compareDateRange',
  ],
  'timeDimensions[0].compareDateRange[0] length': [
    time({ compareDateRange: [long(MAX_DATE_LENGTH)] }),
    'timeDimensions[0].compareDateRange[0]',
  ],
  'timeDimensions[0].compareDateRange[0] entries': [
    time({ compareDateRange: [repeat('today', 3)] }),
    'timeDimensions[0].compareDateRange[0]',
  ],
  'timeDimensions[0].compareDateRange[0][0] length': [
    time({ compareDateRange: [[long(MAX_DATE_LENGTH)]] }),
    'timeDimensions[0].compareDateRange[0][0]',
  ],
  'filters entries': [{ filters: repeat(set, MAX_QUERY_FILTERS + 1) }, 'filters'],
  'filters[0].member length': [{ filters: [{ member: name, operator: 'set' }] }, 'filters[0].member'],
  'filters[0].operator length': [filter({ operator: long(10_000) }), 'filters[0].operator'],
  'filters[0].values entries': [
    filter({ values: repeat('x', limits.MAX_FILTER_VALUES + 1) }),
    'filters[0].values',
  ],
  'filters[0].values[0] length': [
    filter({ values: [long(limits.MAX_FILTER_VALUE_LENGTH)] }),
    'filters[0].values[0]',
  ],
  'filters[0].and entries': [{ filters: [{ and: repeat(set, MAX_QUERY_FILTERS + 1) }] }, 'filters[0].and'],
  'filters[0].or entries': [{ filters: [{ or: repeat(set, MAX_QUERY_FILTERS + 1) }] }, 'filters[0].or'],
  'order entries': [{ order: repeat(['orders.count', 'asc'], MAX_QUERY_MEMBERS + 1) }, 'order'],
  'order[0] entries': [{ order: [['orders.count', 'asc', 'asc']] }, 'order[0]'],
  'order[0][0] length': [{ order: [[long(10_000), 'asc']] }, 'order[0]'],
  'limit size': [{ limit: 2 ** 31 }, 'limit'],
  'offset size': [{ offset: limits.MAX_QUERY_OFFSET + 1 }, 'offset'],
  'timezone length': [{ timezone: long(limits.MAX_TIMEZONE_LENGTH) }, 'timezone'],
  'joinHints entries': [{ joinHints: repeat(['orders'], MAX_JOIN_HINTS + 1) }, 'joinHints'],
  'joinHints[0] entries': [{ joinHints: [repeat('orders', MAX_JOIN_HINTS + 1)] }, 'joinHints[0]'],
  'joinHints[0][0] length': [{ joinHints: [[name]] }, 'joinHints[0][0]'],
  'periodComparisons entries': [
    { periodComparisons: repeat({}, limits.MAX_PERIOD_COMPARISONS + 1) },
    'periodComparisons',
  ],
  'periodComparisons[0].measure length': [compare({ measure: name }), 'periodComparisons[0].measure'],
  'periodComparisons[0].timeDimension length': [
    compare({ timeDimension: name }),
    'periodComparisons[0].timeDimension',
  ],
  'periodComparisons[0].offset.amount size': [
    compare({ offset: { amount: limits.MAX_PERIOD_OFFSET + 1, unit: 'day' } }),
    'periodComparisons[0].offset.amount',
  ],
  'periodComparisons[0].offset.unit length': [
    compare({ offset: { amount: 1, unit: long(10_000) } }),
    'periodComparisons[0].offset.unit',
  ],
  'periodComparisons[0].outputs entries': [
    compare({ outputs: repeat('previous', 4) }),
    'periodComparisons[0].outputs',
  ],
  'periodComparisons[0].outputs[0] length': [
    compare({ outputs: [long(10_000)] }),
    'periodComparisons[0].outputs[0]',
  ],
  'fillMissingRows.member length': [fill({ member: name }), 'fillMissingRows.member'],
  'fillMissingRows.excludedDimensions entries': [
    fill({ excludedDimensions: repeat('orders.status', MAX_QUERY_MEMBERS + 1) }),
    'fillMissingRows.excludedDimensions',
  ],
  'fillMissingRows.excludedDimensions[0] length': [
    fill({ excludedDimensions: [name] }),
    'fillMissingRows.excludedDimensions[0]',
  ],
  'calculatedFields[0].sql length': [
    calculated({ sql: long(limits.MAX_CALCULATED_FIELD_LENGTH) }),
    'calculatedFields.orders.half.sql',
  ],
  'calculatedFields[0].title length': [
    calculated({ title: long(limits.MAX_NAME_LENGTH) }),
    'calculatedFields.orders.half.title',
  ],
  'calculatedFields[0].format length': [
    calculated({ format: long(limits.MAX_NAME_LENGTH) }),
    'calculatedFields.orders.half.format',
  ],
};

test('every bound that the contract documents has its case here', () => {
  const schema = expand(toJsonSchema(Query, (part) => part));
  assert.deepEqual([...new Set(boundedPlaces(schema))].sort(), Object.keys(beyond).sort());
});

/** A schema with those that it refers to by name in their places. */
function expand(schema: unknown): Schema {
  const text = JSON.stringify(schema, (_key, part: unknown) => {
    const ref = (part as { $ref?: string } | null)?.$ref;
    const named = ref === undefined ? undefined : namedSchemas.get(ref);
    return named ? toJsonSchema(named, (inner) => inner) : part;
  });
  return JSON.parse(text) as Schema;
}

for (const [location, [query, path]] of Object.entries(beyond))
  test(`${location} is bounded`, () => {
    assert.equal(refusalOf({ measures: ['orders.count'], ...query }).path, path);
  });

test('what filters hold is bounded at every depth together', () => {
  const half = (depth: number): object =>
    depth === 0 ? { and: repeat(set, 300) } : { or: [half(depth - 1)] };
  assert.match(refusalOf({ measures: ['orders.count'], filters: [half(3), half(4)] }).message, /500/);
  assert.match(refusalOf({ measures: ['orders.count'], filters: [half(60)] }).message, /50 deep/);
  const values = { ...set, operator: 'equals', values: repeat('x', 6_000) };
  assert.match(refusalOf({ measures: ['orders.count'], filters: [values, values] }).message, /10000 values/);
  const text = { ...set, operator: 'equals', values: repeat('x'.repeat(10_000), 101) };
  assert.match(refusalOf({ measures: ['orders.count'], filters: [text] }).message, /1000000 characters/);
});

test('the queries of a blend are bounded, and a fault says in which it lies', () => {
  const query = { measures: ['orders.count'], ...time({ granularity: 'day' }) };
  assert.equal(refusalOf(repeat(query, limits.MAX_BLENDED_QUERIES + 1)).path, 'query');
  assert.equal(refusalOf([query, { ...query, limit: -1 }]).path, '[1].limit');
});

test('what is within the bounds is taken', () => {
  compileAll({
    measures: repeat('orders.count', MAX_QUERY_MEMBERS),
    dimensions: repeat('orders.status', MAX_QUERY_MEMBERS),
    order: repeat(['orders.count', 'asc'], MAX_QUERY_MEMBERS),
    filters: [
      ...repeat(set, MAX_QUERY_FILTERS - 1),
      { ...set, operator: 'equals', values: repeat('x', limits.MAX_FILTER_VALUES) },
    ],
    joinHints: repeat(['orders'], MAX_JOIN_HINTS),
  });
});

test('a join hint that names no cube is refused with its place', () => {
  for (const cube of ['x', '', '__proto__', 'constructor', 'orders.count']) {
    const error = refusalOf({ measures: ['orders.count'], joinHints: [['orders', cube]] });
    assert.deepEqual([error.code, error.path], ['unknown_member', 'joinHints[0][1]']);
  }
});

test('a long range of dates is refused, and one of any length that is taken ends', () => {
  const texts = [
    'from',
    ' ',
    'last ',
    '1 day ',
    '5-',
    'from x to ',
    'jan ',
    '1',
    'last 9',
    'T',
    '2024-01-01 ',
  ];
  for (const text of texts) {
    const query = (length: number) => ({
      measures: ['orders.count'],
      ...time({ dateRange: text.repeat(length).slice(0, length) }),
    });
    // A pattern that goes by the square of the length would not come back from here.
    assert.equal(refusalOf(query(1_000_000)).code, 'invalid_date');
    try {
      compileAll(query(MAX_DATE_LENGTH));
    } catch (error) {
      assert.ok(error instanceof QueryError, String(error));
    }
  }
});

test('dates beyond any calendar are refused', () => {
  for (const dateRange of [
    'last 999999999 years',
    'next 99999999999999999999 days',
    ['0000-01-01', '2024-01-01'],
  ])
    assert.equal(refusalOf({ measures: ['orders.count'], ...time({ dateRange }) }).code, 'invalid_date');
});

test('an offset is no time zone, and neither is the zone of the server', () => {
  for (const timezone of ['+02:00', 'UTC+2', 'local', 'system', 'Nowhere/City', "UTC'"])
    assert.equal(refusalOf({ measures: ['orders.count'], timezone }).path, 'timezone');
  for (const timezone of ['UTC', 'Europe/Berlin', 'Etc/GMT+2', 'US/Pacific', 'EST5EDT'])
    compileAll({ measures: ['orders.count'], timezone });
});

test('many dates in words are more work than a request may make', () => {
  const values = Array.from({ length: 5_000 }, (_, index) => `Jan 5 ${1900 + (index % 100)} noon`);
  const filters = [{ member: 'orders.created_at', operator: 'equals', values }];
  const context = { ...everybody, budget: createBudget() };
  assert.throws(
    () => compileAll({ measures: ['orders.count'], filters }, context),
    (error) => error instanceof QueryError && error.code === 'too_complex',
  );
});

test('formulas that double with each level are refused, and so are those that nest without end', () => {
  const doubling = Array.from(
    { length: 60 },
    (_, at) => `{ name: d${at + 1}, type: number, sql: "{d${at}} + {d${at}}" }`,
  );
  const line = Array.from(
    { length: 9_000 },
    (_, at) => `{ name: l${at + 1}, type: number, sql: "{l${at}} + 1" }`,
  );
  const bombs = modelOf(`cubes:
  - name: orders
    sql_table: orders
    dimensions: [{ name: d0, type: number, sql: x }, { name: l0, type: number, sql: x }, ${[...doubling, ...line].join(', ')}]
`);
  for (const dimension of ['orders.d60', 'orders.l9000']) {
    const context = { ...everybody, budget: createBudget() };
    const [query] = normalizeQuery({ dimensions: [dimension] }, context).queries;
    assert.ok(query);
    assert.throws(
      () => compileQuery(bombs, query, context, duckdb),
      (error) => error instanceof QueryError && error.code === 'too_complex',
    );
  }
});
