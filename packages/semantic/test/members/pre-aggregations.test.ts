import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelOf, namesIn, problemsOf } from '../support/read-model.ts';

function withPreAggregation(preAggregation: string): string {
  return `cubes:
  - name: orders
    sql_table: orders
    joins: [{ name: shops, relationship: many_to_one, sql: "{CUBE}.shop = {shops.id}" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - name: created_at
        sql: created_at
        type: time
        granularities: [{ name: sunday_week, interval: 1 week, offset: -1 day }]
    measures: [{ name: count, type: count }]
    segments: [{ name: open, sql: "{CUBE}.open" }]
    pre_aggregations:
      - { name: q, measures: [count] }
      - { name: p, ${preAggregation} }
  - name: shops
    sql_table: shops
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: city, sql: city, type: string }]
    measures: [{ name: rent, type: sum, sql: rent }]
    pre_aggregations: [{ name: r, measures: [rent], dimensions: [id] }]
`;
}

test('a pre-aggregation is kept as it is written', () => {
  const { orders } = modelOf(
    withPreAggregation(
      'type: rollup, measures: [CUBE.count], dimensions: [orders.status], timeDimension: created_at, granularity: day, partitionGranularity: month, refresh_key: { every: "0 4 * * *", timezone: Europe/Berlin, incremental: true, update_window: 7 days }, build_range_start: { sql: "SELECT min(x) FROM t" }, indexes: [{ name: i, columns: [status], type: aggregate }], external: false',
    ),
  ).cubes;
  const [, kept] = orders?.preAggregations ?? [];
  assert.deepEqual(
    [kept?.type, namesIn(kept?.measures), namesIn(kept?.dimensions)],
    ['rollup', ['count'], ['orders.status']],
  );
  assert.deepEqual(
    kept?.timeDimensions.map(({ dimension, granularity }) => [dimension.text, granularity?.text]),
    [['created_at', 'day']],
  );
  assert.equal(kept?.definition['partition_granularity'], 'month');
});

const accepted: [what: string, preAggregation: string][] = [
  [
    'members of joined cubes',
    'measures: [count, shops.rent], dimensions: [orders.shops.city], segments: [CUBE.open]',
  ],
  ['a custom granularity', 'time_dimension: created_at, granularity: sunday_week'],
  [
    'several times',
    'time_dimensions: [{ dimension: created_at, granularity: day }, { dimension: CUBE.created_at, granularity: sunday_week }]',
  ],
  [
    'partitions that are built by an interval',
    'measures: [count], time_dimension: created_at, granularity: hour, partition_granularity: year, refresh_key: { every: 1 hour, incremental: true, update_window: 1 month }, build_range_start: { sql: SELECT 1 }, build_range_end: { sql: SELECT 2 }, scheduled_refresh: false',
  ],
  ['a key of SQL', 'measures: [count], refresh_key: { sql: SELECT max(id) FROM orders, every: 5 minutes }'],
  [
    'indexes of both types',
    'measures: [count], dimensions: [status], time_dimension: created_at, granularity: day, indexes: [{ name: i, columns: [CUBE.status, created_at.day, count] }, { name: j, columns: ["{status}"], type: aggregate }]',
  ],
  [
    'all that says how it is kept',
    'measures: [count], external: true, read_only: false, allow_non_strict_date_range_match: false, use_original_sql_pre_aggregations: true, unique_key_columns: [id], output_column_types: [{ member: count, type: int }], stream_offset: earliest, sql_alias: p2',
  ],
  [
    'the rows of the cube',
    'type: original_sql, time_dimension: created_at, partition_granularity: month, external: false, indexes: [{ name: i, columns: [any_column] }]',
  ],
  [
    'two rollups, of two cubes',
    'type: rollup_join, measures: [count], dimensions: [shops.city], rollups: [q, shops.r]',
  ],
  [
    'rollups by preference, and fresh rows',
    'type: rollupLambda, measures: [count], rollups: [CUBE.q, shops.r], unionWithSourceData: true',
  ],
];
for (const [what, preAggregation] of accepted) {
  test(`a pre-aggregation may have ${what}`, () => {
    assert.deepEqual(problemsOf(withPreAggregation(preAggregation)), []);
  });
}

const faults: [what: string, preAggregation: string, words: RegExp][] = [
  ['nothing in it', 'type: rollup', /The pre-aggregation p is empty/],
  ['a time without granularity', 'time_dimension: created_at', /a time_dimension without granularity/],
  [
    'a granularity without time',
    'measures: [count], granularity: day',
    /A granularity needs a time_dimension/,
  ],
  [
    'a granularity that is none',
    'time_dimension: created_at, granularity: dya',
    /names the granularity dya, which created_at does not have Did you mean day/,
  ],
  [
    'partitions without time',
    'measures: [count], partition_granularity: month',
    /has partitions but no time_dimension/,
  ],
  [
    'a partition of a minute',
    'time_dimension: created_at, granularity: day, partition_granularity: minute',
    /partition_granularity cannot be "minute"/,
  ],
  ['a measure that is not there', 'measures: [cont]', /names cont, which does not exist Did you mean count/],
  ['a dimension among the measures', 'measures: [status]', /names status, which is no measure/],
  [
    'a cron line beside sql',
    'measures: [count], refresh_key: { sql: SELECT 1, every: "0 * * * *" }',
    /both sql and a cron line/,
  ],
  [
    'an update window that is none',
    'measures: [count], refresh_key: { every: 1 hour, update_window: long }',
    /"long" is no interval/,
  ],
  [
    'a join of one',
    'type: rollup_join, rollups: [CUBE.q]',
    /joins 1 rollups A rollup_join joins exactly two/,
  ],
  [
    'a join that is scheduled',
    'type: rollup_join, rollups: [q, r], scheduled_refresh: true',
    /is a rollup_join, which is never built/,
  ],
  [
    'a lambda of what is not there',
    'type: rollup_lambda, rollups: [pp]',
    /a rollup pp that does not exist Did you mean p\?/,
  ],
  [
    'an index of what it does not hold',
    'measures: [count], dimensions: [status], indexes: [{ name: i, columns: [status, id] }]',
    /The index i names id, which is not in the pre-aggregation p/,
  ],
  [
    'a text among its times',
    'time_dimension: status, granularity: day',
    /names status, which is no time dimension/,
  ],
  [
    'rollups that it does not put together',
    'measures: [count], rollups: [q]',
    /is a rollup and has rollups Of rollup_join and rollup_lambda alone/,
  ],
  [
    'measures of rows that are kept as they are',
    'type: original_sql, measures: [count]',
    /is an original_sql and has measures/,
  ],
  [
    'fresh rows beside a join',
    'type: rollup_join, rollups: [q, shops.r], union_with_source_data: true',
    /is a rollup_join and has union_with_source_data/,
  ],
  [
    'an incremental key of SQL',
    'measures: [count], refresh_key: { sql: SELECT 1, incremental: true }',
    /A refresh key has both sql and incremental/,
  ],
  ['a key that never changes', 'measures: [count], refresh_key: { immutable: true }', /no key immutable/],
  ['a range without SQL', 'measures: [count], build_range_end: { }', /build_range_end needs sql/],
  ['an offset that is none', 'measures: [count], stream_offset: middle', /stream_offset cannot be "middle"/],
  [
    'a key that is misspelt',
    'measures: [count], partition_granularty: day',
    /no key partition_granularty Did you mean partition_granularity/,
  ],
  ['a type that is none', 'type: auto_rollup, measures: [count]', /type cannot be "auto_rollup"/],
  ['an index without columns', 'measures: [count], indexes: [{ name: i }]', /The index i has no columns/],
];
for (const [what, preAggregation, words] of faults) {
  test(`says what is wrong with a pre-aggregation that has ${what}`, () => {
    assert.match(problemsOf(withPreAggregation(preAggregation)).join('\n'), words);
  });
}
