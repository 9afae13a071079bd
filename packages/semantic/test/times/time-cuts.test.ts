import { compileModel } from '@oriel/semantic';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rowsOf } from '../support/query-rows.ts';
import { onEveryEngine } from '../support/test-engines.ts';
import { propertySettings } from '../support/property-settings.ts';

const GRANULARITIES = ['hour', 'day', 'week', 'month', 'quarter', 'year'];

const compiled = compileModel([
  {
    path: 'moments.yml',
    content: `
cubes:
  - name: moments
    sql_table: moments
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: at, sql: happened_at, type: time }
    measures:
      - { name: count, type: count }
      - { name: low, type: min, sql: id }
      - { name: of_year, type: number, sql: "count(*) + 0 * extract(year from {at.year})" }
`,
  },
]);
const test = onEveryEngine();

const day = 86_400_000;
const [first, last] = [Date.UTC(1890, 0, 1), Date.UTC(2105, 0, 1)];
const moment = fc.oneof(
  // DuckDB's date_trunc is an error where a column's least value is -infinity.
  fc.constantFrom('infinity', null, '0044-03-15 10:00:00 BC', '1969-12-31 23:59:59.999999'),
  fc.integer({ min: first, max: last }).map(toText),
  // On a bound, and right before it.
  fc.integer({ min: first / day, max: last / day }).map((days) => toText(days * day)),
  fc.integer({ min: first / day, max: last / day }).map((days) => toText(days * day - 1)),
);

function toText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('T', ' ').replace('Z', '');
}

const asked = fc.record({
  moments: fc.array(moment, { maxLength: 12 }),
  granularities: fc.subarray(GRANULARITIES, { minLength: 1, maxLength: 2 }),
  isLimited: fc.boolean(),
  measures: fc.subarray(['moments.count', 'moments.low']),
});

test('times are grouped as date_trunc cuts them, infinite ones too', async (database) => {
  assert.ok('model' in compiled, JSON.stringify(compiled));
  const { model } = compiled;
  await fc.assert(
    fc.asyncProperty(asked, async ({ moments, granularities, isLimited, measures }) => {
      const literals = moments.map((at, id) => {
        const text = database.dialect.name === 'duckdb' ? at?.replace(/^(\S+) (\S+) BC$/, '$1 (BC) $2') : at;
        return `(${id}, CAST(${text === null || text === undefined ? 'NULL' : `'${text}'`} AS TIMESTAMP))`;
      });
      await database.run(
        `DROP TABLE IF EXISTS moments; CREATE TABLE moments (id INTEGER, happened_at TIMESTAMP);
        ${literals.length > 0 ? `INSERT INTO moments VALUES ${literals.join(', ')};` : ''}`,
      );
      const range = isLimited ? { dateRange: ['1950-01-01', '2050-12-31'] } : {};
      const rows = await rowsOf(database, model, {
        measures,
        timeDimensions: granularities.map((granularity) => ({
          dimension: 'moments.at',
          granularity,
          ...range,
        })),
        order: {},
      });
      const cuts = granularities.map((granularity) => `date_trunc('${granularity}', happened_at)`);
      const values = measures.map((name) => (name.endsWith('count') ? 'count(*)' : 'min(id)'));
      const where = isLimited ? "WHERE happened_at >= '1950-01-01' AND happened_at < '2051-01-01'" : '';
      const byHand = await database.query(
        `SELECT ${[...cuts, ...values].join(', ')} FROM moments ${where} GROUP BY ${cuts.join(', ')}`,
        [],
      );
      assert.deepEqual(texts(rows.map((row) => Object.values(row))), texts(byHand.rows));
    }),
    { ...propertySettings, numRuns: Math.min(propertySettings.numRuns, 150) },
  );
});

test('a formula beside the groups may name the moment that they show', async (database) => {
  assert.ok('model' in compiled);
  await database.run(
    `DROP TABLE IF EXISTS moments; CREATE TABLE moments (id INTEGER, happened_at TIMESTAMP);
    INSERT INTO moments VALUES (1, '2024-05-05 10:00:00'), (2, '2024-06-05 10:00:00');`,
  );
  const timeDimensions = [{ dimension: 'moments.at', granularity: 'year' }];
  const rows = await rowsOf(database, compiled.model, { measures: ['moments.of_year'], timeDimensions });
  assert.deepEqual(
    rows.map((row) => Number(row['moments.of_year'])),
    [2],
  );
});

function texts(rows: readonly (readonly unknown[])[]): string[] {
  return rows.map((row) => row.map(String).join(' | ')).sort();
}
