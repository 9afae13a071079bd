import { QueryError } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { rowsOf } from '../support/query-rows.ts';
import { modelOf } from '../support/read-model.ts';
import { onEveryEngine, type TestDatabase } from '../support/test-engines.ts';

const test = onEveryEngine();

const model = modelOf(`
cubes:
  - name: s
    sql: >-
      SELECT * FROM (VALUES (1, 'NO', 'x', DATE '2024-01-01', 160), (2, 'SE', 'x', DATE '2024-01-02', 100), (3, 'DK', 'y', DATE '2024-01-02', 20),
      (4, 'NO', 'y', DATE '2024-01-03', 5)) AS s(id, land, kind, day, n)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: land, sql: land, type: string }
      - { name: kind, sql: kind, type: string }
      - { name: day, sql: day, type: time }
    measures:
      - { name: n, sql: n, type: sum }
      - { name: place, multi_stage: true, type: number, sql: "rank() OVER (ORDER BY {n} DESC)" }
      - { name: worst, multi_stage: true, type: number, sql: "max({place}) OVER ()" }
      - { name: share, type: number, sql: "1.0 * {n} / sum({n}) OVER ()" }
      - { name: twice_share, type: number, sql: "2 * {share}" }
      - { name: plain_place, type: number, sql: "rank() OVER (ORDER BY {n} DESC)" }
      - { name: plain_worst, multi_stage: true, type: number, sql: "max({plain_place}) OVER ()" }
      - { name: largest_share, multi_stage: true, type: number, sql: "max({twice_share}) OVER () / 2 + max({plain_worst}) OVER ()" }
      - { name: from_below, multi_stage: true, type: number, sql: "{worst} + 1 - {place}" }
      - { name: halved, type: number, sql: "{place} / 2.0" }
      - { name: above, multi_stage: true, type: number, sql: "lag({halved}) OVER (ORDER BY {place})" }
      - { name: deepest, multi_stage: true, type: number, sql: "max({from_below}) OVER () + min({worst}) OVER ()" }
      - { name: newest, multi_stage: true, type: rank, order_by: [{ sql: "{day}", dir: desc }] }
      - { name: newest_of_days, multi_stage: true, type: rank, order_by: [{ sql: "{day}", dir: desc }], grain: { include: [day], keep_only: [land] } }
      - { name: by_kind, multi_stage: true, type: number, sql: "CASE WHEN {kind} = 'x' THEN {n} END" }
      - { name: last_day, multi_stage: true, type: sum, sql: "{n}", grain: { include: [day] }, filters: [{ sql: "{newest_of_days} = 1" }] }
`);

/** The rows of a query by land, as texts in the order of the lands. */
const byLand = async (database: TestDatabase, measures: string[], query: object = {}): Promise<string[]> => {
  const rows = await rowsOf(database, model, {
    dimensions: ['s.land'],
    measures: measures.map((name) => `s.${name}`),
    ...query,
  });
  return rows
    .map((row) =>
      Object.values(row)
        .map((value) => (value === null ? '-' : typeof value === 'number' ? String(value) : value))
        .join(' '),
    )
    .toSorted();
};

test('a window looks over what another window gives', async (database) => {
  assert.deepEqual(await byLand(database, ['n', 'worst']), ['DK 20 3', 'NO 165 3', 'SE 100 3']);
  assert.deepEqual(await byLand(database, ['worst']), ['DK 3', 'NO 3', 'SE 3']);
  assert.deepEqual(await byLand(database, ['place', 'from_below']), ['DK 3 1', 'NO 1 3', 'SE 2 2']);
});

test('also through a formula between them, and three deep', async (database) => {
  assert.deepEqual(await byLand(database, ['n', 'above']), ['DK 20 1', 'NO 165 -', 'SE 100 0.5']);
  assert.deepEqual(await byLand(database, ['deepest']), ['DK 6', 'NO 6', 'SE 6']);
});

test('a formula with a window function is worked out over all groups of the query, whatever is filtered or cut off', async (database) => {
  const all = ['DK 20 3', 'NO 165 1', 'SE 100 2'];
  assert.deepEqual(await byLand(database, ['n', 'plain_place']), all);
  const filters = [{ member: 's.n', operator: 'lt', values: ['160'] }];
  assert.deepEqual(await byLand(database, ['n', 'plain_place'], { filters }), [all[0], all[2]]);
  const order = { 's.land': 'asc' };
  assert.deepEqual(await byLand(database, ['n', 'plain_place'], { order, limit: 1 }), [all[0]]);
  const share = (measures: string[], query?: object) => byLand(database, measures, query);
  const { rows } = await database.query(
    `SELECT land, round(2.0 * n / 285, 6) FROM (VALUES ('DK', 20), ('NO', 165), ('SE', 100)) AS v(land, n)`,
    [],
  );
  assert.deepEqual(
    (await share(['twice_share'])).map((line) => [line.slice(0, 2), Number(line.slice(3)).toFixed(5)]),
    rows.map(([land, value]) => [land, Number(value).toFixed(5)]),
  );
  assert.deepEqual(await share(['share'], { dimensions: [] }), ['1']);
});

test('a multi-stage formula looks over what a plain formula with a window function gives', async (database) => {
  assert.deepEqual(await byLand(database, ['n', 'plain_worst']), ['DK 20 3', 'NO 165 3', 'SE 100 3']);
  assert.deepEqual(await byLand(database, ['plain_worst', 'plain_place']), ['DK 3 3', 'NO 3 1', 'SE 3 2']);
  const largest = await byLand(database, ['largest_share']);
  assert.deepEqual(
    largest.map((line) => Number(line.slice(3)).toFixed(5)),
    Array(3).fill((165 / 285 + 3).toFixed(5)),
  );
  const filters = [{ member: 's.plain_worst', operator: 'gt', values: ['2'] }];
  assert.deepEqual(await byLand(database, ['n'], { filters }), ['DK 20', 'NO 165', 'SE 100']);
});

test('filters on them act on the finished groups', async (database) => {
  const where = (member: string, operator: string, value: string) => ({
    filters: [{ member: `s.${member}`, operator, values: [value] }],
  });
  assert.deepEqual(await byLand(database, ['n', 'worst'], where('place', 'lte', '2')), [
    'NO 165 3',
    'SE 100 3',
  ]);
  assert.deepEqual(await byLand(database, ['n'], where('from_below', 'equals', '1')), ['DK 20']);
  assert.deepEqual(await byLand(database, ['worst'], where('worst', 'gt', '3')), []);
});

test('filters on dimensions leave out rows before any window looks', async (database) => {
  const filters = [{ member: 's.land', operator: 'notEquals', values: ['NO'] }];
  assert.deepEqual(await byLand(database, ['worst', 'from_below'], { filters }), ['DK 2 1', 'SE 2 2']);
});

test('the total of a query has one group', async (database) =>
  assert.deepEqual(await byLand(database, ['worst', 'from_below'], { dimensions: [] }), ['1 1']));

test('a rank by a day that the groups have not is refused, and one of a measure that adds the day is not', async (database) => {
  for (const measure of ['newest', 'newest_of_days', 'by_kind'])
    await assert.rejects(
      byLand(database, [measure]),
      (error) =>
        error instanceof QueryError &&
        error.code === 'stage_not_aggregated' &&
        error.member === `s.${measure}`,
      measure,
    );
  assert.deepEqual(await byLand(database, ['by_kind'], { dimensions: ['s.land', 's.kind'] }), [
    'DK y -',
    'NO x 160',
    'NO y -',
    'SE x 100',
  ]);
  assert.deepEqual(await byLand(database, ['last_day']), ['DK 20', 'NO 5', 'SE 100']);
});
