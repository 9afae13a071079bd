import assert from 'node:assert/strict';
import { rowsOf } from '../support/query-rows.ts';
import { modelOf } from '../support/read-model.ts';
import { onEveryEngine } from '../support/test-engines.ts';

/** What SQL of a join says is not guessed from its words: compared with SQL by hand that has it as it is. */
const test = onEveryEngine(`
CREATE TABLE o (id INTEGER, "a and b" INTEGER, "x=y" VARCHAR, n INTEGER, d TIMESTAMP, s VARCHAR);
INSERT INTO o VALUES (1, 1, 'p', 10, TIMESTAMP '2024-01-01 10:00:00', 'and'), (2, 1, 'q', 20, NULL, '='), (3, 2, NULL, 40, TIMESTAMP '2024-01-02 00:00:00', NULL), (4, NULL, 'p', 80, TIMESTAMP '2024-01-03 00:00:00', 'k');
CREATE TABLE i (line INTEGER, oid INTEGER, ab INTEGER, xy VARCHAR, d DATE, kind VARCHAR, x INTEGER);
INSERT INTO i VALUES (1, 1, 1, 'p', DATE '2024-01-01', 'k', 1), (2, 1, 2, 'q', DATE '2024-01-02', 'l', 2), (3, 2, 1, 'q', NULL, 'k', 4), (4, 3, 2, NULL, DATE '2024-01-02', NULL, 8), (5, NULL, NULL, 'p', NULL, 'k', 16), (6, 4, 1, 'p', DATE '2024-01-03', 'l', 32);
`);

const conditions = [
  'O.id = I.oid',
  'O.id=I.oid AND O."x=y" = I.xy',
  'O."a and b" = I.ab',
  'O."a and b" = I.ab and O."x=y"=I.xy',
  "O.id = I.oid OR I.kind = 'l'",
  'O.id = I.oid -- AND O.n = 1',
  'O.id = I.oid /* AND */ AND I.ab = O."a and b"',
  'O.id <= I.oid',
  'O.id >= I.oid AND O.id = I.oid',
  'O.id = I.oid AND O.n BETWEEN 10 AND 30',
  "O.id = I.oid AND O.s = 'and'",
  "O.id = I.oid AND O.s <> 'I.x = O.n AND'",
  'O.id = I.oid AND NOT O.s = $$=$$',
  '(O.id = I.oid) = true',
  'CASE WHEN O.id = 1 AND I.ab = 1 THEN true ELSE O.id = I.oid END',
  'O.d::date = I.d',
  'O.id::varchar = I.oid::varchar',
  'CAST(O.id AS varchar) = CAST(I.oid AS varchar)',
  'O.id IS NOT DISTINCT FROM I.oid',
  'COALESCE(O."a and b", 0) = COALESCE(I.ab, 0)',
  '-O.id = -I.oid',
  'O.id = I.oid AND O.id = I.oid',
  '1 = 1 AND I.oid = O.id',
];

const modelWith = (condition: string) =>
  modelOf(`
cubes:
  - name: o
    sql_table: o
    joins: [{ name: i, relationship: one_to_many, sql: ${JSON.stringify(condition.replaceAll('O.', '{CUBE}.').replaceAll('I.', '{i}.'))} }]
    dimensions: [{ name: id, sql: id, type: number, primary_key: true, public: true }]
    measures: [{ name: n, sql: n, type: sum }]
  - name: i
    sql_table: i
    dimensions:
      - { name: line, sql: line, type: number, primary_key: true }
      - { name: kind, sql: kind, type: string }
      - { name: shown, sql: "COALESCE({CUBE}.kind, 'k')", type: string }
    measures: [{ name: x, sql: x, type: sum }, { name: count, type: count }]
`);

test('a filter, a group and a measure of the many-side are those of the rows that the condition joins', async (database) => {
  for (const condition of conditions) {
    const ask = async (query: object) =>
      (await rowsOf(database, modelWith(condition), query))
        .map((row) => Object.values(row).join('|'))
        .toSorted();
    const hand = async (sql: string) =>
      (
        await database.query(
          sql.replaceAll('ON', () => `ON (${condition}\n)`),
          [],
        )
      ).rows
        .map((row) => row.map((value) => (value === null ? '' : String(value))).join('|'))
        .toSorted();
    for (const [member, values, wanted] of [
      ['i.kind', ['k'], "i.kind = 'k'"],
      ['i.shown', ['k'], "COALESCE(i.kind, 'k') = 'k'"],
    ] as const)
      assert.deepEqual(
        await ask({ measures: ['o.n'], filters: [{ member, operator: 'equals', values }] }),
        await hand(
          `SELECT sum(n) FROM (SELECT DISTINCT O.id, O.n FROM o O LEFT JOIN i I ON WHERE ${wanted.replaceAll('i.', 'I.')}) s`,
        ),
        `${condition}, ${member}`,
      );
    assert.deepEqual(
      await ask({ measures: ['o.n'], dimensions: ['i.kind'] }),
      await hand(
        'SELECT kind, sum(n) FROM (SELECT DISTINCT I.kind, O.id, O.n FROM o O LEFT JOIN i I ON) s GROUP BY kind',
      ),
      condition,
    );
    assert.deepEqual(
      await ask({ measures: ['o.n', 'i.x', 'i.count'], dimensions: ['o.id'] }),
      await hand('SELECT O.id, max(O.n), sum(I.x), count(I.line) FROM o O LEFT JOIN i I ON GROUP BY O.id'),
      condition,
    );
  }
});
