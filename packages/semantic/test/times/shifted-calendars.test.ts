import assert from 'node:assert/strict';
import { rowsOf } from '../support/query-rows.ts';
import { modelOf } from '../support/read-model.ts';
import { onEveryEngine, type TestDatabase } from '../support/test-engines.ts';

/**
 * Days from 25 December 2023 on, each with its label and week; facts of the first three days of 2024, and of 29 and 31
 * January.
 */
const test = onEveryEngine(`
CREATE TABLE days AS SELECT t AS day, 'd' || i AS label, i AS length, CASE WHEN i < 40 THEN 1 ELSE 2 END AS week
  FROM (SELECT i, TIMESTAMP '2023-12-25' + i * INTERVAL '1 day' AS t FROM generate_series(0, 130) g(i)) s;
CREATE TABLE facts AS SELECT * FROM (VALUES (1, TIMESTAMP '2024-01-01 00:00:00', 'a', 10), (2, TIMESTAMP '2024-01-02 00:00:00', 'a', 20), (3, TIMESTAMP '2024-01-03 00:00:00', 'b', 30),
  (4, TIMESTAMP '2024-01-29 00:00:00', 'a', 1), (5, TIMESTAMP '2024-01-31 00:00:00', 'a', 2)) AS f(id, day, kind, n);
`);

const modelWith = ({ facts = '', days = '', calendar = false } = {}) =>
  modelOf(`
cubes:
  - name: days
    calendar: ${calendar}
    sql_table: days
    joins: [{ name: weeks, relationship: many_to_one, sql: "{CUBE}.week = {weeks}.id" }]
    dimensions:
      - { name: day, sql: day, type: time, primary_key: true, public: true }
      - { name: label, sql: label, type: string }
      - { name: dated, sql: "CAST({day} AS VARCHAR)", type: string }
      - { name: month, sql: "CASE WHEN {day} < '2024-02-01' THEN 'january' ELSE 'february' END", type: string }
      - { name: copied, sql: "{CUBE}.day", type: time }
      - { name: week_name, sql: "{weeks.name}", type: string }
    segments: [{ name: third, sql: "{CUBE}.label = 'd9'" }]
    measures:
      - { name: long, sql: length, type: sum }
      - { name: prior_long, multi_stage: true, sql: "{long}", type: number, time_shift: [{ interval: 1 day, type: prior }] }
    ${days && `access_policy: [{ group: "*", row_level: { filters: [${days}] } }]`}
  - name: weeks
    sql: "SELECT * FROM (VALUES (1, 'first'), (2, 'second')) AS w(id, name)"
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: name, sql: name, type: string }]
  - name: facts
    sql_table: facts
    joins: [{ name: days, relationship: many_to_one, sql: "{CUBE}.day = {days.day}" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: day, sql: day, type: time }
      - { name: kind, sql: kind, type: string }
      - { name: day_label, sql: "{days.label}", type: string }
    measures:
      - { name: total, sql: n, type: sum }
      - { name: of_d7, sql: n, type: sum, filters: [{ sql: "{days.label} = 'd7'" }] }
      - { name: prior, multi_stage: true, sql: "{total}", type: number, time_shift: [{ interval: 1 day, type: prior }] }
      - { name: coming, multi_stage: true, sql: "{total}", type: number, time_shift: [{ interval: 1 day, type: next }] }
      - { name: named, multi_stage: true, sql: "{total}", type: number, time_shift: [{ time_dimension: days.day, interval: 1 day, type: prior }] }
      - { name: of_fact, multi_stage: true, sql: "{total}", type: number, time_shift: [{ time_dimension: day, interval: 1 day, type: prior }] }
      - { name: prior_of_d7, multi_stage: true, sql: "{of_d7}", type: number, time_shift: [{ interval: 1 day, type: prior }] }
      - { name: before_three, multi_stage: true, sql: "{total}", type: number, time_shift: [{ interval: 3 month, type: prior }] }
      - { name: last_month, multi_stage: true, sql: "{total}", type: number, time_shift: [{ interval: 1 month, type: prior }] }
    ${facts && `access_policy: [{ group: "*", row_level: { filters: [${facts}] } }]`}
`);

const RANGE = ['2024-01-02', '2024-01-03'];
const byDay = (range = RANGE, dimension = 'days.day') => ({
  timeDimensions: [{ dimension, granularity: 'day', dateRange: range }],
});

async function lines(database: TestDatabase, query: object, model = modelWith()): Promise<string[]> {
  const rows = await rowsOf(database, model, query);
  return rows
    .map((row) =>
      Object.values(row)
        .map((value) => (value === null ? '-' : String(value).replace(/ 00:00:00(\.0+)?$/, '')))
        .join(' '),
    )
    .toSorted();
}

const measures = ['facts.total', 'facts.prior'];

for (const [title, dimension, [second, third]] of [
  ['a column of the calendar', 'days.label', ['d8', 'd9']],
  ['what is made of the time that is moved', 'days.dated', ['2024-01-02', '2024-01-03']],
  ['what a fact shows of the calendar', 'facts.day_label', ['d8', 'd9']],
  ['what lies behind the calendar', 'weeks.name', ['first', 'first']],
  ['what the calendar shows of a cube behind it', 'days.week_name', ['first', 'first']],
] as const)
  test(`beside the number of the day before stands the day that is shown: ${title}`, async (database) =>
    assert.deepEqual(await lines(database, { measures, dimensions: [dimension], ...byDay() }), [
      `${second} 2024-01-02 20 10`,
      `${third} 2024-01-03 30 20`,
    ]));

test('and another time of the calendar is that of the day that is shown, at once', async (database) => {
  const query = { measures, ...byDay() };
  const timeDimensions = [...query.timeDimensions, { dimension: 'days.copied', granularity: 'day' }];
  assert.deepEqual(await lines(database, { measures, timeDimensions }), [
    '2024-01-02 2024-01-02 20 10',
    '2024-01-03 2024-01-03 30 20',
  ]);
});

test('so it is by the name alone, with the range on either time', async (database) => {
  for (const dimension of ['days.day', 'facts.day']) {
    const query = { measures, dimensions: ['days.label'], timeDimensions: [{ dimension, dateRange: RANGE }] };
    assert.deepEqual(await lines(database, query), ['d8 20 10', 'd9 30 20'], dimension);
  }
});

test('by the time of the fact, and the name of its calendar', async (database) =>
  assert.deepEqual(
    await lines(database, { measures, dimensions: ['days.label'], ...byDay(RANGE, 'facts.day') }),
    ['d8 2024-01-02 20 10', 'd9 2024-01-03 30 20'],
  ));

test('days to come, a shift that names the calendar, and one of a measure that asks the calendar', async (database) => {
  const of = (measure: string) =>
    lines(database, { measures: ['facts.total', measure], dimensions: ['days.label'], ...byDay() });
  assert.deepEqual(await of('facts.coming'), ['d8 2024-01-02 20 30', 'd9 2024-01-03 30 -']);
  assert.deepEqual(await of('facts.named'), ['d8 2024-01-02 20 10', 'd9 2024-01-03 30 20']);
  // The measure takes the rows of the day that is its own, 1 January.
  assert.deepEqual(await of('facts.prior_of_d7'), ['d8 2024-01-02 20 10', 'd9 2024-01-03 30 -']);
});

test('a shift of the time of the fact alone leaves its calendar where it is', async (database) =>
  assert.deepEqual(
    await lines(database, {
      measures: ['facts.of_fact'],
      dimensions: ['days.label'],
      ...byDay(RANGE, 'facts.day'),
    }),
    ['d7 2024-01-02 10', 'd8 2024-01-03 20'],
  ));

test('filters and segments are about the day that is shown', async (database) => {
  const filtered = (filter: object) =>
    lines(database, { measures, filters: [filter], ...byDay(['2024-01-01', '2024-01-31']) });
  const expected = ['2024-01-03 30 20'];
  const of = (member: string, value: string) => filtered({ member, operator: 'equals', values: [value] });
  assert.deepEqual(await of('days.label', 'd9'), expected);
  assert.deepEqual(await of('facts.day_label', 'd9'), expected);
  assert.deepEqual(await of('days.day', '2024-01-03'), expected);
  assert.deepEqual(
    await lines(database, { measures, segments: ['days.third'], ...byDay(['2024-01-01', '2024-01-31']) }),
    expected,
  );
});

test('days of a longer month count once in the month that is shown', async (database) =>
  assert.deepEqual(
    await lines(database, {
      measures: ['facts.last_month'],
      dimensions: ['days.month'],
      timeDimensions: [
        { dimension: 'days.day', granularity: 'month', dateRange: ['2024-02-01', '2024-02-29'] },
      ],
    }),
    ['february 2024-02-01 63'],
  ));

test('a calendar with measures of its own shows those of the day before beside the shown day', async (database) =>
  assert.deepEqual(
    await lines(
      database,
      { measures: ['days.long', 'days.prior_long'], dimensions: ['days.label'], ...byDay() },
      modelWith({ calendar: true }),
    ),
    ['d8 2024-01-02 8 7', 'd9 2024-01-03 9 8'],
  ));

test('what is measured itself, and no calendar, keeps what it says of its rows', async (database) => {
  const events = modelOf(`
cubes:
  - name: e
    sql: "SELECT * FROM (VALUES (TIMESTAMP '2024-01-01 08:00:00', 'a', 1), (TIMESTAMP '2024-01-01 09:00:00', 'b', 2), (TIMESTAMP '2024-01-02 10:00:00', 'a', 4)) AS e(moment, kind, n)"
    dimensions: [{ name: moment, sql: moment, type: time, primary_key: true, public: true }, { name: kind, sql: kind, type: string }]
    measures:
      - { name: n, sql: n, type: sum }
      - { name: prior, multi_stage: true, sql: "{n}", type: number, time_shift: [{ interval: 1 day, type: prior }] }
`);
  const query = { measures: ['e.n', 'e.prior'], dimensions: ['e.kind'], ...byDay(RANGE, 'e.moment') };
  assert.deepEqual(await lines(database, query, events), [
    'a 2024-01-02 4 1',
    'a 2024-01-03 - 4',
    'b 2024-01-02 - 2',
  ]);
});

test('in a zone with changes of the clocks, too', async (database) => {
  const query = {
    measures: ['facts.before_three'],
    dimensions: ['days.label'],
    ...byDay(['2024-04-01', '2024-04-03']),
  };
  const expected = ['d100 2024-04-03 30', 'd98 2024-04-01 10', 'd99 2024-04-02 20'];
  for (const timezone of ['UTC', 'Europe/Berlin'])
    assert.deepEqual(await lines(database, { ...query, timezone }), expected, timezone);
});

test('and a calendar of hours has the row of the hour that is shown', async (database) => {
  const hours = modelOf(`
cubes:
  - name: h
    sql: "SELECT TIMESTAMP '2024-03-30 00:00:00' + i * INTERVAL '1 hour' AS moment, i FROM generate_series(0, 60) g(i)"
    dimensions: [{ name: at, sql: moment, type: time, primary_key: true, public: true }, { name: i, sql: i, type: number }]
  - name: f
    sql: "SELECT * FROM (VALUES (1, TIMESTAMP '2024-03-30 08:00:00', 5)) AS f(id, moment, n)"
    joins: [{ name: h, relationship: many_to_one, sql: "{CUBE}.moment = {h.at}" }]
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
    measures:
      - { name: total, sql: n, type: sum }
      - { name: prior, multi_stage: true, sql: "{total}", type: number, time_shift: [{ interval: 1 day, type: prior }] }
`);
  const rows = await rowsOf(database, hours, {
    measures: ['f.prior'],
    dimensions: ['h.i'],
    timezone: 'Europe/Berlin',
    timeDimensions: [{ dimension: 'h.at', granularity: 'hour', dateRange: ['2024-03-31', '2024-03-31'] }],
  });
  // 9 o'clock of winter, and 9 o'clock of summer 23 hours later.
  assert.deepEqual(rows.map(Object.values), [[31, '2024-03-31 09:00:00', 5]]);
});

const ONLY_SECOND = '{ member: label, operator: equals, values: [d8] }';

test('a policy of the calendar hides the day before and the day that is shown', async (database) => {
  const of = (label: string, dimensions: string[]) =>
    lines(
      database,
      { measures: ['facts.prior'], dimensions, ...byDay(['2024-01-01', '2024-01-05']) },
      modelWith({ days: ONLY_SECOND.replace('[d8]', label) }),
    );
  assert.deepEqual(await of('[d8]', []), ['2024-01-03 20']);
  assert.deepEqual(await of('[d8]', ['days.label']), []);
  assert.deepEqual(await of('[d8, d9]', ['days.label']), ['d9 2024-01-03 20']);
});

test('a policy of the facts holds for the rows of the day before', async (database) => {
  const facts = '{ member: id, operator: equals, values: ["2"] }';
  const query = {
    measures: ['facts.prior'],
    dimensions: ['days.label'],
    ...byDay(['2024-01-01', '2024-01-05']),
  };
  assert.deepEqual(await lines(database, query, modelWith({ facts })), ['d9 2024-01-03 20']);
});
