import { createDataDatabase } from '@oriel/server/test/database';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { PostgresSourceConfig } from '../../src/sources/connection/source-config.ts';
import { openPostgresSource } from '../../src/sources/postgres/postgres-source.ts';
import { readSchema, type ReadSchemaOptions } from '../../src/sources/schema/read-schema.ts';
import { findTable, HOSTILE_NAMES, typesOf } from './find-table.ts';

let database: Awaited<ReturnType<typeof createDataDatabase>>;
let config: PostgresSourceConfig;
let owner: pg.Client;
before(async () => {
  database = await createDataDatabase();
  config = { type: 'postgres', ...database.connection };
  owner = new pg.Client(database.connection);
  await owner.connect();
});
after(async () => {
  await owner.end();
  await database.drop();
});

async function read(options: Partial<ReadSchemaOptions> = {}, changes: Partial<PostgresSourceConfig> = {}) {
  const own = { ...config, ...changes };
  const source = openPostgresSource(own);
  try {
    return await readSchema(source, own, { signal: new AbortController().signal, ...options });
  } finally {
    await source.close();
  }
}

test('every type of PostgreSQL is one of a model, or something else', async () => {
  await owner.query(`
    create schema types;
    create type types.mood as enum ('a', 'b');
    create type types.int4 as (a integer);
    create domain types.money_of_ours as numeric(10, 2) not null;
    create domain types.small_money as types.money_of_ours check (value < 10);
    create domain types.moment as time`);
  const types = {
    number: 'smallint;integer;bigint;real;double precision;numeric;numeric(10,2);oid;types.small_money',
    string:
      'text;character varying(20);character varying;character(3);uuid;name;"char";types.mood;inet;cidr;macaddr',
    time: 'date;timestamp without time zone;timestamp(3) with time zone',
    boolean: 'boolean',
    other:
      'time without time zone;time with time zone;interval;bytea;json;jsonb;xml;money;bit(3);integer[];point;' +
      'int4range;tsvector;types.int4;types.moment',
  };
  const columns = Object.entries(types).flatMap(([type, names]) =>
    names.split(';').map((name, index) => [`${type}_${index}`, name, type] as const),
  );
  await owner.query(
    `create table types.kept (${columns.map(([name, type]) => `${name} ${type}`).join(', ')})`,
  );
  const kept = findTable(await read({ schema: 'types' }), 'types', 'kept');
  assert.deepEqual(typesOf(kept), Object.fromEntries(columns.map(([name, , type]) => [name, type])));
  assert.deepEqual(
    kept.columns.map(({ nativeType }) => nativeType),
    columns.map(([, name]) => name),
  );
  assert.equal(kept.columns.find(({ name }) => name === 'number_0')?.isNullable, true);
});

test('tables, views, comments, keys of two columns, and none of the engine', async () => {
  await owner.query(`
    create schema sales;
    create table sales.p (gone integer, a integer, b text, c date, primary key (b, a));
    alter table sales.p drop column gone;
    create table sales.k (id integer primary key, y integer, x text unique,
      constraint one foreign key (x, y) references sales.p (b, a),
      constraint two foreign key (id) references sales.k (id));
    create view sales.v as select a, c from sales.p;
    create materialized view sales.m as select a from sales.p;
    create table sales.nothing ();
    create table sales.parts (n integer) partition by range (n);
    create table sales.part_of_them partition of sales.parts for values from (1) to (2);
    comment on table sales.p is 'Places';
    comment on column sales.p.c is 'Since'`);
  const all = await read();
  assert.ok(all.schemas.every(({ name }) => !/^(pg_|information_schema$)/.test(name)));
  assert.deepEqual(
    all.schemas.find(({ name }) => name === 'sales')?.tables.map(({ name, kind }) => `${name}: ${kind}`),
    ['k: table', 'm: view', 'nothing: table', 'p: table', 'parts: table', 'v: view'],
  );
  const a = { name: 'a', position: 1, nativeType: 'integer', type: 'number', isNullable: false };
  const c = { name: 'c', position: 3, nativeType: 'date', type: 'time', isNullable: true };
  assert.deepEqual(findTable(all, 'sales', 'p'), {
    name: 'p',
    kind: 'table',
    comment: 'Places',
    columns: [
      a,
      { ...a, name: 'b', nativeType: 'text', type: 'string', position: 2 },
      { ...c, comment: 'Since' },
    ],
    isCut: false,
    primaryKey: ['b', 'a'],
    foreignKeys: [],
  });
  const { primaryKey, foreignKeys } = findTable(all, 'sales', 'k');
  assert.deepEqual(primaryKey, ['id']);
  assert.deepEqual(foreignKeys, [
    { columns: ['x', 'y'], references: { schema: 'sales', table: 'p', columns: ['b', 'a'] } },
    { columns: ['id'], references: { schema: 'sales', table: 'k', columns: ['id'] } },
  ]);
  assert.deepEqual(findTable(all, 'sales', 'nothing').columns, []);
});

test('what a user may not read is not there', async () => {
  const user = `reader_${config.database}`.slice(0, 60);
  await owner.query(`
    create role ${user} login password 'hunter2';
    create schema open; create schema closed;
    create table open.kept (n integer, secret text); create table open.hidden (n integer);
    create table open.partly (n integer, secret text); create table closed.kept (n integer);
    grant usage on schema open to ${user};
    grant select on open.kept to ${user}; grant select (n) on open.partly to ${user};
    grant select on closed.kept to ${user}`);
  try {
    const { schemas } = await read({}, { user, password: 'hunter2' });
    const open = schemas.filter(({ name }) => name === 'open' || name === 'closed');
    assert.deepEqual(
      open.map(({ name, tables }) => [
        name,
        ...tables.map((table) => [table.name, ...table.columns.map((column) => column.name)]),
      ]),
      [['open', ['kept', 'n', 'secret'], ['partly', 'n']]],
    );
  } finally {
    await owner.query(`drop schema open cascade; drop schema closed cascade; drop role ${user}`);
  }
});

test('names come as they are', async () => {
  const names = [...HOSTILE_NAMES, 'x'.repeat(63), '📈'];
  for (const name of names) {
    const quoted = pg.escapeIdentifier(name);
    await owner.query(`create schema ${quoted}`);
    await owner.query(`create table ${quoted}.${quoted} (${quoted} integer primary key)`);
  }
  const all = await read();
  for (const name of names) {
    const one = await read({ schema: name });
    assert.equal(one.schemas.length, 1);
    for (const schema of [all, one]) {
      const { columns, primaryKey } = findTable(schema, name, name);
      assert.deepEqual([columns.map((column) => column.name), primaryKey], [[name], [name]]);
    }
  }
  // A name of a schema is never cut to what a name may have.
  assert.deepEqual((await read({ schema: 'x'.repeat(64) })).schemas, []);
});

test('2,000 tables are read', async () => {
  await owner.query(`create schema many;
    do $$ begin for i in 1..2000 loop
      execute format('create table many.t%s (id integer primary key, name text, at timestamp)', i);
    end loop; end $$`);
  const { schemas, isCut } = await read({ schema: 'many' });
  assert.equal(isCut, false);
  const tables = schemas.flatMap((schema) => schema.tables);
  assert.equal(tables.length, 2_000);
  assert.ok(tables.every(({ columns, primaryKey }) => columns.length === 3 && primaryKey?.length === 1));
  const cut = await read({ schema: 'many', maxTables: 1_999 });
  assert.equal(cut.isCut, true);
  assert.equal(cut.schemas[0]?.tables.length, 1_999);
});

test('aborting stops the statement', async () => {
  const source = openPostgresSource(config);
  const gone = new AbortController();
  // Where comments are: the first statement waits for it, and signing in does not.
  await owner.query('begin; lock table pg_catalog.pg_description in access exclusive mode');
  try {
    const read = readSchema(source, config, { signal: gone.signal });
    setTimeout(() => gone.abort(), 200);
    await assert.rejects(read, { code: 'query.cancelled' });
  } finally {
    await owner.query('rollback');
    await source.close();
  }
});

test('a source that is away is told as such', async () => {
  await assert.rejects(read({}, { host: '127.0.0.1', port: 1 }), { code: 'source.unavailable' });
});
