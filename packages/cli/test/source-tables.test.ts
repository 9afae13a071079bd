import { writeDuckDbFile } from '@oriel/engine/test';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertFault, openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
  await writeDuckDbFile(
    join(shop.cwd, 'keys.duckdb'),
    `create table customers (id bigint primary key, "full name" varchar not null)`,
    `create table orders (id bigint primary key, customer_id bigint references customers (id), made timestamp)`,
    `create view open_orders as select id from orders`,
    `comment on table orders is 'what was
bought'`,
  );
});
after(() => shop.close());

test('tables are listed with columns and keys', async () => {
  assert.deepEqual((await shop.output(['source', 'tables', '--source', 'duckdb:keys.duckdb'])).split('\n'), [
    'keys.main.customers',
    '  id         BIGINT, primary key',
    '  full name  VARCHAR, not null',
    'keys.main.open_orders (view)',
    '  id  BIGINT',
    'keys.main.orders: what was bought',
    '  id           BIGINT, primary key',
    '  customer_id  BIGINT',
    '  made         TIMESTAMP',
    '  customer_id -> keys.main.customers (id)',
    '',
  ]);
});

test('with --json the schemas are data', async () => {
  const schema = JSON.parse(
    await shop.output(['source', 'tables', '--source', 'duckdb:shop.duckdb', '--json']),
  ) as {
    isCut: boolean;
    schemas: { name: string; tables: { name: string; columns: { type: string }[] }[] }[];
  };
  assert.equal(schema.isCut, false);
  assert.deepEqual(
    schema.schemas[0]?.tables[0]?.columns.map(({ type }) => type),
    ['number', 'string', 'string', 'number', 'time'],
  );
});

test('one schema alone may have no tables', async () => {
  const text = await shop.output(['source', 'tables', '--source', 'duckdb:keys.duckdb', '--schema', 'none']);
  assert.equal(text, 'No tables that this user may read.\n');
});

test('a source that is missing or cannot be opened is told', async () => {
  assertFault(await shop.oriel(['source', 'tables']), 2, /--source is missing/);
  assertFault(
    await shop.oriel(['source', 'tables', '--source', 'duckdb:nowhere.duckdb']),
    2,
    /nowhere\.duckdb/,
  );
  assertFault(
    await shop.oriel(['source', 'tables', '--source', 'postgres://nobody@127.0.0.1:1/none']),
    1,
    /cannot be reached|refused/,
  );
});
