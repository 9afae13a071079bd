import assert from 'node:assert/strict';
import { rowsOf } from '../support/query-rows.ts';
import { modelOf } from '../support/read-model.ts';
import { onEveryEngine } from '../support/test-engines.ts';

const test = onEveryEngine(`
CREATE TABLE facts AS SELECT * FROM (VALUES (1, 'a', 10), (2, 'a', 20), (3, 'b', 30)) AS f(id, kind, n);
CREATE TABLE lines AS SELECT * FROM (VALUES (1, 1, 2, 5), (2, 1, 3, 6), (3, 2, 4, 7)) AS l(line, fact, value, key_0);
`);

/** Expressions of bare columns, or of the same columns with their cube in front. */
const modelWith = (cube: '' | '{CUBE}.') =>
  modelOf(`
cubes:
  - name: facts
    sql_table: facts
    joins: [{ name: lines, relationship: one_to_many, sql: "{CUBE}.id = {lines}.fact" }]
    dimensions:
      - { name: id, sql: "${cube}id + 0", type: number, primary_key: true }
      - { name: kind, sql: "upper(${cube}kind)", type: string }
      - { name: lines_value, sub_query: true, sql: "{lines.value}", type: number }
    segments: [{ name: of_a, sql: "${cube}kind = 'a'" }]
    measures:
      - { name: total, sql: "${cube}n + 0", type: sum }
      - { name: weighed, sql: "{lines_value} + ${cube}n", type: sum }
  - name: lines
    sql_table: lines
    joins: [{ name: facts, relationship: many_to_one, sql: "{CUBE}.fact = {facts}.id" }]
    dimensions:
      - { name: id, sql: "${cube}line + 0", type: number, primary_key: true }
      - { name: copies, sub_query: true, sql: "{facts.total}", type: number }
      - { name: is_big, sql: "${cube}value > 2", type: boolean }
      - { name: unit, type: switch, values: [piece, box] }
    measures:
      - { name: value, sql: "${cube}value + 0", type: sum }
      - { name: keys, sql: "${cube}key_0 + 0", type: sum }
      - { name: copied, sql: "{copies} * ${cube}value", type: sum }
      - { name: in_units, sql: "CASE {unit} WHEN 'box' THEN 12 ELSE 1 END * ${cube}value", type: sum }
`);

for (const [title, query, expected] of [
  ['beside a sub-query dimension', { measures: ['lines.copied', 'lines.keys'] }, ['130,18']],
  [
    'with a sub-query dimension',
    { dimensions: ['lines.copies', 'lines.is_big'] },
    ['10,false', '10,true', '20,true'],
  ],
  ['of the other side', { measures: ['facts.weighed'], dimensions: ['facts.kind'] }, ['A,39', 'B,']],
  ['beside values', { measures: ['lines.in_units'], dimensions: ['lines.unit'] }, ['box,108', 'piece,9']],
  [
    'where rows repeat',
    { measures: ['facts.total', 'lines.value'], dimensions: ['facts.kind'], segments: ['facts.of_a'] },
    ['A,30,9'],
  ],
  [
    'asked of many',
    {
      measures: ['facts.total'],
      filters: [{ member: 'lines.is_big', operator: 'equals', values: ['true'] }],
    },
    ['30'],
  ],
] as const)
  test(`a bare column in an expression is that of its own table: ${title}`, async (database) => {
    for (const cube of ['', '{CUBE}.'] as const) {
      const rows = await rowsOf(database, modelWith(cube), query);
      assert.deepEqual(rows.map((row) => Object.values(row).join()).toSorted(), expected, cube);
    }
  });
