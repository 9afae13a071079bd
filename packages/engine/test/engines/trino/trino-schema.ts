import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTrinoSource } from '../../../src/sources/trino/trino-source.ts';
import { readSchema, type ReadSchemaOptions } from '../../../src/sources/schema/read-schema.ts';
import { findTable, typesOf } from '../../schema/find-table.ts';
import type { TrinoWorld } from './trino-world.ts';

const TYPES = {
  number: 'tinyint;smallint;integer;bigint;real;double;decimal(10,2)',
  string: 'varchar;varchar(20);char(3);uuid;ipaddress',
  time: 'date;timestamp(3);timestamp(6) with time zone',
  boolean: 'boolean',
  other:
    'time(3);time(3) with time zone;interval day to second;varbinary;json;array(integer);' +
    'map(varchar, integer);row(a integer)',
};

/** Names are in lower case there, whatever was written. */
const NAMES = ['a.b.c', 'it\'s "quoted" `twice`', '; drop table kept; --', '%s $1 ?', 'zürich 東京', '📈'];
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Schemas of a source: types, views, catalogs, rights, names and many columns. */
export function testSchema(world: () => TrinoWorld): void {
  const read = async (options: Partial<ReadSchemaOptions> = {}, changes: object = {}) => {
    const config = { ...world().config, ...changes };
    const source = openTrinoSource(config);
    try {
      return await readSchema(source, config, { signal: new AbortController().signal, ...options });
    } finally {
      await source.close();
    }
  };

  test('schema: every type is one of a model, or something else', async () => {
    const columns = Object.entries(TYPES).flatMap(([type, names]) =>
      names.split(';').map((name, index) => [`${type}_${index}`, name, type] as const),
    );
    await world().execute('CREATE SCHEMA memory.types');
    await world().execute(
      `CREATE TABLE memory.types.kept (${columns.map(([name, type]) => `${name} ${type}`).join(', ')})`,
    );
    await world().execute('CREATE VIEW memory.types.seen AS SELECT number_0 FROM memory.types.kept');
    const expected = Object.fromEntries(columns.map(([name, , type]) => [name, type]));
    const ofCatalog = await read({ schema: 'types' });
    const ofAll = await read({ schema: 'types' }, { catalog: undefined, schema: undefined });
    for (const schema of [ofCatalog, ofAll]) {
      assert.deepEqual(typesOf(findTable(schema, 'types', 'kept')), expected);
      assert.equal(findTable(schema, 'types', 'seen').kind, 'view');
      assert.deepEqual(
        schema.schemas.map(({ catalog, name }) => [catalog, name]),
        [['memory', 'types']],
      );
    }
  });

  test('schema: names come as they are, and a bound cuts', async () => {
    await world().execute('CREATE SCHEMA memory.names');
    for (const name of NAMES)
      await world().execute(`CREATE TABLE memory.names.${quote(name)} (${quote(name)} integer)`);
    const schema = await read({ schema: 'names' });
    for (const name of NAMES)
      assert.deepEqual(typesOf(findTable(schema, 'names', name)), { [name]: 'number' });
    assert.deepEqual((await read({ schema: "'; --" })).schemas, []);
    assert.equal((await read({ schema: 'names', maxTables: NAMES.length - 1 })).isCut, true);
  });

  test('schema: all catalogs that a user may read, and none of the server', async () => {
    const { schemas, isCut } = await read({}, { catalog: undefined, schema: undefined, user: 'nobody' });
    assert.equal(isCut, false);
    assert.deepEqual([...new Set(schemas.map(({ catalog }) => catalog))], ['tpch']);
    assert.ok(schemas.every(({ name }) => name !== 'information_schema'));
    assert.equal(findTable({ schemas, isCut }, 'tiny', 'nation').columns.length, 4);
  });

  test('schema: aborting stops it, and a server that is away is told as such', async () => {
    await assert.rejects(read({ signal: AbortSignal.abort() }), { code: 'query.cancelled' });
    await assert.rejects(read({}, { port: 1 }), { code: 'source.unavailable' });
  });
}
