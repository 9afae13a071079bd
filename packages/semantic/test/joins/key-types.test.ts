import assert from 'node:assert/strict';
import { rowsOf } from '../support/query-rows.ts';
import { modelOf } from '../support/read-model.ts';
import { onEveryEngine, type TestDatabase } from '../support/test-engines.ts';

/** Keys of customers, and what orders refer to them by: the types, and the values of rows. */
interface Keys {
  readonly own: string;
  readonly partner: string;
  readonly customers: readonly string[];
  readonly orders: readonly string[];
  /** PostgreSQL has no `=` of these two, or no such type. */
  readonly postgres?: 'refuses' | 'lacks';
}

const UUID = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';
const keys: readonly Keys[] = [
  { own: 'BIGINT', partner: 'BIGINT', customers: ['1', '2', '3'], orders: ['1', '1', '3', 'NULL'] },
  { own: 'BIGINT', partner: 'INTEGER', customers: ['1', '2', '3'], orders: ['1', '1', '3', 'NULL'] },
  { own: 'DECIMAL(18, 2)', partner: 'INTEGER', customers: ['1', '1.5', '2'], orders: ['1', '1', '2'] },
  { own: 'INTEGER', partner: 'DECIMAL(18, 2)', customers: ['1', '2', '3'], orders: ['1.0', '1.5', '2.00'] },
  { own: 'DOUBLE PRECISION', partner: 'INTEGER', customers: ['1', '1.5', '2'], orders: ['1', '2', '2'] },
  {
    own: 'DATE',
    partner: 'TIMESTAMP',
    customers: ["'2024-02-29'", "'2024-03-01'"],
    orders: ["'2024-02-29 00:00'", "'2024-02-29 10:00'", "'2024-03-01 00:00'"],
  },
  {
    own: 'TIMESTAMP',
    partner: 'DATE',
    customers: ["'2024-02-29 00:00'", "'2024-02-29 10:00'", "'2024-03-01 00:00'"],
    orders: ["'2024-02-29'", "'2024-02-29'", "'2024-03-01'"],
  },
  {
    own: 'TIMESTAMP',
    partner: 'TIMESTAMPTZ',
    customers: ["'2024-02-29 00:00'", "'2024-02-29 10:00'"],
    orders: ["'2024-02-29 00:00:00+00'", "'2024-02-29 12:00:00+02'", "'2024-02-29 12:00:00+00'"],
  },
  { own: 'VARCHAR(9)', partner: 'TEXT', customers: ["'a'", "'A'", "''"], orders: ["'a'", "'A'", "'a '"] },
  // A number, a date and a UUID have several texts.
  {
    own: 'BIGINT',
    partner: 'VARCHAR',
    customers: ['1', '2', '3'],
    orders: ["'1'", "'01'", "'1'", "' 3'", 'NULL'],
    postgres: 'refuses',
  },
  {
    own: 'VARCHAR',
    partner: 'BIGINT',
    customers: ["'01'", "'2'", "'3'"],
    orders: ['1', '1', '2', '3'],
    postgres: 'refuses',
  },
  {
    own: 'DATE',
    partner: 'VARCHAR',
    customers: ["'2024-02-29'", "'2024-03-01'"],
    orders: ["'2024-02-29'", "'2024-2-29'", "'2024-03-01'"],
    postgres: 'refuses',
  },
  {
    own: 'UUID',
    partner: 'VARCHAR',
    customers: [`'${UUID}'`, `'${UUID.replace('a0', 'b0')}'`],
    orders: [`'${UUID}'`, `'${UUID.toUpperCase()}'`, `'${UUID}'`],
    postgres: 'refuses',
  },
  {
    own: 'VARCHAR',
    partner: 'UUID',
    customers: [`'${UUID.toUpperCase()}'`, `'${UUID.replace('a0', 'b0')}'`],
    orders: [`'${UUID}'`, `'${UUID}'`],
    postgres: 'refuses',
  },
  {
    own: 'BOOLEAN',
    partner: 'VARCHAR',
    customers: ['true', 'false'],
    orders: ["'true'", "'t'", "'FALSE'"],
    postgres: 'refuses',
  },
  // Beyond 2^53 several whole numbers are one double.
  {
    own: 'DOUBLE',
    partner: 'BIGINT',
    customers: ['9007199254740992', '1'],
    orders: ['9007199254740992', '9007199254740993', '1'],
    postgres: 'lacks',
  },
  {
    own: "ENUM('a', 'b')",
    partner: 'VARCHAR',
    customers: ["'a'", "'b'"],
    orders: ["'a'", "'c'", "'a'"],
    postgres: 'lacks',
  },
  {
    own: 'VARCHAR COLLATE NOCASE',
    partner: 'VARCHAR',
    customers: ["'a'", "'b'"],
    orders: ["'a'", "'A'", "'B'"],
    postgres: 'lacks',
  },
];

const model = modelOf(`
cubes:
  - name: customers
    sql_table: customers
    joins:
      - { name: orders, relationship: one_to_many, sql: "{CUBE}.id = {orders}.customer" }
      - { name: visits, relationship: one_to_many, sql: "{CUBE}.id = {visits}.customer AND {CUBE}.part = {visits}.part" }
    dimensions:
      - { name: key, sql: key, type: number, primary_key: true }
      - { name: country, sql: country, type: string }
    measures: [{ name: credit, sql: credit, type: sum }, { name: count, type: count }]
  - name: orders
    sql_table: orders
    joins: [{ name: items, relationship: one_to_many, sql: "{CUBE}.key = {items}.order_key" }]
    dimensions:
      - { name: key, sql: key, type: number, primary_key: true }
      - { name: amount, sql: amount, type: number }
    measures: [{ name: total, sql: amount, type: sum }, { name: count, type: count }]
  - name: items
    sql_table: items
    dimensions: [{ name: key, sql: key, type: number, primary_key: true }, { name: pieces, sql: pieces, type: number }]
    measures: [{ name: quantity, sql: pieces, type: sum }]
  - name: visits
    sql_table: orders
    dimensions: [{ name: key, sql: key, type: number, primary_key: true }, { name: amount, sql: amount, type: number }]
`);

const onEach = onEveryEngine();

async function fill(database: TestDatabase, { own, partner, customers, orders }: Keys): Promise<void> {
  const rows = (values: readonly string[]) =>
    values.map((value, at) => `(${at + 1}, ${value}, ${10 ** at})`).join();
  // Every order has two items, and every second customer is of another country.
  await database.run(`
    DROP TABLE IF EXISTS customers; DROP TABLE IF EXISTS orders; DROP TABLE IF EXISTS items;
    CREATE TABLE customers (key INTEGER, id ${own}, credit INTEGER, country VARCHAR(2), part ${own});
    CREATE TABLE orders (key INTEGER, customer ${partner}, amount INTEGER, part ${partner});
    INSERT INTO customers (key, id, credit) VALUES ${rows(customers)};
    INSERT INTO orders (key, customer, amount) VALUES ${rows(orders)};
    UPDATE customers SET part = id, country = CASE WHEN key % 2 = 0 THEN 'de' ELSE 'fr' END;
    UPDATE orders SET part = customer;
    CREATE TABLE items AS SELECT key * 2 + n AS key, key AS order_key, amount * (n + 1) AS pieces
      FROM orders, (VALUES (0), (1)) AS v(n)`);
}

const atLeast = (member: string, value: number) => ({ member, operator: 'gte', values: [value] });
const join = 'customers c LEFT JOIN orders o ON c.id = o.customer LEFT JOIN items i ON o.key = i.order_key';
const has = (condition: string) =>
  `EXISTS (SELECT 1 FROM orders o LEFT JOIN items i ON o.key = i.order_key WHERE c.id = o.customer AND ${condition})`;

/** A query, and the same asked by hand: of each row of a cube once. */
const queries: readonly [query: object, byHand: string][] = [
  [
    { measures: ['customers.credit', 'customers.count'], filters: [atLeast('orders.amount', 10)] },
    `SELECT sum(credit), count(*) FROM customers c WHERE ${has('o.amount >= 10')}`,
  ],
  [
    { measures: ['customers.credit'], filters: [atLeast('items.pieces', 11)] },
    `SELECT sum(credit) FROM customers c WHERE ${has('i.pieces >= 11')}`,
  ],
  [
    { measures: ['customers.credit'], filters: [atLeast('visits.amount', 10)] },
    `SELECT sum(credit) FROM customers c WHERE ${has('o.amount >= 10')}`,
  ],
  [
    {
      measures: ['customers.credit'],
      dimensions: ['customers.country'],
      filters: [atLeast('orders.amount', 1), atLeast('visits.amount', 10)],
      order: { 'customers.country': 'asc' },
    },
    `SELECT country, sum(credit) FROM customers c WHERE ${has('o.amount >= 1')} AND ${has('o.amount >= 10')} GROUP BY 1 ORDER BY 1`,
  ],
  [
    { measures: ['customers.credit', 'orders.total', 'items.quantity', 'customers.count'] },
    `SELECT (SELECT sum(credit) FROM customers), (SELECT sum(amount) FROM (SELECT DISTINCT o.key, o.amount FROM ${join}) d),
      (SELECT sum(pieces) FROM (SELECT DISTINCT i.key, i.pieces FROM ${join}) d), (SELECT count(*) FROM customers)`,
  ],
  [
    {
      measures: ['customers.credit', 'orders.count', 'items.quantity'],
      dimensions: ['customers.country'],
      order: { 'customers.country': 'asc' },
    },
    `SELECT country, sum(credit), (SELECT count(DISTINCT o.key) FROM ${join} WHERE c.country = a.country),
      (SELECT sum(pieces) FROM (SELECT DISTINCT i.key, i.pieces FROM ${join} WHERE c.country = a.country) d) FROM customers a GROUP BY 1 ORDER BY 1`,
  ],
];

for (const pair of keys)
  onEach(`rows of ${pair.own} are joined by ${pair.partner}`, async (database) => {
    const isRefused = database.dialect.name === 'postgres' ? pair.postgres : undefined;
    if (isRefused === 'lacks') return;
    await fill(database, pair);
    if (isRefused) {
      for (const [query] of queries)
        await assert.rejects(rowsOf(database, model, query), /operator does not exist/);
      return;
    }
    for (const [query, byHand] of queries) {
      const rows = (await rowsOf(database, model, query)).map((row) => Object.values(row).map(String));
      const expected = (await database.query(byHand, [])).rows.map((row) => row.map(String));
      assert.deepEqual(rows, expected, `${JSON.stringify(query)}\n${byHand}`);
    }
  });
