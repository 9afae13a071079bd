import { compileModel, type Model, type ModelFile } from '@oriel/semantic';
import assert from 'node:assert/strict';

/** A small shop: customers have orders, orders have items; a customer may have several tags. */
export const retailFiles: ModelFile[] = [
  {
    path: 'cubes/customers.yml',
    content: `
cubes:
  - name: customers
    sql_table: customers
    joins:
      - name: orders
        relationship: one_to_many
        sql: "{CUBE}.id = {orders}.customer_id"
      - name: tags
        relationship: one_to_many
        sql: "{CUBE}.id = {tags}.customer_id"
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: name, sql: name, type: string }
      - { name: country, sql: country, type: string }
      - { name: is_vip, sql: is_vip, type: boolean }
    measures:
      - { name: count, type: count }
      - { name: total_credit, type: sum, sql: credit }
      - { name: average_credit, type: avg, sql: credit }
    segments:
      - { name: european, sql: "{CUBE}.country = 'DE' OR {CUBE}.country = 'FR'" }
  - name: tags
    sql_table: tags
    dimensions:
      - { name: customer_id, sql: customer_id, type: number, primary_key: true }
      - { name: tag, sql: tag, type: string, primary_key: true, public: true }
    measures:
      - { name: count, type: count }
`,
  },
  {
    path: 'cubes/orders.yml',
    content: `
cubes:
  - name: orders
    sql_table: orders
    joins:
      - name: customers
        relationship: many_to_one
        sql: "{CUBE}.customer_id = {customers}.id"
      - name: items
        relationship: one_to_many
        sql: "{CUBE}.id = {items}.order_id"
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: status, sql: status, type: string }
      - name: created_at
        sql: created_at
        type: time
        granularities:
          - { name: sunday_week, interval: 1 week, offset: -1 day }
          - { name: half_year, interval: 6 months }
      - name: size
        type: string
        case:
          when:
            - { sql: "{CUBE}.amount >= 100", label: "it's large" }
            - { sql: "{CUBE}.amount >= 20", label: medium }
          else: { label: small }
    measures:
      - { name: count, type: count, drill_members: [id, status, customers.name] }
      - { name: amount, type: sum, sql: amount, format: currency }
      - { name: average, type: avg, sql: amount }
      - { name: largest, type: max, sql: amount }
      - { name: buyers, type: count_distinct, sql: customer_id }
      - { name: done_amount, type: sum, sql: amount, filters: [{ sql: "{CUBE}.status = 'done'" }] }
      - { name: done_share, type: number, sql: "{done_amount} / {amount}" }
      - { name: amount_per_credit, type: number, sql: "{amount} / {customers.total_credit}" }
  - name: items
    sql: SELECT * FROM items WHERE quantity > 0
    dimensions:
      - { name: order_id, sql: order_id, type: number, primary_key: true }
      - { name: line, sql: line, type: number, primary_key: true }
      - { name: category, sql: category, type: string }
    measures:
      - { name: quantity, type: sum, sql: quantity }
      - { name: count, type: count }
`,
  },
  {
    path: 'views/sales.yml',
    content: `
views:
  - name: sales
    cubes:
      - join_path: orders
        includes: "*"
      - join_path: orders.customers
        prefix: true
        includes: [name, country, { name: total_credit, alias: credit, title: All credit }]
      - join_path: orders.items
        includes: [category, quantity]
    folders:
      - { name: Money, includes: [amount, customers_credit] }
    access_policy:
      - { group: "*", row_level: { filters: [{ member: customers_country, operator: equals, values: ["{ userAttributes.country }"] }] } }
      - { group: staff, row_level: { allow_all: true } }
      - { group: partners, member_level: { includes: [count, status] } }
view_groups:
  - { name: business, views: [sales] }
`,
  },
];

/** The rows, as statements that any SQL engine takes. */
export const retailData = `
create table customers (id integer, name varchar, country varchar, is_vip boolean, credit integer);
insert into customers values (1, 'Ada', 'DE', true, 100), (2, 'Ben', 'FR', false, 50), (3, 'Cid', 'US', false, 10), (4, '100%_off', null, true, 5);
create table tags (customer_id integer, tag varchar);
insert into tags values (1, 'new'), (1, 'big'), (2, 'new'), (4, 'odd');
create table orders (id integer, customer_id integer, status varchar, amount double precision, created_at timestamp);
insert into orders values
  (10, 1, 'done', 100, '2024-01-15 10:00:00'), (11, 1, 'open', 30, '2024-03-31 00:30:00'), (12, 2, 'done', 20, '2024-03-31 23:30:00'),
  (13, 2, null, 5, '2024-07-01 12:00:00'), (14, null, 'done', 7, '2024-12-29 22:00:00');
create table items (order_id integer, line integer, category varchar, quantity integer);
insert into items values (10, 1, 'a', 2), (10, 2, 'b', 3), (11, 1, 'a', 1), (12, 1, 'b', 4), (12, 2, 'b', 1), (13, 1, 'c', 0);
`;

export function retailModel(): Model {
  const compiled = compileModel(retailFiles);
  assert.ok('model' in compiled, JSON.stringify('problems' in compiled && compiled.problems, undefined, 1));
  return compiled.model;
}
