import { createDataDatabase } from '@oriel/server/test/database';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { openPostgresSource } from '../../src/sources/postgres/postgres-source.ts';
import { readSchema } from '../../src/sources/schema/read-schema.ts';
import { openRedshiftDoor } from '../engines/redshift/redshift-door.ts';
import { findTable, typesOf } from './find-table.ts';

/** Its views as they are documented, over those of a PostgreSQL. */
const VIEWS = `
  create schema sales;
  create table sales.p (a integer, b varchar(20), primary key (b, a));
  create table sales.k (x varchar(20), y integer, foreign key (x, y) references sales.p (b, a));
  create view sales.v as select a from sales.p;
  create view public.svv_tables as
    select table_catalog, table_schema, table_name, table_type, cast('Places' as text) as remarks
    from information_schema.tables;
  create view public.svv_columns as
    select table_catalog, table_schema, table_name, column_name, ordinal_position, column_default, is_nullable,
      data_type, character_maximum_length, cast('' as text) as remarks
    from information_schema.columns`;

test('Redshift tells tables and views by its own views, and keys by the catalogs of PostgreSQL', async () => {
  const database = await createDataDatabase();
  const owner = new pg.Client(database.connection);
  await owner.connect();
  await owner.query(VIEWS);
  await owner.end();
  const door = await openRedshiftDoor(database.connection);
  const { user, database: name } = database.connection;
  const config = { type: 'redshift', host: '127.0.0.1', port: door.port, user, database: name } as const;
  const source = openPostgresSource(config);
  try {
    const schema = await readSchema(source, config, { signal: new AbortController().signal });
    const p = findTable(schema, 'sales', 'p');
    assert.deepEqual(
      [p.comment, p.primaryKey, typesOf(p)],
      ['Places', ['b', 'a'], { a: 'number', b: 'string' }],
    );
    assert.equal(findTable(schema, 'sales', 'v').kind, 'view');
    assert.deepEqual(findTable(schema, 'sales', 'k').foreignKeys, [
      { columns: ['x', 'y'], references: { schema: 'sales', table: 'p', columns: ['b', 'a'] } },
    ]);
    assert.ok(schema.schemas.every((one) => !/^(pg_|information_schema)/.test(one.name)));
  } finally {
    await source.close();
    await door.close();
    await database.drop();
  }
});
