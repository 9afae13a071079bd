import assert from 'node:assert/strict';
import { rowsOf } from './support/query-rows.ts';
import { modelOf } from './support/read-model.ts';
import { onEveryEngine } from './support/test-engines.ts';

/** Pages by limit and offset have each row once, also where the order of the query has ties. */
const test = onEveryEngine();

const tied = modelOf(`
cubes:
  - name: tied
    sql: "SELECT i AS id, concat('n', i % 500) AS name, i % 3 AS part, 1 AS one FROM generate_series(0, 2999) AS r(i)"
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true, public: true}
      - {name: name, sql: name, type: string}
      - {name: part, sql: part, type: number}
    measures: [{name: n, type: count}, {name: one, sql: one, type: max}]
  - name: keyless
    sql: "SELECT i % 700 AS kind, i % 2 AS part FROM generate_series(0, 2999) AS r(i)"
    dimensions: [{name: kind, sql: kind, type: number}, {name: part, sql: part, type: number}]
    measures: [{name: n, type: count}]
`);

const pagedQueries: [query: object, rows: number][] = [
  [{ dimensions: ['tied.name'], measures: ['tied.n'] }, 500],
  [{ dimensions: ['tied.name', 'tied.part'], measures: ['tied.one'], order: { 'tied.one': 'desc' } }, 1500],
  [{ dimensions: ['tied.name'], measures: ['tied.n'], order: [] }, 500],
  [{ dimensions: ['tied.name'], order: { 'tied.part': 'asc' } }, 500],
  [{ dimensions: ['tied.id', 'tied.part'], ungrouped: true, order: { 'tied.part': 'asc' } }, 3000],
  [{ dimensions: ['keyless.kind', 'keyless.part'], measures: ['keyless.n'] }, 700],
];

test('pages of rows that tie hold each row once', async (database) => {
  for (const [query, count] of pagedQueries) {
    const rows: string[] = [];
    for (let offset = 0; offset < count; offset += 100)
      rows.push(
        ...(await rowsOf(database, tied, { ...query, limit: 100, offset })).map((row) => JSON.stringify(row)),
      );
    assert.equal(rows.length, count, JSON.stringify(query));
    assert.equal(new Set(rows).size, count, JSON.stringify(query));
  }
});
