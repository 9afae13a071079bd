import { compileModel, type QueryContext } from '@oriel/semantic';
import assert from 'node:assert/strict';
import { everybody, rowsOf } from '../support/query-rows.ts';
import { onEveryEngine, type TestDatabase } from '../support/test-engines.ts';

/** Orders are restricted by their customer's country, customers by whether their region is open, regions by group. */
const content = `
cubes:
  - name: orders
    sql_table: orders
    joins: [{ name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers}.id" }]
    dimensions: [{ name: id, sql: id, type: number, primary_key: true, public: true }]
    measures: [{ name: count, type: count }]
    access_policy:
      - group: sellers
        row_level: { filters: [{ member: customers.country, operator: equals, values: ["{ userAttributes.country }"] }] }
      - group: auditors
        row_level: { allow_all: true }
  - name: customers
    sql_table: customers
    joins: [{ name: regions, relationship: many_to_one, sql: "{CUBE}.region_id = {regions}.id" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: country, sql: country, type: string }
    access_policy:
      - group: "*"
        row_level: { filters: [{ member: regions.is_open, operator: equals, values: [true] }] }
  - name: regions
    sql_table: regions
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: is_open, sql: is_open, type: boolean }
    access_policy:
      - { group: sellers, row_level: { filters: [{ member: id, operator: notEquals, values: [3] }] } }
`;

const data = `
create table regions as select * from (values (1, true), (2, false), (3, true)) as t(id, is_open);
create table customers as select * from (values (1, 1, 'DE'), (2, 2, 'DE'), (3, 3, 'DE'), (4, 1, 'FR')) as t(id, region_id, country);
create table orders as select * from (values (10, 1), (11, 2), (12, 3), (13, 4), (14, null)) as t(id, customer_id);
`;

const compiled = compileModel([{ path: 'orders.yml', content }]);
const test = onEveryEngine(data);

async function idsSeenBy(database: TestDatabase, caller: object): Promise<unknown[]> {
  assert.ok('model' in compiled, JSON.stringify(compiled));
  const context: QueryContext = { ...everybody, securityContext: { [everybody.brandKey]: caller } };
  const query = { dimensions: ['orders.id'], order: { 'orders.id': 'asc' } };
  const rows = await rowsOf(database, compiled.model, query, context);
  return rows.map((row) => row['orders.id']);
}

test("a cube that only a policy's filter joins brings its own policies, and those of what they join", async (database) => {
  const german = { groups: ['sellers'], userAttributes: { country: 'DE' } };
  assert.deepEqual(await idsSeenBy(database, german), [10]);
});

test('a caller who sees all rows of a cube is not restricted by cubes that another policy would join', async (database) => {
  assert.deepEqual(await idsSeenBy(database, { groups: ['auditors'] }), [10, 11, 12, 13, 14]);
});

test('of two policies the wider one holds', async (database) => {
  assert.deepEqual(await idsSeenBy(database, { groups: ['auditors', 'sellers'] }), [10, 11, 12, 13, 14]);
});

test('what no policy grants a caller is hidden', async (database) => {
  await assert.rejects(
    idsSeenBy(database, { groups: ['guests'] }),
    /'orders' not found for path 'orders.id'/,
  );
});
