import assert from 'node:assert/strict';
import { rowsOf } from '../support/query-rows.ts';
import { modelOf } from '../support/read-model.ts';
import { onEveryEngine, type TestDatabase } from '../support/test-engines.ts';

const test = onEveryEngine(`
  CREATE TABLE skipped_events (id integer, happened timestamp);
  INSERT INTO skipped_events VALUES
    (1, '2024-03-30 23:30:00'), (2, '2024-03-31 03:30:00'), (3, '2024-03-30 01:15:00'),
    (4, '2024-10-05 15:10:00'), (5, '2024-10-05 15:40:00'),
    (6, '2011-12-29 20:00:00'), (7, '2012-01-01 00:00:00'),
    (8, '2018-11-03 12:00:00'), (9, '2018-11-05 12:00:00');
`);

const model = modelOf(`
cubes:
  - name: e
    sql_table: skipped_events
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - name: at
        sql: happened
        type: time
        granularities: [{ name: half_hour, interval: 30 minutes }, { name: two_hours, interval: 2 hours }]
    measures:
      - { name: n, type: count }
      - { name: so_far, type: count, rolling_window: { trailing: unbounded } }
      - { name: before, type: number, multi_stage: true, sql: "{n}", time_shift: [{ interval: 1 day, type: prior }] }
`);

/** The buckets of a range in a zone, from the hour on, each with its measures. */
async function bucketsOf(
  database: TestDatabase,
  [timezone, granularity, from, to]: readonly [string, string, string, string],
  { measures = ['n'], fill = true }: { measures?: readonly string[]; fill?: boolean } = {},
): Promise<unknown[][]> {
  const rows = await rowsOf(database, model, {
    measures: measures.map((name) => `e.${name}`),
    timeDimensions: [{ dimension: 'e.at', granularity, dateRange: [from, to] }],
    timezone,
    order: { 'e.at': 'asc' },
    ...(fill && { fillMissingRows: { member: 'e.at' } }),
  });
  return rows.map((row) => [
    String(row[`e.at.${granularity}`]).replace('T', ' ').slice(0, 16),
    ...measures.map((name) => row[`e.${name}`]),
  ]);
}

const startsOf = async (...args: Parameters<typeof bucketsOf>) =>
  (await bucketsOf(...args)).map(([start]) => start);
const times = (day: string, ...clocks: string[]) => clocks.map((clock) => `${day} ${clock}`);

const MORNING = ['Europe/Berlin', 'hour', '2024-03-31T00:00:00.000', '2024-03-31T05:59:59.999'] as const;

test('an hour that the clocks skip is not filled in', async (database) => {
  assert.deepEqual(await bucketsOf(database, MORNING), [
    ['2024-03-31 00:00', 1],
    ['2024-03-31 01:00', null],
    ['2024-03-31 03:00', null],
    ['2024-03-31 04:00', null],
    ['2024-03-31 05:00', 1],
  ]);
  const day = ['2024-03-31', '2024-03-31'] as const;
  assert.equal((await startsOf(database, ['Europe/Berlin', 'hour', ...day])).length, 23);
  assert.equal((await startsOf(database, ['UTC', 'hour', ...day])).length, 24);
  assert.equal((await startsOf(database, ['Europe/Berlin', 'minute', ...day])).length, 23 * 60);
  assert.equal((await startsOf(database, ['Europe/Berlin', 'half_hour', ...day])).length, 46);
  // Half of it is there.
  assert.equal((await startsOf(database, ['Europe/Berlin', 'two_hours', ...day])).length, 12);
  // The hour that comes twice is one on the clock.
  assert.equal((await startsOf(database, ['Europe/Berlin', 'hour', '2024-10-27', '2024-10-27'])).length, 24);
});

test('half an hour that the clocks skip leaves the hour that has the other half', async (database) => {
  const range = ['2024-10-06T01:00:00.000', '2024-10-06T03:59:59.999'] as const;
  const day = '2024-10-06';
  assert.deepEqual(await bucketsOf(database, ['Australia/Lord_Howe', 'hour', ...range]), [
    [`${day} 01:00`, 1],
    [`${day} 02:00`, 1],
    [`${day} 03:00`, null],
  ]);
  assert.deepEqual(
    await startsOf(database, ['Australia/Lord_Howe', 'half_hour', ...range]),
    times(day, '01:00', '01:30', '02:30', '03:00', '03:30'),
  );
});

test('a day that the clocks skip is not filled in, and one without its first hour is', async (database) => {
  assert.deepEqual(await bucketsOf(database, ['Pacific/Apia', 'day', '2011-12-28', '2012-01-01']), [
    ['2011-12-28 00:00', null],
    ['2011-12-29 00:00', 1],
    ['2011-12-31 00:00', null],
    ['2012-01-01 00:00', 1],
  ]);
  assert.deepEqual(
    await startsOf(database, ['America/Sao_Paulo', 'day', '2018-11-03', '2018-11-05']),
    ['03', '04', '05'].map((day) => `2018-11-${day} 00:00`),
  );
  assert.deepEqual(await startsOf(database, ['Pacific/Apia', 'week', '2011-12-19', '2012-01-01']), [
    '2011-12-19 00:00',
    '2011-12-26 00:00',
  ]);
});

test('a window goes along the hours that there are', async (database) => {
  const expected = [
    ['2024-03-31 00:00', 6, 1],
    ['2024-03-31 01:00', 6, null],
    ['2024-03-31 03:00', 6, null],
    ['2024-03-31 04:00', 6, null],
    ['2024-03-31 05:00', 7, 1],
  ];
  for (const fill of [true, false])
    assert.deepEqual(await bucketsOf(database, MORNING, { measures: ['so_far', 'n'], fill }), expected);
});

test('what a shift moves into an hour that the clocks skip stays', async (database) => {
  const expected = [
    ['2024-03-31 00:00', 1, null],
    ['2024-03-31 02:00', null, 1],
    ['2024-03-31 05:00', 1, null],
  ];
  const measures = ['n', 'before'];
  assert.deepEqual(await bucketsOf(database, MORNING, { measures, fill: false }), expected);
  assert.deepEqual(
    (await bucketsOf(database, MORNING, { measures })).filter(([, ...values]) =>
      values.some((value) => value !== null),
    ),
    expected,
  );
});
