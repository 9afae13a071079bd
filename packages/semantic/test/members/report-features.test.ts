import { compileModel, compileQuery, duckdb, normalizeQuery, QueryError } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everybody, rowsOf } from '../support/query-rows.ts';
import { onEveryEngine } from '../support/test-engines.ts';

const onEach = onEveryEngine(`
  create table sales as select * from (values
    (1, 'north', 10, timestamp '2024-01-10 08:00'), (2, 'south', 20, timestamp '2024-01-11 08:00'),
    (3, 'north', 15, timestamp '2024-02-20 08:00'), (4, 'north', 30, timestamp '2024-04-02 08:00')
  ) as t(id, region, amount, sold_at)`);
const compiled = compileModel([
  {
    path: 'sales.yml',
    content: `
cubes:
  - name: sales
    sql_table: sales
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: region, sql: region, type: string }
      - { name: sold_at, sql: sold_at, type: time }
    measures:
      - { name: total, type: sum, sql: amount }
      - { name: last, type: time, sql: max(sold_at) }
`,
  },
]);
assert.ok('model' in compiled);
const { model } = compiled;

const byMonth = {
  measures: ['sales.total'],
  timeDimensions: [
    { dimension: 'sales.sold_at', granularity: 'month', dateRange: ['2024-01-01', '2024-04-30'] },
  ],
};
const aMonthBefore = (outputs?: string[]) => ({
  measure: 'sales.total',
  timeDimension: 'sales.sold_at',
  offset: { amount: 1, unit: 'month' },
  outputs,
});
const at = (month: number) => `2024-0${month}-01 00:00:00`;

onEach('a measure stands beside what it was a month before, and how it has changed', async (database) => {
  const rows = await rowsOf(database, model, {
    ...byMonth,
    periodComparisons: [aMonthBefore(['previous', 'difference', 'percent'])],
  });
  const row = (month: number, ...values: (number | null)[]) => ({
    'sales.sold_at.month': at(month),
    'sales.total': values[0],
    'sales.total.previous_1_month': values[1],
    'sales.total.difference_1_month': values[2],
    'sales.total.percent_1_month': values[3],
  });
  assert.deepEqual(rows, [
    row(1, 30, null, null, null),
    row(2, 15, 30, -15, -0.5),
    row(3, null, 15, null, null),
    row(4, 30, null, null, null),
  ]);
});

onEach('missing rows are filled for every combination of the other dimensions', async (database) => {
  const query = { ...byMonth, dimensions: ['sales.region'], fillMissingRows: { member: 'sales.sold_at' } };
  const rows = await rowsOf(database, model, {
    ...query,
    order: { 'sales.sold_at': 'asc', 'sales.region': 'asc' },
  });
  assert.deepEqual(
    rows.map((row) => [row['sales.sold_at.month'], row['sales.region'], row['sales.total']]),
    [
      [at(1), 'north', 10],
      [at(1), 'south', 20],
      [at(2), 'north', 15],
      [at(2), 'south', null],
      [at(3), 'north', null],
      [at(3), 'south', null],
      [at(4), 'north', 30],
      [at(4), 'south', null],
    ],
  );
});

onEach(
  'an excluded dimension gets no rows of its own, and the data says where the buckets end',
  async (database) => {
    const rows = await rowsOf(database, model, {
      measures: ['sales.total'],
      dimensions: ['sales.region'],
      timeDimensions: [{ dimension: 'sales.sold_at', granularity: 'month' }],
      fillMissingRows: { member: 'sales.sold_at.month', excludedDimensions: ['sales.region'] },
    });
    assert.deepEqual(
      rows.map((row) => row['sales.sold_at.month']),
      [at(1), at(1), at(2), at(3), at(4)],
    );
  },
);

for (const [features, message] of [
  [{ periodComparisons: {} }, 'periodComparisons must be a list, not {}'],
  [
    { periodComparisons: Array(21).fill(aMonthBefore()) },
    'periodComparisons holds at most 20 entries, not 21',
  ],
  [
    { periodComparisons: [{ ...aMonthBefore(), measure: undefined }] },
    'periodComparisons[0].measure is missing; it is a name such as orders.count',
  ],
  [
    { periodComparisons: [{ ...aMonthBefore(), timeDimension: 'sold_at' }] },
    'periodComparisons[0].timeDimension must be a name such as orders.count, not "sold_at"',
  ],
  [
    { periodComparisons: [{ ...aMonthBefore(), offset: undefined }] },
    'periodComparisons[0].offset is missing; it is an object with amount, unit',
  ],
  [
    { periodComparisons: [aMonthBefore(), { ...aMonthBefore(), offset: { amount: 0, unit: 'month' } }] },
    'periodComparisons[1].offset.amount must be a whole number from 1 to 1000, not 0',
  ],
  [
    { periodComparisons: [{ ...aMonthBefore(), offset: { amount: 1, unit: 'eon' } }] },
    'periodComparisons[0].offset.unit must be one of year, quarter, month, week, day, hour, minute, second, not "eon"',
  ],
  [
    { periodComparisons: [aMonthBefore(['previous', 'ratio'])] },
    'periodComparisons[0].outputs[1] must be one of previous, difference, percent, not "ratio"',
  ],
  [
    { periodComparisons: [{ ...aMonthBefore(), by: 'day' }] },
    'periodComparisons[0] has no key by; it takes measure, timeDimension, offset, outputs',
  ],
  [{ fillMissingRows: {} }, 'fillMissingRows.member is missing; it is a name such as orders.count'],
  [
    { fillMissingRows: { member: 'sales.sold_at', by: 'day' } },
    'fillMissingRows has no key by; it takes member, excludedDimensions',
  ],
  [
    { fillMissingRows: { member: 'sales.sold_at', excludedDimensions: ['region'] } },
    'fillMissingRows.excludedDimensions[0] must be a name such as orders.count, not "region"',
  ],
] as const)
  test(`a query is refused: ${message}`, () => {
    assert.throws(() => normalizeQuery({ ...byMonth, ...features }, everybody), {
      name: 'QueryError',
      message,
    });
  });

for (const [features, path, message] of [
  [
    { periodComparisons: [{ ...aMonthBefore(), measure: 'sales.sum' }] },
    'periodComparisons[0].measure',
    /'sum' not found for path 'sales.sum'. Known are region, sold_at, total, last/,
  ],
  [
    { periodComparisons: [{ ...aMonthBefore(), timeDimension: 'sales.region' }] },
    'periodComparisons[0].timeDimension',
    /sales.region is of type string; only a time dimension has periods/,
  ],
  [
    { periodComparisons: [{ ...aMonthBefore(['percent']), measure: 'sales.last' }] },
    'periodComparisons[0].outputs',
    /sales.last is a time; it has previous and no percent/,
  ],
  [
    { fillMissingRows: { member: 'sales.sold_at.week' } },
    'fillMissingRows.member',
    /that the query cuts by a granularity, not sales.sold_at.week; it cuts sales.sold_at.month/,
  ],
  [
    { fillMissingRows: { member: 'sales.sold_at', excludedDimensions: ['sales.region'] } },
    'fillMissingRows.excludedDimensions[0]',
    /a dimension of the query, which are sales.sold_at, not "sales.region"/,
  ],
] as const)
  onEach(`what the model does not have is refused with its place, ${path}`, async (database) => {
    await assert.rejects(
      rowsOf(database, model, { ...byMonth, ...features }),
      (error) => error instanceof QueryError && error.path === path && message.test(error.message),
    );
  });

const filled = {
  measures: ['sales.total'],
  timeDimensions: [{ dimension: 'sales.sold_at', granularity: 'month' }],
  fillMissingRows: { member: 'sales.sold_at' },
};
const when = (operator: string, ...values: string[]) => ({ member: 'sales.sold_at', operator, values });
for (const [title, query, months] of [
  [
    'a filter by dates says where the buckets begin and end',
    { filters: [when('inDateRange', '2024-02-01', '2024-06-30')] },
    [2, 3, 4, 5, 6],
  ],
  [
    'a filter within a group of conditions that all hold does, too',
    { filters: [{ and: [when('inDateRange', '2024-02-01', '2024-05-01')] }] },
    [2, 3, 4, 5],
  ],
  [
    'a condition with one end leaves both ends to the rows',
    { filters: [when('afterDate', '2024-02-01')] },
    [2, 3, 4],
  ],
  [
    'a range and a filter leave the buckets that they share',
    { ...byMonth, filters: [when('gte', '2024-02-01'), when('beforeDate', '2024-04-01')] },
    [2, 3],
  ],
  ['ranges that share nothing leave no bucket', { ...byMonth, filters: [when('gt', '2024-05-01')] }, []],
] as const)
  onEach(title, async (database) => {
    const rows = await rowsOf(database, model, { ...filled, ...query });
    assert.deepEqual(
      rows.map((row) => row['sales.sold_at.month']),
      months.map(at),
    );
  });

onEach('what was a month before is found outside a filter by dates', async (database) => {
  const rows = await rowsOf(database, model, {
    ...filled,
    filters: [when('inDateRange', '2024-02-01', '2024-03-31')],
    periodComparisons: [aMonthBefore()],
  });
  assert.deepEqual(
    rows.map((row) => [row['sales.sold_at.month'], row['sales.total'], row['sales.total.previous_1_month']]),
    [
      [at(2), 15, 30],
      [at(3), null, 15],
    ],
  );
});

test('a column of a comparison says in English what it is, and apart from that what it compares', () => {
  const asked = { ...byMonth, periodComparisons: [aMonthBefore(['previous', 'percent'])] };
  const [query] = normalizeQuery(asked, everybody).queries;
  assert.ok(query);
  const { measures } = compileQuery(model, query, everybody, duckdb).annotation;
  const own = { title: 'Sales Total', shortTitle: 'Total', amount: 1, unit: 'month' };
  assert.deepEqual(
    ['sales.total', 'sales.total.previous_1_month', 'sales.total.percent_1_month'].map((key) => {
      const { shortTitle, comparison } = measures[key] ?? {};
      return [shortTitle, comparison];
    }),
    [
      ['Total', undefined],
      ['Total (1 month before)', { ...own, output: 'previous' }],
      ['Total (change in %, in 1 month)', { ...own, output: 'percent' }],
    ],
  );
});
