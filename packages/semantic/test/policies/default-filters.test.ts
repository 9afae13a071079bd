import assert from 'node:assert/strict';
import { rowsOf } from '../support/query-rows.ts';
import { modelOf, problemsOf } from '../support/read-model.ts';
import { onEveryEngine } from '../support/test-engines.ts';

const test = onEveryEngine();

const cubes = `
cubes:
  - name: orders
    sql: "SELECT * FROM (VALUES (1, 'done', 7, 10), (2, 'open', 7, 20), (3, 'done', 8, 40)) AS o(id, status, customer, n)"
    joins: [{ name: customers, relationship: many_to_one, sql: "{CUBE}.customer = {customers}.id" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
    measures: [{ name: n, sql: n, type: sum }]
  - name: customers
    sql: "SELECT * FROM (VALUES (7, 'DE'), (8, 'FR')) AS c(id, country)"
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: country, sql: country, type: string }
`;
const viewWith = (filter: string, prefix = false) => `${cubes}
views:
  - name: w
    cubes:
      - { join_path: orders, includes: [n, { name: status, alias: state }] }
      - { join_path: orders.customers, prefix: ${prefix}, includes: [country] }
    default_filters: [${filter}]
`;
const done = 'operator: equals, values: [done]';

test('a default filter names members by the view or by the cube that they are of', async (database) => {
  const total = async (filter: string, query: object = {}, prefix = false) => {
    const [row] = await rowsOf(database, modelOf(viewWith(filter, prefix)), { measures: ['w.n'], ...query });
    return row?.['w.n'];
  };
  for (const name of ['state', 'w.state', '"{state}"', 'orders.status', '"{orders.status}"'])
    assert.equal(await total(`{ member: ${name}, ${done} }`), 50, name);
  for (const name of ['customers.country', 'orders.customers.country']) {
    assert.equal(await total(`{ member: ${name}, operator: equals, values: [DE] }`), 30, name);
    assert.equal(await total(`{ member: ${name}, operator: equals, values: [DE] }`, {}, true), 30, name);
  }
  const open = { filters: [{ member: 'w.state', operator: 'equals', values: ['open'] }] };
  for (const name of ['state', 'orders.status']) {
    const released = `{ member: customers.country, operator: equals, values: [FR], unless: [${name}] }`;
    assert.equal(await total(released, open), 20, name);
    assert.equal(await total(released), 40, name);
  }
});

test('a default filter on what the view does not show is refused', async () => {
  for (const name of ['status', 'orders.id', 'orders.state', 'customers.w', 'nowhere.status'])
    assert.match(
      problemsOf(viewWith(`{ member: ${name}, ${done} }`)).join(),
      new RegExp(`default filter names ${name}, which is no member of the view w`),
      name,
    );
});
