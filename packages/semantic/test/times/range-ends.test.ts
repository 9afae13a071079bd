import assert from 'node:assert/strict';
import { modelOf } from '../support/read-model.ts';
import { rowsOf } from '../support/query-rows.ts';
import { onEveryEngine } from '../support/test-engines.ts';

const test = onEveryEngine();

const log = modelOf(`
cubes:
  - name: log
    sql: "SELECT * FROM (VALUES (TIMESTAMP '2024-05-31 12:00:00', 1), (TIMESTAMP '2024-05-31 23:59:59.999999', 10), (TIMESTAMP '2024-06-01 00:00:00', 100), (CAST(NULL AS TIMESTAMP), 1000)) v(t, n)"
    dimensions: [{name: t, sql: t, type: time}]
    measures:
      - {name: n, sql: n, type: sum}
      - {name: kinds, sql: n, type: count_distinct}
      - {name: week, sql: n, type: sum, rolling_window: {trailing: 1 day}}
      - {name: kinds_of_day, sql: n, type: count_distinct, rolling_window: {trailing: 1 day}}
      - {name: to_date, sql: n, type: sum, rolling_window: {type: to_date, granularity: month}}
      - {name: prior, multi_stage: true, sql: "{n}", type: number, time_shift: [{interval: 1 day, type: prior}]}
`);

test('a range holds all of its last millisecond', async (database) => {
  const sum = async (query: object) =>
    (await rowsOf(database, log, { measures: ['log.n'], ...query }))[0]?.['log.n'];
  const filtered = (operator: string, ...values: string[]) =>
    sum({ filters: [{ member: 'log.t', operator, values }] });
  const ranged = (...dateRange: string[]) => sum({ timeDimensions: [{ dimension: 'log.t', dateRange }] });
  assert.equal(await ranged('2024-05-01', '2024-05-31'), 11);
  assert.equal(await ranged('2024-05-31'), 11);
  assert.equal(await ranged('2024-05-01', '2024-05-31T23:59:59.999'), 11);
  assert.equal(await ranged('2024-05-31T23:59:59.999Z', '2024-05-31T23:59:59.999Z'), 10);
  assert.equal(await ranged('2024-05-01', '2024-05-31T23:59:59.998'), 1);
  assert.equal(await filtered('inDateRange', '2024-05-01', '2024-05-31'), 11);
  assert.equal(await filtered('onTheDate', '2024-05-31'), 11);
  assert.equal(await filtered('notInDateRange', '2024-05-01', '2024-05-31'), 100);
  assert.equal(await filtered('beforeOrOnDate', '2024-05-31T23:59:59.999'), 11);
  assert.equal(await filtered('lte', '2024-05-31T23:59:59.999'), 11);
  assert.equal(await filtered('afterDate', '2024-05-31T23:59:59.999'), 100);
  assert.equal(await filtered('afterDate', '2024-05-31T12:00:00'), 110);
  assert.equal(await filtered('beforeDate', '2024-06-01'), 11);
});

test('windows, shifts and comparisons hold the last millisecond of their days', async (database) => {
  const timeDimensions = [
    { dimension: 'log.t', granularity: 'day', dateRange: ['2024-05-31', '2024-06-01'] },
  ];
  const measures = ['log.n', 'log.week', 'log.kinds_of_day', 'log.to_date', 'log.prior'];
  assert.deepEqual(await rowsOf(database, log, { measures, timeDimensions }), [
    {
      'log.t.day': '2024-05-31 00:00:00',
      'log.n': 11,
      'log.week': 11,
      'log.kinds_of_day': 2,
      'log.to_date': 11,
      'log.prior': null,
    },
    {
      'log.t.day': '2024-06-01 00:00:00',
      'log.n': 100,
      'log.week': 100,
      'log.kinds_of_day': 1,
      'log.to_date': 100,
      'log.prior': 11,
    },
  ]);
  const compareDateRange = [
    ['2024-05-31', '2024-05-31'],
    ['2024-06-01', '2024-06-01'],
  ];
  const compared = await rowsOf(database, log, {
    measures: ['log.n'],
    timeDimensions: [{ dimension: 'log.t', compareDateRange }],
  });
  assert.deepEqual(
    compared.map((row) => row['log.n']),
    [11, 100],
  );
});

const hour = modelOf(`
cubes:
  - name: f
    sql: "SELECT * FROM (VALUES (TIMESTAMP '2026-10-25 00:15:00', 100), (TIMESTAMP '2026-10-25 01:15:00', 50), (TIMESTAMP '2026-10-25 02:15:00', 7)) f(ts, c)"
    dimensions: [{name: ts, sql: ts, type: time}]
    measures:
      - {name: c, sql: c, type: sum}
      - {name: same, multi_stage: true, sql: "{c}", type: number, time_shift: [{interval: 1 day, type: prior}]}
`);

test('a range of instants holds one of the hours that come twice', async (database) => {
  const sums = async (dateRange: string[], granularity?: string) => {
    const query = { measures: ['f.c'], timezone: 'Europe/Amsterdam' };
    const ranged = await rowsOf(database, hour, {
      ...query,
      timeDimensions: [{ dimension: 'f.ts', dateRange, granularity }],
    });
    const filters = [{ member: 'f.ts', operator: 'inDateRange', values: dateRange }];
    const [filtered] = await rowsOf(database, hour, { ...query, filters });
    assert.equal(
      ranged.reduce((sum, row) => sum + Number(row['f.c']), 0),
      Number(filtered?.['f.c']),
    );
    return Number(filtered?.['f.c']);
  };
  for (const granularity of [undefined, 'hour', 'day']) {
    assert.equal(await sums(['2026-10-25T00:00:00.000Z', '2026-10-25T00:59:59.999Z'], granularity), 100);
    assert.equal(await sums(['2026-10-25T02:00:00+02:00', '2026-10-25T02:59:59+02:00'], granularity), 100);
    assert.equal(await sums(['2026-10-25T02:00:00+01:00', '2026-10-25T02:59:59+01:00'], granularity), 50);
    assert.equal(await sums(['2026-10-25T02:00:00', '2026-10-25T02:59:59'], granularity), 150);
    assert.equal(await sums(['2026-10-25T01:00:00Z', '2026-10-25T03:30:00'], granularity), 57);
    assert.equal(await sums(['2026-10-25'], granularity), 157);
  }
});

test('instants that limit a shifted measure are those of the wall clock that it is seen from', async (database) => {
  const query = { measures: ['f.same'], timezone: 'Europe/Amsterdam' };
  const values = ['2026-10-26T00:00:00Z', '2026-10-26T01:59:59.999Z'];
  const filters = [{ member: 'f.ts', operator: 'inDateRange', values }];
  // 01:00 to 02:59 of the 26th there, and so of the 25th.
  assert.deepEqual(await rowsOf(database, hour, { ...query, filters }), [{ 'f.same': 150 }]);
});
