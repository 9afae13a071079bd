import { createClient, type ClickHouseClient } from '@clickhouse/client';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openClickHouseSource } from '../src/sources/clickhouse/clickhouse-source.ts';
import type { ClickHouseSourceConfig } from '../src/sources/connection/source-config.ts';
import type { Source } from '../src/sources/connection/source.ts';
import { readSchema, type ReadSchemaOptions } from '../src/sources/schema/read-schema.ts';
import {
  clickHouseIsMissing,
  startClickHouse,
  type ClickHouseServer,
} from './engines/clickhouse/clickhouse-server.ts';
import { doorUsers } from './engines/clickhouse/door-users.ts';
import { findTable, HOSTILE_NAMES, typesOf } from './schema/find-table.ts';

const { owner, reader } = doorUsers;
const TYPES = {
  number:
    'Int8;UInt64;Int256;Float32;Float64;BFloat16;Decimal(10, 2);Nullable(Decimal(76, 4));' +
    'SimpleAggregateFunction(sum, UInt64)',
  string:
    "String;FixedString(3);UUID;IPv4;IPv6;Enum8('a)' = 1);LowCardinality(String);LowCardinality(Nullable(String))",
  time: "Date;Date32;DateTime;DateTime('Asia/Tokyo');Nullable(DateTime64(3, 'UTC'))",
  boolean: 'Bool;Nullable(Bool)',
  other:
    'Array(Int32);Tuple(a Int32, b String);Map(String, Int32);Array(Nullable(String));Point;' +
    'AggregateFunction(sum, UInt64)',
};

describe('the schema of a ClickHouse', { skip: clickHouseIsMissing }, () => {
  let server: ClickHouseServer;
  let config: ClickHouseSourceConfig;
  let source: Source;
  let client: ClickHouseClient;
  before(async () => {
    server = await startClickHouse();
    const { port } = server;
    config = { type: 'clickhouse', host: '127.0.0.1', port, user: reader.name, password: reader.password };
    source = openClickHouseSource(config);
    client = createClient({
      url: `http://127.0.0.1:${port}`,
      username: owner.name,
      password: owner.password,
    });
  });
  after(async () => {
    await client.close();
    await source.close();
    await server.close();
  });
  const run = async (...statements: string[]) => {
    for (const query of statements) await client.command({ query });
  };
  const read = (options: Partial<ReadSchemaOptions> = {}) =>
    readSchema(source, config, { signal: new AbortController().signal, ...options });
  const quote = (name: string) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

  test('every type is one of a model, or something else', async () => {
    const columns = Object.entries(TYPES).flatMap(([type, names]) =>
      names.split(';').map((name, index) => [`${type}_${index}`, name, type] as const),
    );
    const list = columns.map(([name, type]) => `${name} ${type}`).join(', ');
    await run('CREATE DATABASE types', `CREATE TABLE types.kept (${list}) ENGINE = Memory`);
    const kept = findTable(await read({ schema: 'types' }), 'types', 'kept');
    assert.deepEqual(typesOf(kept), Object.fromEntries(columns.map(([name, , type]) => [name, type])));
    for (const { nativeType, isNullable } of kept.columns)
      assert.equal(isNullable, /^(LowCardinality\()?Nullable/.test(nativeType), nativeType);
  });

  test('tables and views with comments, and none of the server', async () => {
    await run(
      'CREATE DATABASE sales',
      `CREATE TABLE sales.p (a Int32 COMMENT 'Number', b String) ENGINE = MergeTree ORDER BY a COMMENT 'Places'`,
      'CREATE VIEW sales.v AS SELECT a FROM sales.p',
      'CREATE MATERIALIZED VIEW sales.m ENGINE = MergeTree ORDER BY a AS SELECT a FROM sales.p',
    );
    const all = await read();
    assert.ok(all.schemas.every(({ name }) => !/^(system|information_schema)$/i.test(name)));
    assert.deepEqual(
      all.schemas.find(({ name }) => name === 'sales')?.tables.map(({ name, kind }) => `${name}: ${kind}`),
      ['m: view', 'p: table', 'v: view'],
    );
    const { comment, columns, primaryKey } = findTable(all, 'sales', 'p');
    assert.deepEqual([comment, columns[0]?.comment, primaryKey], ['Places', 'Number', undefined]);
  });

  test('names come as they are', async () => {
    const names = [...HOSTILE_NAMES, '📈'];
    await run('CREATE DATABASE names');
    for (const name of names)
      await run(`CREATE TABLE names.${quote(name)} (${quote(name)} Int32) ENGINE = Memory`);
    const schema = await read({ schema: 'names' });
    for (const name of names)
      assert.deepEqual(typesOf(findTable(schema, 'names', name)), { [name]: 'number' });
    assert.deepEqual((await read({ schema: "'; --" })).schemas, []);
  });

  test('2,000 tables are read, and what is beyond a bound is cut', async () => {
    await run('CREATE DATABASE many');
    for (let index = 0; index < 2_000; index += 1)
      await run(`CREATE TABLE many.t${index} (id Int32, name String, made DateTime) ENGINE = Memory`);
    const { schemas, isCut } = await read({ schema: 'many' });
    assert.equal(isCut, false);
    assert.equal(schemas[0]?.tables.length, 2_000);
    assert.ok(schemas[0].tables.every(({ columns }) => columns.length === 3));
    assert.equal((await read({ schema: 'many', maxColumns: 5_999 })).isCut, true);
  });

  test('aborting stops it, and a server that is away is told as such', async () => {
    await assert.rejects(read({ signal: AbortSignal.abort() }), { code: 'query.cancelled' });
    const away = openClickHouseSource({ ...config, port: 1 });
    const { signal } = new AbortController();
    await assert.rejects(readSchema(away, config, { signal }), { code: 'source.unavailable' });
    await away.close();
  });
});
