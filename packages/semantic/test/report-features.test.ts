import { compileModel, normalizeQuery, QueryError } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everybody, rowsOf } from './query-rows.ts';
import { onEveryEngine } from './test-engines.ts';

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

for (const [title, query, message] of [
  ['an unknown output', { ...byMonth, periodComparisons: [aMonthBefore(['ratio'])] }, /previous, difference/],
  [
    'an offset that is none',
    { ...byMonth, periodComparisons: [{ ...aMonthBefore(), offset: { amount: 0, unit: 'month' } }] },
    /at least 1/,
  ],
  [
    'an unknown unit',
    { ...byMonth, periodComparisons: [{ ...aMonthBefore(), offset: { amount: 1, unit: 'eon' } }] },
    /second, minute/,
  ],
  ['an unknown key', { ...byMonth, fillMissingRows: { member: 'sales.sold_at', by: 'day' } }, /no key by/],
] as const)
  test(`${title} is refused with what is allowed`, () => {
    assert.throws(
      () => normalizeQuery(query, everybody),
      (error) => error instanceof QueryError && message.test(error.message),
    );
  });

onEach('filling needs a time dimension that is cut', async (database) => {
  const query = { measures: ['sales.total'], fillMissingRows: { member: 'sales.sold_at' } };
  await assert.rejects(rowsOf(database, model, query), /cuts it by a granularity/);
});
