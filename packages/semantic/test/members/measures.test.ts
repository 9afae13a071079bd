import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelOf, namesIn, problemsOf, textOf } from '../support/read-model.ts';

/** Orders with a time, a status and an amount, and the measures; a calendar beside them. */
function withMeasures(measures: string): string {
  return `cubes:
  - name: orders
    sql_table: orders
    joins: [{ name: days, relationship: many_to_one, sql: "{CUBE}.day = {days.day}" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - name: created_at
        sql: created_at
        type: time
        granularities: [{ name: fiscal_year, interval: 1 year, offset: 3 months }]
      - { name: currency, type: switch, values: [EUR, USD] }
    measures:
      - { name: amount, type: sum, sql: amount }
      - { name: amount_usd, type: sum, sql: amount_usd }
${measures}
  - name: days
    sql_table: days
    calendar: true
    dimensions:
      - name: day
        sql: day
        type: time
        primary_key: true
        time_shift: [{ name: same_day, sql: "{CUBE}.same_day" }]
`;
}

function measuresOf(measures: string) {
  const { orders } = modelOf(withMeasures(measures)).cubes;
  assert.ok(orders);
  return orders.measures;
}

test('rolling windows are fixed or to date, in the new and the old spelling', () => {
  const { week, all, year, old, fiscal, none } = measuresOf(`
      - { name: week, type: sum, sql: amount, rolling_window: { trailing: 7 day, leading: -1 day, offset: start } }
      - { name: all, type: count, rollingWindow: { trailing: unbounded } }
      - { name: year, type: sum, sql: amount, rolling_window: { type: to_date, granularity: year } }
      - { name: old, type: sum, sql: amount, rolling_window: { type: month_to_date } }
      - { name: fiscal, type: sum, sql: amount, rolling_window: { type: to_date, granularity: fiscal_year } }
      - { name: none, type: count, rolling_window: {  } }`);
  assert.deepEqual(week?.rollingWindow, {
    kind: 'fixed',
    trailing: '7 day',
    leading: '-1 day',
    offset: 'start',
  });
  assert.deepEqual(all?.rollingWindow, { kind: 'fixed', trailing: 'unbounded', offset: 'end' });
  assert.deepEqual(none?.rollingWindow, { kind: 'fixed', offset: 'end' });
  const units = [year, old, fiscal].map(
    (measure) => measure?.rollingWindow?.kind === 'to-date' && measure.rollingWindow.granularity.text,
  );
  assert.deepEqual(units, ['year', 'month', 'fiscal_year']);
});

test('a multi-stage measure says how its inner stage is grouped, in both spellings', () => {
  const { share, without, finer, grained } = measuresOf(`
      - { name: share, type: sum, sql: "{amount}", multi_stage: true, group_by: [status, CUBE.created_at.month] }
      - { name: without, type: sum, sql: "{amount}", multi_stage: true, reduce_by: ["{status}"] }
      - { name: finer, type: avg, sql: "{amount}", multiStage: true, addGroupBy: [orders.id] }
      - { name: grained, type: number, sql: "{amount}", multi_stage: true, grain: { exclude: [status], include: [id] } }`);
  assert.deepEqual(namesIn(share?.stage?.keepOnly), ['status', 'CUBE.created_at.month']);
  assert.deepEqual(namesIn(without?.stage?.exclude), ['status']);
  assert.deepEqual(namesIn(finer?.stage?.include), ['orders.id']);
  assert.deepEqual(
    [namesIn(grained?.stage?.exclude), namesIn(grained?.stage?.include)],
    [['status'], ['id']],
  );
});

test('a stage may be shifted in time, and see other filters than the query', () => {
  const { prior, named, wide } = measuresOf(`
      - { name: prior, type: number, sql: "{amount}", multi_stage: true, time_shift: [{ time_dimension: CUBE.created_at, interval: 1 month, type: prior }] }
      - { name: named, type: number, sql: "{amount}", multi_stage: true, time_shift: [{ name: same_day }] }
      - name: wide
        type: number
        sql: "{amount}"
        multi_stage: true
        filter:
          exclude: [status]
          include: [{ or: [{ member: status, operator: equals, values: [open, "{ x }"] }, { member: id, operator: set }] }]
          mode: fixed`);
  const [shift] = prior?.stage?.timeShifts ?? [];
  assert.deepEqual(
    [shift?.timeDimension?.text, shift?.interval, shift?.direction],
    ['created_at', '1 month', 'prior'],
  );
  assert.deepEqual(named?.stage?.timeShifts, [{ name: 'same_day' }]);
  const filter = wide?.stage?.filter;
  assert.deepEqual(
    [namesIn(filter?.exclude), filter?.keepOnly, filter?.mode],
    [['status'], undefined, 'fixed'],
  );
  const [or] = filter?.include ?? [];
  assert.ok(or && 'or' in or && or.or[0] && 'values' in or.or[0]);
  assert.deepEqual(or.or[0].values, [
    { kind: 'value', value: 'open' },
    { kind: 'value', value: '{ x }' },
  ]);
});

test('a rank is ordered by measures, and a case takes a measure by the value of a dimension', () => {
  const { place, total } = measuresOf(`
      - { name: place, type: rank, multi_stage: true, reduce_by: [status], order_by: [{ sql: "{amount}", dir: desc }, { sql: "{amount_usd}" }] }
      - name: total
        type: sum
        multi_stage: true
        case:
          switch: "{CUBE.currency}"
          when: [{ value: USD, sql: "{amount_usd}" }]
          else: { sql: "{amount}" }`);
  assert.deepEqual(
    place?.stage?.orderBy.map(({ sql, descending }) => [textOf(sql), descending]),
    [
      ['{amount}', true],
      ['{amount_usd}', false],
    ],
  );
  assert.ok(total?.choice?.otherwise);
  assert.deepEqual(
    [textOf(total.choice.on), total.choice.when.map(({ value }) => value), textOf(total.choice.otherwise)],
    ['{CUBE.currency}', ['USD'], '{amount}'],
  );
});

test('a measure may have filters, filters for drilling down, a mask and full names to drill into', () => {
  const { open } = measuresOf(
    '      - { name: open, type: count, filters: [{ sql: "{CUBE}.a" }], drill_filters: [{ sql: "{CUBE}.b" }, { sql: "{status} = 1" }], mask: { sql: "max({CUBE}.c)" }, drill_members: [id, CUBE.status, orders.created_at, days.day] }',
  );
  assert.deepEqual(open?.filters.map(textOf), ['{CUBE}.a']);
  assert.deepEqual(open?.drillFilters?.map(textOf), ['{CUBE}.b', '{status} = 1']);
  assert.equal(open?.mask?.kind, 'sql');
  assert.deepEqual(namesIn(open?.drillMembers), [
    'orders.id',
    'orders.status',
    'orders.created_at',
    'days.day',
  ]);
});

test('a formula aggregates by itself where its type is number_agg', () => {
  const { median } = measuresOf(
    '      - { name: median, type: numberAgg, sql: "median({amount})", multi_stage: true, add_group_by: [id] }',
  );
  assert.equal(median?.type, 'number_agg');
});

const faults: [what: string, measure: string, words: RegExp][] = [
  ['a sum without sql', 'type: sum', /of type sum needs sql/],
  [
    'a cumulative sum of old',
    'type: running_total, sql: x',
    /running_total, which the language has given up Use type: sum/,
  ],
  [
    'a window since a period that is none',
    'type: count, rolling_window: { type: to_date, granularity: fiscal_yaer }',
    /begins with a granularity fiscal_yaer, which no time dimension has Did you mean fiscal_year/,
  ],
  [
    'a window of two units',
    'type: count, rolling_window: { trailing: 1 day 2 hours }',
    /trailing cannot be "1 day 2 hours"/,
  ],
  ['a window since nothing', 'type: count, rolling_window: { type: to_date }', /to date needs a granularity/],
  [
    'a window of a formula',
    'type: number, sql: "{amount}", rolling_window: { trailing: 7 day }',
    /of type number cannot have a rolling window/,
  ],
  [
    'a grouping without stages',
    'type: sum, sql: x, group_by: [status]',
    /has group_by, which only a multi-stage measure can have Say so by multi_stage: true/,
  ],
  ['a rank without stages', 'type: rank', /is computed over an inner stage Say so/],
  ['a rank without order', 'type: rank, multi_stage: true', /is a rank and needs order_by/],
  [
    'a case without stages',
    'type: number, case: { switch: "{status}", when: [{ value: a, sql: "{amount}" }] }',
    /of type number with a case is computed over an inner stage/,
  ],
  [
    'a case of conditions',
    'type: number, multi_stage: true, case: { when: [{ sql: x, label: y }] }',
    /The case of a measure goes by the value of a dimension/,
  ],
  [
    'two groupings that exclude each other',
    'type: sum, sql: "{amount}", multi_stage: true, group_by: [status], reduce_by: [id]',
    /both keeps only some dimensions and takes others out/,
  ],
  [
    'a grouping said twice',
    'type: sum, sql: "{amount}", multi_stage: true, group_by: [status], grain: { include: [id] }',
    /has both grain and group_by/,
  ],
  [
    'a grouping by a measure',
    'type: sum, sql: "{amount}", multi_stage: true, group_by: [amount_usd]',
    /The grouping of m names amount_usd, which is no dimension/,
  ],
  [
    'a grouping by what is not there',
    'type: sum, sql: "{amount}", multi_stage: true, group_by: [stat]',
    /The grouping of m names stat, which does not exist Did you mean status\?/,
  ],
  [
    'a column in a stage',
    'type: sum, sql: amount, multi_stage: true',
    /a multi-stage measure is computed over measures, and its sql has a column/i,
  ],
  [
    'several shifts of everything',
    'type: number, sql: "{amount}", multi_stage: true, time_shift: [{ interval: 1 month, type: prior }, { interval: 1 year, type: prior }]',
    /several time shifts, and not each names a time_dimension/,
  ],
  [
    'a shift of a text',
    'type: number, sql: "{amount}", multi_stage: true, time_shift: [{ time_dimension: status, interval: 1 month, type: prior }]',
    /names status, which is no time dimension/,
  ],
  [
    'a shift that no calendar has',
    'type: number, sql: "{amount}", multi_stage: true, time_shift: [{ name: same_dy }]',
    /No calendar has a time shift named same_dy Did you mean same_day\?/,
  ],
  [
    'a shift by nothing',
    'type: number, sql: "{amount}", multi_stage: true, time_shift: [{ interval: a month, type: prior }]',
    /"a month" is not an interval to shift by/,
  ],
  [
    'a filter of a stage that keeps and excludes',
    'type: number, sql: "{amount}", multi_stage: true, filter: { keep_only: [status], exclude: [id] }',
    /both keep_only and exclude/,
  ],
  [
    'a filter of a stage on what is not there',
    'type: number, sql: "{amount}", multi_stage: true, filter: { include: [{ member: x, operator: set }] }',
    /The filter of m names x, which does not exist/,
  ],
  ['drill members that are not there', 'type: count, drill_members: [x]', /drill_members of m names x/],
  ['a filter without sql', 'type: count, filters: [{  }]', /An entry of filters needs sql/],
  ['a measure in a filter', 'type: count, filters: [{ sql: "{amount} > 1" }]', /\{amount\} is a measure/],
];
for (const [what, measure, words] of faults) {
  test(`says what is wrong with ${what}`, () => {
    const problems = problemsOf(withMeasures(`      - { name: m, ${measure} }`));
    assert.match(problems.join('\n'), words);
  });
}
