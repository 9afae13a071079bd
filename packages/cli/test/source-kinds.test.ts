import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getSourceKind } from '../src/model/source-kinds.ts';

const passwordOf = (address: string, PGPASSWORD?: string) => {
  const config = getSourceKind(address).configOf(address, { PGPASSWORD });
  assert.ok(config.type === 'postgres');
  return config.password;
};

test('the password of a PostgreSQL is that of the address, else that of the environment', () => {
  assert.equal(passwordOf('postgres://u@h/d', 'of the shell'), 'of the shell');
  assert.equal(passwordOf('postgres://u:p%40ss@h/d', 'of the shell'), 'p@ss');
  assert.equal(passwordOf('postgres://u@h/d'), undefined);
});

test('servers are addressed alike, each with its own parts and the password of its own programs', () => {
  const of = (address: string, variables = {}) => getSourceKind(address).configOf(address, variables);
  const host = 'db.example.com';
  assert.deepEqual(of(`mysql://reader:p@${host}:3307/shop?sslmode=verify-full`), {
    type: 'mysql',
    host,
    port: 3307,
    user: 'reader',
    password: 'p',
    ssl: { rejectUnauthorized: true },
    database: 'shop',
  });
  assert.deepEqual(of(`redshift://${host}/shop`, { PGPASSWORD: 'p' }), {
    type: 'redshift',
    host,
    user: 'awsuser',
    password: 'p',
    database: 'shop',
  });
  assert.deepEqual(of(`mariadb://${host}/shop`, { MYSQL_PWD: 'm', PGPASSWORD: 'p' }), {
    type: 'mysql',
    host,
    user: 'root',
    password: 'm',
    database: 'shop',
  });
  assert.deepEqual(of(`trino://ada@${host}:8080/tpch/tiny`, { TRINO_PASSWORD: 't' }), {
    type: 'trino',
    host,
    port: 8080,
    user: 'ada',
    password: 't',
    catalog: 'tpch',
    schema: 'tiny',
  });
  assert.deepEqual(of('trino://[::1]'), { type: 'trino', host: '::1', user: 'oriel' });
  assert.deepEqual(of(`clickhouse://${host}/events`, { CLICKHOUSE_PASSWORD: 'c' }), {
    type: 'clickhouse',
    host,
    user: 'default',
    password: 'c',
    database: 'events',
  });
});

for (const [address, message] of [
  ['mysql://db.example.com', /no address of a MySQL; give mysql:/],
  ['mysql:shop', /no address of a MySQL/],
  ['postgres://db.example.com/a/b', /no address of a PostgreSQL/],
  ['trino:tpch', /no address of a Trino/],
  ['clickhouse://u:secret@h:port/d', /no address of a ClickHouse/],
] as const)
  test(`${address} is no address, and no password is told`, () => {
    assert.throws(
      () => getSourceKind(address).configOf(address, {}),
      (error: Error) => message.test(error.message) && !error.message.includes('secret'),
    );
  });
