import { compileQuery, duckdb, normalizeQuery } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everybody } from '../support/query-rows.ts';
import { modelOf } from '../support/read-model.ts';

const model = modelOf(`cubes:
  - name: orders
    sql_table: orders
    joins: [{ name: days, relationship: many_to_one, sql: "{CUBE}.day = {days.day}" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: paid_at, sql: paid_at, type: time }
      - name: placed_at
        sql: placed_at
        type: time
        granularities: [{ name: fiscal_year, interval: 1 year, offset: 3 months }]
    measures:
      - { name: week, type: sum, sql: amount, rolling_window: { trailing: 7 day } }
      - { name: year, type: sum, sql: amount, rolling_window: { type: to_date, granularity: fiscal_year } }
      - { name: before, type: sum, sql: "{count}", multi_stage: true, time_shift: [{ interval: 1 week, type: prior }] }
      - { name: count, type: count }
  - name: days
    sql_table: days
    calendar: true
    dimensions:
      - name: day
        sql: day
        type: time
        primary_key: true
        public: true
        granularities: [{ name: month, sql: "{CUBE}.retail_month" }]
`);

const OF_CALENDAR = /The month of day begins where its calendar says/;
const refused: [what: string, query: object, words: RegExp][] = [
  [
    'a window since a period that the time of the query does not have',
    { measures: ['orders.year'], timeDimensions: [{ dimension: 'orders.paid_at', granularity: 'day' }] },
    /orders\.paid_at has no granularity "fiscal_year"/,
  ],
  [
    'a window along the periods of a calendar',
    { measures: ['orders.week'], timeDimensions: [{ dimension: 'days.day', granularity: 'month' }] },
    OF_CALENDAR,
  ],
  [
    'a period of a calendar at a time that is shifted by an interval',
    { measures: ['orders.before'], timeDimensions: [{ dimension: 'days.day', granularity: 'month' }] },
    OF_CALENDAR,
  ],
];
for (const [what, query, words] of refused) {
  test(`${what} is refused`, () => {
    const [normalized] = normalizeQuery(query, everybody).queries;
    assert.ok(normalized);
    assert.throws(() => compileQuery(model, normalized, everybody, duckdb), {
      name: 'QueryError',
      message: words,
    });
  });
}
