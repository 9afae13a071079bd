import { compileModel, compileQuery, normalizeQuery } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { everybody, rowsOf } from './support/query-rows.ts';
import { engines, type TestDatabase } from './support/test-engines.ts';

const data = `
create type mood as enum ('calm', 'cross');
create table visits (id uuid, mood mood, at timestamptz, day date, wall timestamp, score numeric, visitor integer);
insert into visits values
  ('6a1f0e9e-0000-4000-8000-000000000001', 'calm', '2024-03-31 01:30:00+02', '2024-03-31', '2024-03-30 23:30:00', 0.1, 1),
  ('6a1f0e9e-0000-4000-8000-000000000002', 'cross', '2024-03-31 12:00:00Z', '2024-03-30', '2024-03-31 12:00:00', 0.3, 2);
create index visits_by_visitor on visits (visitor);
create index visits_by_score on visits (score);
create index visits_by_id on visits (id);
create index visits_by_at on visits (at);
create index visits_by_day on visits (day);
`;
const compiled = compileModel([
  {
    path: 'visits.yml',
    content: `
cubes:
  - name: visits
    sql_table: visits
    dimensions:
      - { name: id, sql: id, type: string, primary_key: true, public: true }
      - { name: mood, sql: mood, type: string }
      - { name: at, sql: at, type: time }
      - { name: day, sql: day, type: time }
      - { name: wall, sql: wall, type: time }
      - { name: score, sql: score, type: number }
      - { name: visitor, sql: visitor, type: number }
    measures:
      - { name: count, type: count }
      - { name: moods, type: count_distinct_approx, sql: mood }
`,
  },
]);

let database: TestDatabase;
before(async () => {
  const engine = engines.find(({ name }) => name === 'postgres');
  assert.ok(engine);
  database = await engine.open();
  await database.run(data);
});
after(() => database.close());

const model = () => {
  assert.ok('model' in compiled, JSON.stringify(compiled));
  return compiled.model;
};

for (const [member, expected] of [
  ['at', ['2024-03-30 00:00:00', '2024-03-31 00:00:00']],
  ['wall', ['2024-03-30 00:00:00', '2024-03-31 00:00:00']],
  ['day', ['2024-03-30 00:00:00', '2024-03-31 00:00:00']],
] as const)
  test(`a time dimension over the column ${member} is an instant in UTC`, async () => {
    const query = { timeDimensions: [{ dimension: `visits.${member}`, granularity: 'day' }] };
    const rows = await rowsOf(database, model(), query);
    assert.deepEqual(
      rows.map((row) => row[`visits.${member}.day`]),
      expected,
    );
  });

for (const member of ['at', 'wall'])
  test(`a range of dates in a zone filters the column ${member}`, async () => {
    const rows = await rowsOf(database, model(), {
      measures: ['visits.count'],
      timeDimensions: [{ dimension: `visits.${member}`, dateRange: ['2024-03-31', '2024-03-31'] }],
      timezone: 'Europe/Berlin',
    });
    assert.deepEqual(rows, [{ 'visits.count': 2 }]);
  });

for (const [member, value] of [
  ['id', '6a1f0e9e-0000-4000-8000-000000000002'],
  ['mood', 'cross'],
  ['score', '0.3'],
  ['visitor', '2'],
] as const)
  test(`the column ${member}, whatever its type, is filtered by a text`, async () => {
    const rows = await rowsOf(database, model(), {
      dimensions: ['visits.id'],
      filters: [{ member: `visits.${member}`, operator: 'equals', values: [value] }],
    });
    assert.deepEqual(rows, [{ 'visits.id': '6a1f0e9e-0000-4000-8000-000000000002' }]);
  });

test('distinct values are counted exactly where an approximation was asked for', async () => {
  assert.deepEqual(await rowsOf(database, model(), { measures: ['visits.moods'] }), [{ 'visits.moods': 2 }]);
});

for (const [member, filter] of [
  ['id', { operator: 'equals', values: ['6a1f0e9e-0000-4000-8000-000000000002'] }],
  ['score', { operator: 'equals', values: ['0.3'] }],
  ['visitor', { operator: 'in', values: ['2', '3'] }],
  ['at', { operator: 'inDateRange', values: ['2024-03-31', '2024-03-31'] }],
  ['day', { operator: 'inDateRange', values: ['2024-03-31', '2024-03-31'] }],
] as const)
  test(`a filter on ${member} can use the index of its column`, async () => {
    const [query] = normalizeQuery(
      { measures: ['visits.count'], filters: [{ member: `visits.${member}`, ...filter }] },
      everybody,
    ).queries;
    assert.ok(query);
    const { sql, params } = compileQuery(model(), query, everybody, database.dialect);
    await database.run('set enable_seqscan = off');
    const { rows } = await database.query(`EXPLAIN ${sql}`, params);
    assert.match(rows.join('\n'), new RegExp(`Index Cond: .*${member}`));
  });
