import { compileModel, compileQuery, normalizeQuery, QueryError, type QueryContext } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everybody, rowsOf } from '../support/query-rows.ts';
import { onEveryEngine } from '../support/test-engines.ts';

/** Ways around what a caller may see: each is an expression over it, or one that takes its place. */
const onEach = onEveryEngine(`
  create table people as select * from (values
    (1, 'Ada', 'north', 90), (2, 'Bo', 'north', 10), (3, 'Cy', 'south', 40)
  ) as t(id, name, region, salary)`);
const compiled = compileModel([
  {
    path: 'people.yml',
    content: `
cubes:
  - name: people
    sql_table: people
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: name, sql: name, type: string }
      - { name: region, sql: region, type: string }
      - { name: salary, sql: salary, type: number, mask: 0 }
      - { name: secret, sql: salary * 2, type: number }
    measures:
      - { name: count, type: count }
      - { name: payroll, type: sum, sql: salary, mask: 0 }
      - { name: doubled, type: sum, sql: "{secret}" }
    access_policy:
      - group: guests
        member_level: { includes: [id, name, count, doubled] }
        member_masking: { includes: [salary, payroll] }
        row_level: { filters: [{ member: region, operator: equals, values: [north] }] }
      - group: readers
        member_level: { includes: '*' }
        row_level: { filters: [{ member: region, operator: equals, values: [north] }] }
      - group: owners
  - name: vault
    sql_table: people
    public: false
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: salary, sql: salary, type: number, public: true }
    measures:
      - { name: count, type: count, public: true }
views:
  - name: staff
    cubes:
      - { join_path: people, includes: [id, name, region, salary, payroll, count] }
    access_policy:
      - group: readers
        member_level: { includes: [id, name, count, salary] }
        row_level: { filters: [{ member: region, operator: equals, values: [north] }] }
      - group: owners
`,
  },
]);
assert.ok('model' in compiled, JSON.stringify(compiled));
const { model } = compiled;
const callerOf = (group: string): QueryContext => ({
  ...everybody,
  securityContext: { svcCloud: { groups: [group] } },
});
const [guest, reader, owner] = ['guests', 'readers', 'owners'].map(callerOf);
const fieldsOf = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, sql]) => [name, { sql }]));

onEach('rows that a policy hides are in no expression', async (database) => {
  const query = {
    measures: ['people.sum', 'people.total', 'people.of_all'],
    calculatedFields: fieldsOf({
      'people.sum': 'SUM(id)',
      'people.total': 'people.count * 10',
      'people.of_all': 'COUNT(DISTINCT name)',
    }),
  };
  const ask = (caller = everybody) => rowsOf(database, model, query, caller);
  assert.deepEqual(await ask(guest), [{ 'people.sum': 3, 'people.total': 20, 'people.of_all': 2 }]);
  assert.deepEqual(await ask(owner), [{ 'people.sum': 6, 'people.total': 30, 'people.of_all': 3 }]);
  assert.deepEqual(await ask(callerOf('strangers')).catch((error: Error) => error.name), 'QueryError');
  const inView = {
    measures: ['staff.rich'],
    calculatedFields: fieldsOf({ 'staff.rich': 'COUNT(DISTINCT staff.name) FILTER (WHERE salary > 20)' }),
  };
  assert.deepEqual(await rowsOf(database, model, inView, reader), [{ 'staff.rich': 1 }]);
  assert.deepEqual(await rowsOf(database, model, inView, owner), [{ 'staff.rich': 2 }]);
});

onEach('a field with the name of a hidden member takes no place in a policy', async (database) => {
  const query = {
    dimensions: ['people.name', 'people.region'],
    calculatedFields: { 'people.region': { sql: "CASE WHEN id > 0 THEN 'north' ELSE 'north' END" } },
  };
  const rows = await rowsOf(database, model, query, guest);
  assert.deepEqual(
    rows.map((row) => row['people.name']).toSorted(),
    ['Ada', 'Bo'],
    'the row filter still looks at the region of the model',
  );
});

onEach(
  'what is masked is null in every expression, and tells nothing by filters and order',
  async (database) => {
    const calculatedFields = fieldsOf({
      'people.much': 'salary > 50',
      'people.top': 'MAX(salary)',
      'people.each': 'payroll / count',
      'people.rich': 'MEASURE(count) FILTER (WHERE salary > 50)',
      'people.part': 'PERCENT_OF_TOTAL(payroll)',
    });
    const measures = ['people.top', 'people.each', 'people.rich', 'people.part'];
    assert.deepEqual(await rowsOf(database, model, { measures, calculatedFields }, guest), [
      Object.fromEntries(measures.map((name) => [name, null])),
    ]);
    const filtered = (member: string, operator: string, values: string[] = []) =>
      rowsOf(
        database,
        model,
        { dimensions: ['people.id'], filters: [{ member, operator, values }], calculatedFields },
        guest,
      );
    assert.deepEqual(await filtered('people.much', 'equals', ['true']), []);
    assert.equal((await filtered('people.much', 'notSet')).length, 2);
    assert.deepEqual(await filtered('people.rich', 'gt', ['0']), []);
    assert.equal((await filtered('people.rich', 'measureFilter')).length, 0);
  },
);

onEach('what a granted measure is built on is as hidden as it is without an expression', async (database) => {
  const ask = (query: object) => rowsOf(database, model, query, guest);
  const [direct] = await ask({ measures: ['people.doubled'] });
  const [calculated] = await ask({
    measures: ['people.x'],
    calculatedFields: fieldsOf({ 'people.x': 'people.doubled' }),
  });
  assert.equal(calculated?.['people.x'], direct?.['people.doubled']);
});

test('a hidden member is in no expression, and is refused as one that is not there', () => {
  const refusalOf = (sql: string, caller = guest, name = 'people.x') => {
    try {
      const context = caller ?? everybody;
      const [normalized] = normalizeQuery(
        { measures: [name], calculatedFields: { [name]: { sql } } },
        context,
      ).queries;
      assert.ok(normalized);
      compileQuery(model, normalized, context, () => {
        throw new Error(`${sql} was compiled`);
      });
    } catch (error) {
      assert.ok(error instanceof QueryError, String(error));
      return `${error.code}: ${error.message}`;
    }
    throw new Error(`${sql} was taken`);
  };
  for (const write of [
    (name: string) => `SUM(${name})`,
    (name: string) => `COUNT(DISTINCT id) FILTER (WHERE ${name} > 5)`,
    (name: string) => `CASE WHEN people.count > 1 THEN ${name} END`,
    (name: string) => `RUNNING_TOTAL(count, ${name})`,
  ]) {
    const there = refusalOf(write('people.secret'));
    assert.equal(there.replaceAll('secret', 'nothere'), refusalOf(write('people.nothere')));
    assert.match(there, /^unknown_member/);
    assert.match(refusalOf(write('vault.salary')), /^unknown_member: .*'vault' not found/);
    assert.match(refusalOf(write('staff.region'), reader, 'staff.x'), /^unknown_member/);
  }
  // A hidden cube is no place for a field: its title would be told.
  assert.match(refusalOf('people.count', guest, 'vault.x'), /^unknown_member: .*'vault' not found/);
});
