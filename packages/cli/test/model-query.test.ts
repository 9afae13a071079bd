import { createDataDatabase } from '@oriel/server/test/database';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { assertFault, openShop, type Shop } from './shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.close());

const ask = (query: unknown, ...args: string[]) => [
  'model',
  'query',
  'model',
  '--source',
  'duckdb:shop.duckdb',
  '--query',
  JSON.stringify(query),
  ...args,
];
const rowsOf = async (query: unknown, ...args: string[]): Promise<unknown> =>
  JSON.parse(await shop.output(ask(query, ...args)));

const byMonth = { dimension: 'orders.created_at', granularity: 'month' };

test('rows are keyed by member, a time dimension by its granularity, with the values of the query API', async () => {
  assert.deepEqual(
    await rowsOf({ measures: ['orders.count', 'orders.revenue'], timeDimensions: [byMonth] }),
    [
      {
        'orders.created_at.month': '2026-01-01T00:00:00.000',
        'orders.count': '2',
        'orders.revenue': '139.90',
      },
      {
        'orders.created_at.month': '2026-02-01T00:00:00.000',
        'orders.count': '1',
        'orders.revenue': '15.50',
      },
    ],
  );
});

test('the total stands beside the rows where the query asks for it', async () => {
  assert.deepEqual(await rowsOf({ dimensions: ['orders.id'], limit: 1, total: true }), {
    rows: [{ 'orders.id': '1' }],
    total: 3,
  });
});

test('the format that a query asks of the API changes nothing', async () => {
  const query = { measures: ['orders.count'], responseFormat: 'compact' };
  assert.deepEqual(await rowsOf(query), [{ 'orders.count': '3' }]);
});

test('compared date ranges are several results, in their order', async () => {
  const compareDateRange = [
    ['2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-01-31'],
  ];
  const timeDimensions = [{ dimension: 'orders.created_at', compareDateRange }];
  assert.deepEqual(await rowsOf({ measures: ['orders.count'], timeDimensions, total: true }), {
    results: [
      { rows: [{ 'orders.count': '1' }], total: 1 },
      { rows: [{ 'orders.count': '2' }], total: 1 },
    ],
  });
});

test('months begin where --timezone is', async () => {
  const query = { measures: ['orders.count'], timeDimensions: [byMonth] };
  const rows = (await rowsOf(query, '--timezone', 'Asia/Tokyo')) as Record<string, string>[];
  assert.deepEqual(
    rows.map((row) => row['orders.count']),
    ['1', '2'],
  );
});

test('access policies hold for the context of either brand, and without one', async () => {
  const query = { measures: ['sales.count'] };
  const count = async (...args: string[]) => ((await rowsOf(query, ...args)) as object[])[0];
  assert.deepEqual(await count(), { 'sales.count': '0' });
  for (const brand of ['svcCloud', 'cubeCloud']) {
    const everything = JSON.stringify({ [brand]: { groups: ['everything'] } });
    assert.deepEqual(await count('--context', everything), { 'sales.count': '3' });
    const open = JSON.stringify({ [brand]: { groups: [], userAttributes: { status: 'open' } } });
    assert.deepEqual(await count('--context', open), { 'sales.count': '1' });
  }
});

for (const note of ['it\'s "here"', '50%_off', String.raw`\ ; -- /*`])
  test(`${note} is a value and nothing else`, async () => {
    const filters = [{ member: 'orders.note', operator: 'contains', values: [note] }];
    assert.deepEqual(await rowsOf({ dimensions: ['orders.note'], filters }), [{ 'orders.note': note }]);
  });

test('a failure of the database is one fault with its code and its member', async () => {
  const args = ask({ dimensions: ['orders.broken'] });
  assertFault(await shop.oriel(args), 1, /^oriel: orders\.broken: .*no_such_column.*\n$/);
  const { stderr } = await shop.oriel([...args, '--json']);
  const { error } = JSON.parse(stderr) as { error: { code: string; member: string } };
  assert.deepEqual([error.code, error.member], ['query.failed', 'orders.broken']);
});

test('a source that is not given, or cannot be opened, is told', async () => {
  const query = ['model', 'query', 'model', '--query', '{}'];
  const missing =
    '--source is missing: the database: duckdb:FILE, which is opened for reading only, or postgres://USER@HOST:PORT/DATABASE, with its password in PGPASSWORD; redshift, mysql, mariadb, trino and clickhouse are addressed so as well';
  assertFault(await shop.oriel(query), 2, missing);
  const opened = await shop.oriel([...query, '--source', 'duckdb:nowhere.duckdb']);
  assertFault(opened, 2, /^oriel: --source .*nowhere\.duckdb cannot be opened: .*not there\n$/);
  await shop.write('not-a-database', 'x'.repeat(20_000));
  const read = await shop.oriel([...query, '--source', 'duckdb:not-a-database']);
  assertFault(read, 2, /^oriel: --source .*not-a-database cannot be opened: .*no DuckDB database\n$/);
});

test('a model reads no files', async () => {
  await shop.write(
    'thief/cube.yml',
    "cubes:\n  - name: files\n    sql: SELECT * FROM read_text('shop.duckdb')\n    measures: [{ name: count, type: count }]\n",
  );
  const args = [
    'model',
    'query',
    'thief',
    '--source',
    'duckdb::memory:',
    '--query',
    '{"measures":["files.count"]}',
  ];
  assertFault(await shop.oriel(args), 1, /^oriel: .*calls read_text\(\), which is not allowed/);
});

test('a PostgreSQL gives the rows that DuckDB gives', async () => {
  const { connection, drop } = await createDataDatabase();
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(`create table orders (id bigint, status text, note text, amount numeric(10, 2), created_at timestamptz);
      insert into orders values (1, 'paid', 'a', 40, '2026-01-05 09:00Z'), (2, 'paid', 'b', 99.90, '2026-01-31 23:30Z'),
        (3, 'open', 'c', 15.50, '2026-02-02 11:00Z')`);
    const source = `postgres://${connection.user}@localhost:${connection.port}/${connection.database}?host=${connection.host}`;
    const query = { measures: ['orders.count', 'orders.revenue'], timeDimensions: [byMonth] };
    const asked = (address: string) =>
      shop.output(['model', 'query', 'model', '--source', address, '--query', JSON.stringify(query)]);
    assert.deepEqual(JSON.parse(await asked(source)), JSON.parse(await asked('duckdb:shop.duckdb')));
  } finally {
    await client.end();
    await drop();
  }
});

test('an address that is none is refused without its password', async () => {
  for (const source of [
    'postgres://user:secret@localhost',
    'postgres:secret',
    'postgres://u:secret@h/d?sslmode=x',
  ]) {
    const args = ['model', 'query', 'model', '--source', source, '--query', '{"measures":["orders.count"]}'];
    assertFault(await shop.oriel(args), 2, /^oriel: --source[^\n]*: (?!.*secret)/);
  }
});
