import { compileModel, compileQuery, normalizeQuery, type QueryContext } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { everybody, rowsOf } from '../support/query-rows.ts';
import { modelOf } from '../support/read-model.ts';
import { onEveryEngine } from '../support/test-engines.ts';

/** Ways around a mask: each would tell the hidden value by the rows that are left. */
const onEach = onEveryEngine(`
  create table people as select * from (values (1, 'Ada', 90), (2, 'Bo', 10), (3, 'Cy', 40)) as t(id, name, salary);
  create table badges as select * from (values (1, 1), (2, 1), (3, 2)) as t(id, person_id)`);
const compiled = compileModel([
  {
    path: 'people.yml',
    content: `
cubes:
  - name: people
    sql: "SELECT * FROM people WHERE {FILTER_PARAMS.people.salary.filter('salary')} AND {FILTER_GROUP(FILTER_PARAMS.people.salary.filter('salary'))}"
    joins:
      - { name: badges, relationship: one_to_many, sql: "{CUBE}.id = {badges}.person_id" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: salary, sql: salary, type: number, mask: 0 }
    measures:
      - { name: count, type: count }
      - { name: rich, type: count, filters: [{ sql: "{CUBE}.salary > 50" }] }
      - { name: payroll, type: sum, sql: salary, mask: 0 }
    access_policy:
      - group: '*'
        member_level: { includes: [id, count] }
        member_masking: { includes: [salary, rich, payroll] }
  - name: badges
    sql_table: badges
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
    measures:
      - { name: count, type: count }
`,
  },
]);
assert.ok('model' in compiled);
const { model } = compiled;
const caller: QueryContext = { ...everybody, securityContext: { svcCloud: { groups: ['guests'] } } };

onEach('a filter on a masked member does not reach the SQL of its cube', async (database) => {
  const atMost = (salary: string) => ({
    dimensions: ['people.id'],
    filters: [{ member: 'people.salary', operator: 'lte', values: [salary] }],
  });
  assert.equal((await rowsOf(database, model, atMost('50'), caller)).length, 3, 'the mask is 0 for each');
});

onEach('the row conditions of a masked measure leave nothing', async (database) => {
  const query = {
    dimensions: ['people.id'],
    filters: [{ member: 'people.rich', operator: 'measureFilter' }],
  };
  assert.deepEqual(await rowsOf(database, model, query, caller), []);
});

onEach('a masked sum over rows that a join repeats is one row', async (database) => {
  const query = { measures: ['people.payroll', 'badges.count'] };
  assert.deepEqual(await rowsOf(database, model, query, caller), [
    { 'people.payroll': 0, 'badges.count': 3 },
  ]);
  assert.deepEqual(await rowsOf(database, model, { measures: ['people.payroll'] }, caller), [
    { 'people.payroll': 0 },
  ]);
});

onEach('a value that is hidden in some rows keeps every digit in the others', async (database) => {
  const guarded = modelOf(`
cubes:
  - name: people
    sql: "SELECT id, CAST(CASE id WHEN 1 THEN 12345678901234567.891 ELSE 2 END AS DECIMAL(30, 3)) AS fortune FROM people"
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: fortune, sql: fortune, type: number }
    measures:
      - { name: count, type: count }
      - { name: total, type: sum, sql: fortune }
    access_policy:
      - group: '*'
        member_level: { includes: [id, count] }
        member_masking: { includes: [fortune, total] }
      - group: '*'
        member_level: { includes: '*' }
        row_level: { filters: [{ member: id, operator: equals, values: [1] }] }
`);
  const query = {
    dimensions: ['people.id', 'people.fortune'],
    measures: ['people.total'],
    order: { 'people.id': 'asc' },
  };
  const { queries } = normalizeQuery(query, caller);
  const compiled = queries.map((one) => compileQuery(guarded, one, caller, database.dialect))[0];
  assert.ok(compiled);
  const { rows } = await database.query(compiled.sql, compiled.params);
  assert.deepEqual(
    rows.map((row) => row.map((value) => (value === null ? value : String(value)))),
    [
      ['1', '12345678901234567.891', '12345678901234567.891'],
      ['2', null, null],
      ['3', null, null],
    ],
  );
});
