import type { ModelFile } from '@oriel/semantic';

/** A shop: customers have orders, orders have items and payments. */
export const retailFiles: readonly ModelFile[] = [
  {
    path: 'customers.yml',
    content: `
cubes:
  - name: customers
    sql_table: customers
    joins:
      - { name: orders, relationship: one_to_many, sql: '{CUBE}.id = {orders}.customer_id' }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: country, sql: country, type: string }
      - { name: plan, sql: plan, type: string }
    measures:
      - { name: count, type: count }
      - { name: credit, type: sum, sql: credit }
`,
  },
  {
    path: 'orders.yml',
    content: `
cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: customers, relationship: many_to_one, sql: '{CUBE}.customer_id = {customers}.id' }
      - { name: items, relationship: one_to_many, sql: '{CUBE}.id = {items}.order_id' }
      - { name: payments, relationship: one_to_many, sql: '{CUBE}.id = {payments}.order_id' }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: customer, sql: customer_id, type: number }
      - { name: created_at, sql: created_at, type: time }
    segments:
      - { name: open, sql: "{CUBE}.status = 'open'" }
    measures:
      - { name: count, type: count }
      - { name: amount, type: sum, sql: amount }
      - { name: average, type: avg, sql: amount }
      - { name: buyers, type: count_distinct, sql: customer_id }
      - { name: open_amount, type: sum, sql: amount, filters: [{ sql: "{status} = 'open'" }] }
      - { name: open_share, type: number, sql: '1.0 * {open_amount} / nullif({amount}, 0)' }
`,
  },
  {
    path: 'items.yml',
    content: `
cubes:
  - name: items
    sql_table: items
    dimensions:
      - { name: order_id, sql: order_id, type: number, primary_key: true }
      - { name: line, sql: line, type: number, primary_key: true }
      - { name: category, sql: category, type: string }
    measures:
      - { name: count, type: count }
      - { name: quantity, type: sum, sql: quantity }
`,
  },
  {
    path: 'payments.yml',
    content: `
cubes:
  - name: payments
    sql_table: payments
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: method, sql: method, type: string }
    measures:
      - { name: count, type: count }
      - { name: paid, type: sum, sql: amount }
`,
  },
];
