import { compileModel, compileQuery, duckdb, normalizeQuery, QueryError } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everybody, rowsOf } from '../support/query-rows.ts';
import { onEveryEngine } from '../support/test-engines.ts';

const onEach = onEveryEngine(`
  create table customers as select * from (values (1, 'Ada', 'north'), (2, 'Bo', 'south')) as t(id, name, region);
  create table orders as select * from (values
    (1, 1, 10, 2, 'paid', timestamp '2024-01-10 08:00'), (2, 1, 20, 0, 'open', timestamp '2024-02-11 23:30'),
    (3, 2, 30, 3, 'paid', timestamp '2024-02-20 08:00'), (4, 2, null, 1, 'paid', timestamp '2024-04-02 08:00')
  ) as t(id, customer_id, price, quantity, status, sold);
  create table visits as select * from (values (1, 1), (2, 1), (3, 2)) as t(id, customer_id)`);
const compiled = compileModel([
  {
    path: 'orders.yml',
    content: `
cubes:
  - name: customers
    sql_table: customers
    joins:
      - { name: orders, relationship: one_to_many, sql: "{CUBE}.id = {orders}.customer_id" }
      - { name: visits, relationship: one_to_many, sql: "{CUBE}.id = {visits}.customer_id" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: name, sql: name, type: string }
      - { name: region, sql: region, type: string }
    measures:
      - { name: count, type: count }
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: price, sql: price, type: number }
      - { name: quantity, sql: quantity, type: number }
      - { name: status, sql: status, type: string }
      - { name: at, sql: sold, type: time }
    measures:
      - { name: count, type: count, title: How many }
      - { name: total, type: sum, sql: price, format: currency }
      - { name: mean, type: number, sql: "{total} / {count}" }
  - name: visits
    sql_table: visits
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
    measures:
      - { name: count, type: count }
views:
  - name: sales
    title: Sales
    cubes:
      - { join_path: customers, includes: [name, region, count], prefix: true }
      - { join_path: customers.orders, includes: [price, quantity, status, at, count, total] }
      - { join_path: customers.visits, includes: [count], prefix: true }
`,
  },
]);
assert.ok('model' in compiled, JSON.stringify(compiled));
const { model } = compiled;

type Fields = Record<string, string | object>;
const fieldsOf = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, typeof field === 'string' ? { sql: field } : field]),
  );
const asking = (query: object, fields: Fields) => ({ ...query, calculatedFields: fieldsOf(fields) });

onEach('measures are put together of measures and of aggregates', async (database) => {
  const names = ['each', 'revenue', 'kinds', 'paid', 'paid_total', 'last', 'goal', 'share'].map(
    (name) => `orders.${name}`,
  );
  const rows = await rowsOf(
    database,
    model,
    asking(
      { measures: ['orders.count', ...names] },
      {
        'orders.each': 'orders.total / count',
        'orders.revenue': 'SUM(orders.price * orders.quantity)',
        'orders.kinds': 'COUNT(DISTINCT status)',
        'orders.paid': "MEASURE(count) FILTER (WHERE status = 'paid')",
        'orders.paid_total': "SUM(price) FILTER (WHERE status = 'paid' AND quantity > 1)",
        'orders.last': 'MAX(at)',
        'orders.goal': '1000',
        'orders.share': 'orders.paid / orders.count',
      },
    ),
  );
  const [row] = rows;
  assert.deepEqual(
    ['orders.count', ...names].map((name) => row?.[name]),
    [4, 15, 110, 2, 3, 40, '2024-04-02 08:00:00', 1000, 0.75],
  );
});

onEach('dimensions are cut into bins and groups, filtered by and ordered by', async (database) => {
  const size = {
    sql: `CASE WHEN price IS NULL THEN 'Unknown' WHEN price < 15 THEN '1. small' WHEN price BETWEEN 15 AND 25 THEN '2. middle' ELSE '3. large' END`,
    title: 'Size',
  };
  const query = { measures: ['orders.count'], dimensions: ['orders.size'], order: { 'orders.size': 'desc' } };
  const rows = await rowsOf(database, model, asking(query, { 'orders.size': size }));
  assert.deepEqual(
    rows.map((row) => row['orders.size']),
    ['Unknown', '3. large', '2. middle', '1. small'],
  );
  const filtered = {
    ...query,
    filters: [{ member: 'orders.size', operator: 'equals', values: ['3. large'] }],
  };
  assert.deepEqual(await rowsOf(database, model, asking(filtered, { 'orders.size': size })), [
    { 'orders.size': '3. large', 'orders.count': 1 },
  ]);
  const many = { ...query, filters: [{ member: 'orders.each', operator: 'gt', values: ['20'] }] };
  const fields = { 'orders.size': size, 'orders.each': 'SUM(price) / orders.count' };
  assert.deepEqual(await rowsOf(database, model, asking(many, fields)), [
    { 'orders.size': '3. large', 'orders.count': 1 },
  ]);
});

onEach('a view gives its own names, and joins repeat nothing', async (database) => {
  const rows = await rowsOf(
    database,
    model,
    asking(
      {
        dimensions: ['sales.who'],
        measures: ['sales.visits_count', 'sales.count', 'sales.revenue', 'sales.visits_per_order'],
        order: { 'sales.who': 'asc' },
      },
      {
        'sales.who': "UPPER(customers_name) || '/' || sales.customers_region",
        'sales.revenue': 'SUM(price * quantity)',
        'sales.visits_per_order': 'visits_count / count',
      },
    ),
  );
  assert.deepEqual(rows, [
    {
      'sales.who': 'ADA/north',
      'sales.visits_count': 2,
      'sales.count': 2,
      'sales.revenue': 20,
      'sales.visits_per_order': 1,
    },
    {
      'sales.who': 'BO/south',
      'sales.visits_count': 1,
      'sales.count': 2,
      'sales.revenue': 90,
      'sales.visits_per_order': 0.5,
    },
  ]);
});

const byMonth = {
  timeDimensions: [{ dimension: 'orders.at', granularity: 'month', dateRange: ['2024-01-01', '2024-04-30'] }],
};

onEach('calculations follow the rows of the result, also those that were filled in', async (database) => {
  const fields = {
    'orders.part': 'PERCENT_OF_TOTAL(orders.count)',
    'orders.so_far': 'RUNNING_TOTAL(count)',
    'orders.most': 'RUNNING_TOTAL(MAX(price))',
    'orders.of_previous': 'PERCENT_OF_PREVIOUS(count)',
    'orders.change': 'PERCENT_CHANGE(count, orders.at)',
  };
  const measures = ['orders.count', ...Object.keys(fields)];
  const query = { ...byMonth, measures, fillMissingRows: { member: 'orders.at' } };
  const rows = await rowsOf(database, model, asking(query, fields));
  assert.deepEqual(
    rows.map((row) => measures.map((name) => row[name])),
    [
      [1, 0.25, 1, 10, null, null],
      [2, 0.5, 3, 30, 2, 1],
      [null, null, 3, 30, null, null],
      [1, 0.25, 4, 30, null, null],
    ],
  );
});

onEach('each combination of the other dimensions has a calculation of its own', async (database) => {
  const query = {
    ...byMonth,
    dimensions: ['orders.status'],
    measures: ['orders.so_far'],
    order: [
      ['orders.status', 'asc'],
      ['orders.at', 'asc'],
    ],
  };
  const rows = await rowsOf(
    database,
    model,
    asking(query, { 'orders.so_far': 'RUNNING_TOTAL(orders.count)' }),
  );
  assert.deepEqual(
    rows.map((row) => [row['orders.status'], row['orders.so_far']]),
    [
      ['open', 1],
      ['paid', 1],
      ['paid', 2],
      ['paid', 3],
    ],
  );
});

onEach('times are of the zone of the query', async (database) => {
  const fields = {
    'orders.month_number': 'MONTH(orders.at)',
    'orders.is_late': "orders.at >= '2024-02-12'",
    'orders.weekday': 'WEEKDAY(at)',
  };
  const dimensions = ['orders.id', ...Object.keys(fields)];
  const rows = await rowsOf(
    database,
    model,
    asking(
      {
        dimensions,
        timezone: 'Asia/Tokyo',
        filters: [{ member: 'orders.id', operator: 'equals', values: ['2'] }],
      },
      fields,
    ),
  );
  // 23:30 in UTC is the morning after in Tokyo.
  assert.deepEqual(
    rows.map((row) => dimensions.map((name) => row[name])),
    [[2, 2, true, 1]],
  );
});

onEach('no value of a row makes an expression fail', async (database) => {
  const grown = Array.from({ length: 12 }, () => 'price').join(' * ');
  const fields = {
    'orders.far': `${grown} * 999999999999999999 * 999999999999999999`,
    'orders.part': 'price / quantity',
    'orders.rest': 'price / 0',
    'orders.rounded': 'ROUND(price / 3, 2)',
    'orders.length': 'LENGTH(status) * 2147483647 * 2147483647',
  };
  const dimensions = ['orders.id', ...Object.keys(fields)];
  const filters = Object.keys(fields).map((member) => ({
    or: [
      { member, operator: 'gt', values: ['0'] },
      { member, operator: 'notSet' },
    ],
  }));
  const rows = await rowsOf(
    database,
    model,
    asking({ dimensions, filters, order: { 'orders.id': 'asc' } }, fields),
  );
  assert.deepEqual(
    rows.map((row) => [row['orders.part'], row['orders.rest'], row['orders.rounded']]),
    [
      [5, null, 3.33],
      [null, null, 6.67],
      [10, null, 10],
      [null, null, null],
    ],
  );
});

onEach('texts of an expression are bound, whatever they are', async (database) => {
  const hostile = `'); drop table orders; -- " \\ {CUBE} $1 %`;
  const fields = {
    'orders.same': `CASE WHEN status = '${hostile.replaceAll("'", "''")}' THEN 'x' ELSE '${hostile.replaceAll("'", "''")}' END`,
    'orders.has': `CONTAINS(status, '${hostile.replaceAll("'", "''")}') OR STARTS_WITH(status, '%')`,
  };
  const rows = await rowsOf(database, model, asking({ dimensions: Object.keys(fields) }, fields));
  assert.deepEqual(rows, [{ 'orders.same': hostile, 'orders.has': false }]);
  const [normalized] = normalizeQuery(asking({ dimensions: ['orders.same'] }, fields), everybody).queries;
  assert.ok(normalized);
  const { sql, params } = compileQuery(model, normalized, everybody, database.dialect);
  assert.ok(!sql.includes('drop'), sql);
  assert.deepEqual(params, [hostile, 'x', hostile]);
});

function compileAsked(query: object, fields: Fields) {
  const [normalized] = normalizeQuery(asking(query, fields), everybody).queries;
  assert.ok(normalized);
  return compileQuery(model, normalized, everybody, duckdb);
}

test('columns are described as the query says', () => {
  const { annotation, columns, query } = compileAsked(
    {
      measures: ['sales.margin', 'sales.part'],
      dimensions: ['sales.big'],
      filters: [{ member: 'sales.big', operator: 'set' }],
    },
    {
      'sales.margin': { sql: 'total - 1', title: 'Margin in all', format: ',.1f', kind: 'measure' },
      'sales.part': 'PERCENT_OF_TOTAL(total)',
      'sales.big': 'price > 10',
    },
  );
  assert.deepEqual(annotation.measures['sales.margin'], {
    title: 'Sales Margin in all',
    shortTitle: 'Margin in all',
    format: { type: 'custom-numeric', value: ',.1f' },
    type: 'number',
    drillMembers: [],
    drillMembersGrouped: { measures: [], dimensions: [] },
  });
  assert.equal(annotation.measures['sales.part']?.format, 'percent');
  assert.deepEqual(annotation.dimensions['sales.big'], {
    title: 'Sales Big',
    shortTitle: 'Big',
    type: 'boolean',
  });
  assert.deepEqual(
    columns.map(({ key, member, type }) => [key, member, type]),
    [
      ['sales.big', 'sales.big', 'boolean'],
      ['sales.margin', 'sales.margin', 'number'],
      ['sales.part', 'sales.part', 'number'],
    ],
  );
  assert.deepEqual(
    [query.order, query.filters],
    [[{ id: 'sales.margin', desc: true }], [{ member: 'sales.big', operator: 'set' }]],
  );
});

/** Expressions that are refused, and what the refusal says. */
const refused: readonly [sql: string, message: RegExp][] = [
  ['', /The expression ends/],
  ['count +', /The expression ends/],
  ['count; drop table x', /";[^ ]* .*cannot be read.*character 6/],
  ['count -- x', /cannot be read/],
  ['count /* x */', /not expected/],
  ['"count"', /cannot be read/],
  ['(select 1)', /"select" is not expected/],
  ['count::text', /cannot be read/],
  ['$1', /cannot be read/],
  ['{CUBE}.price', /cannot be read/],
  ["'open", /cannot be read/],
  ['1e400', /cannot be read/],
  ['pg_sleep(10)', /There is no function PG_SLEEP/],
  ['read_csv(status)', /There is no function/],
  ['constructor(1)', /There is no function/],
  ['__proto__', /not found/],
  ['orders.nothing', /'nothing' not found/],
  ['nobody.count', /'nobody' not found/],
  ['orders.at.decade', /no granularity decade/],
  ['orders.at.month.day', /no name such as/],
  ['count + price', /dimension stands beside a measure/],
  ['SUM(count)', /takes an expression over dimensions, not over measures/],
  ['SUM(1)', /takes an expression over dimensions/],
  ['SUM(status)', /SUM takes a number, not a string/],
  ['SUM(price, price)', /takes one value/],
  ['SUM(DISTINCT price)', /Only COUNT takes DISTINCT/],
  ['status + 1', /takes a number, not a string/],
  ['status = 1', /values of one type, not a string and a number/],
  ["at > 'soon'", /no date such as/],
  ["at > '2024-02-31'", /no date such as/],
  ['NOT price', /takes a boolean/],
  ['MEASURE(price)', /no measure/],
  ["MEASURE(mean) FILTER (WHERE status = 'x')", /does not aggregate rows itself/],
  ['MEASURE(count) FILTER (WHERE count > 1)', /condition on dimensions/],
  ["'goal'", /without members is a number/],
  ['NULL', /without members is a number/],
  ['at', /not a time/],
  ['ROUND(price, 99)', /0 to 10 decimals/],
  ['1 + RUNNING_TOTAL(count)', /stands by itself/],
  ['RUNNING_TOTAL(mean)', /do not add up/],
  ['PERCENT_OF_TOTAL(MAX(price))', /a sum or a count/],
  ['RUNNING_TOTAL(count, count)', /follows a dimension/],
  [`${'('.repeat(60)}1${')'.repeat(60)}`, /nested more than 50 deep/],
  [Array.from({ length: 1500 }, () => '1').join('+'), /more than 2000 parts/],
  ['x', /orders\.x → orders\.x refer to each other/],
  ['1'.repeat(5_001), /at most 5000 characters/],
];

test('what is wrong with an expression is said, with its place', () => {
  for (const [sql, message] of refused)
    assert.throws(
      () => compileAsked({ measures: ['orders.x'] }, { 'orders.x': sql }),
      (error) =>
        error instanceof QueryError &&
        message.test(error.message) &&
        /calculatedFields\.orders\.x/.test(error.path ?? ''),
      sql.slice(0, 100),
    );
});

test('fields may refer to each other, but not without end', () => {
  const doubled = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`orders.f${index}`, `f${index + 1} + f${index + 1}`]),
  );
  const ask = (fields: Fields) => compileAsked({ measures: ['orders.f0'] }, fields);
  assert.throws(() => ask({ ...doubled, 'orders.f30': 'count' }), /more than 2000 parts/);
  assert.throws(() => ask({ 'orders.f0': 'f1 + 1', 'orders.f1': 'f0' }), /refer to each other without end/);
  assert.ok(ask({ 'orders.f0': 'f1 + 1', 'orders.f1': 'count' }).sql.includes('count'));
});

test('a field stands where a member of its kind does', () => {
  const field = { 'orders.x': 'price > 1', 'orders.y': 'count', 'orders.z': 'RUNNING_TOTAL(count)' };
  const refusals: [object, RegExp][] = [
    [{ measures: ['orders.x'] }, /orders\.x is a dimension, and a measure/],
    [{ dimensions: ['orders.y'] }, /orders\.y is a measure/],
    [{ timeDimensions: [{ dimension: 'orders.x', granularity: 'day' }] }, /orders\.x is of type boolean/],
    [{ segments: ['orders.x'], measures: ['orders.y'] }, /segment|not found/],
    [{ measures: ['orders.z'] }, /orders\.z is computed over the rows .* follow a dimension/],
    [{ measures: ['orders.z'], dimensions: ['orders.id'], ungrouped: true }, /ungrouped query has no groups/],
    [
      { dimensions: ['orders.id'], filters: [{ member: 'orders.z', operator: 'gt', values: ['1'] }] },
      /filters come before/,
    ],
  ];
  for (const [query, message] of refusals) assert.throws(() => compileAsked(query, field), message);
  assert.throws(
    () => compileAsked({ measures: ['orders.x'] }, { 'orders.x': { sql: 'count', kind: 'dimension' } }),
    /is a measure and no dimension/,
  );
  assert.throws(
    () => compileAsked({ measures: ['orders.total'] }, { 'orders.total': '1' }),
    /is a member of the model/,
  );
  const malformed: Fields[] = [
    { x: '1' },
    { 'a.b.c': '1' },
    { 'orders.x': { sql: '1', rows: 1 } },
    { 'orders.x': {} },
  ];
  for (const fields of malformed)
    assert.throws(() => compileAsked({ measures: ['orders.count'] }, fields), QueryError);
});
