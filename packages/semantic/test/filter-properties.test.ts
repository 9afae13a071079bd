import { compileModel, type Model } from '@oriel/semantic';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rowsOf } from './support/query-rows.ts';
import { onEveryEngine, type TestDatabase } from './support/test-engines.ts';
import { passes, present } from './support/filter-by-hand.ts';
import { comparePairs } from './support/property-settings.ts';
import { randomFilters, randomRows, ZONES, type FilteredRow } from './support/random-filters.ts';

const test = onEveryEngine();

const model = compileFiltered(`
cubes:
  - name: t
    sql_table: t
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: text, sql: text, type: string }
      - { name: number, sql: number, type: number }
      - { name: flag, sql: flag, type: boolean }
      - { name: moment, sql: moment, type: time }
`);

test('every operator keeps the rows that its rule keeps, however filters are nested', async (database) => {
  const asked = fc.tuple(randomRows, randomFilters, fc.constantFrom(...ZONES));
  await comparePairs('filters', database, asked, async ([rows, filters, timezone]) => {
    await fill(database, rows);
    const found = await rowsOf(database, model, {
      dimensions: ['t.id'],
      filters,
      timezone,
      order: { 't.id': 'asc' },
    });
    const expected = [...rows.keys()].filter((index) =>
      present(filters).every((filter) => passes(rows[index] ?? never(), filter, timezone)),
    );
    assert.deepEqual(
      found.map((row) => row['t.id']),
      expected,
    );
    return 'compared';
  });
});

async function fill(database: TestDatabase, rows: readonly FilteredRow[]): Promise<void> {
  await database.run(
    'DROP TABLE IF EXISTS t; CREATE TABLE t (id INTEGER, text VARCHAR, number DOUBLE PRECISION, flag BOOLEAN, moment TIMESTAMP)',
  );
  for (const [index, { text, number, flag, moment }] of rows.entries()) {
    const quarter = String(((moment ?? 0) % 1) * 1000).padStart(3, '0');
    const at = moment === null ? null : `${new Date(moment).toISOString().slice(0, -1)}${quarter}`;
    await database.query(
      'INSERT INTO t VALUES ($1, $2, CAST($3 AS DOUBLE PRECISION), $4, CAST($5 AS TIMESTAMP))',
      [index, text, number, flag, at],
    );
  }
}

function compileFiltered(content: string): Model {
  const compiled = compileModel([{ path: 't.yml', content }]);
  assert.ok('model' in compiled);
  return compiled.model;
}

function never(): never {
  throw new Error('Every index has its row');
}
