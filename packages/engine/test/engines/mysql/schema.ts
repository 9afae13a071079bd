import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSchema, type ReadSchemaOptions } from '../../../src/sources/schema/read-schema.ts';
import { findTable, HOSTILE_NAMES, typesOf } from '../../schema/find-table.ts';
import type { MySqlWorld } from './mysql-world.ts';

const TYPES = {
  number:
    'tinyint(4);smallint(6);mediumint(9);int(10) unsigned;bigint(20) unsigned zerofill;float;double;' +
    'decimal(10,2);year(4);bit(8)',
  string: "char(3);varchar(20);tinytext;text;mediumtext;longtext;enum('a)','b');set('a','b')",
  time: 'date;datetime;datetime(3);timestamp null',
  boolean: 'boolean;bit(1)',
  other: 'time;binary(3);varbinary(3);blob;geometry;point',
};
/** A JSON of MariaDB is a text with a check. */
const OWN = {
  mysql: { ...TYPES, other: `${TYPES.other};json` },
  mariadb: { ...TYPES, string: `${TYPES.string};uuid;inet6;json` },
};

const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``;

/** Schemas of a source: types, keys, views, rights, names and many tables. */
export function testSchema(world: () => MySqlWorld): void {
  const read = (options: Partial<ReadSchemaOptions> = {}, asOwner = true) => {
    const { config, withSource } = world();
    const changes = asOwner ? { user: 'owner', password: 'hunter3' } : {};
    const signal = new AbortController().signal;
    return withSource(changes, (source) => readSchema(source, config, { signal, ...options }));
  };

  test('schema: every type is one of a model, or something else', async () => {
    const { admin, flavour } = world();
    const columns = Object.entries(OWN[flavour]).flatMap(([type, names]) =>
      names.split(';').map((name, index) => [`${type}_${index}`, name, type] as const),
    );
    await admin.query(`CREATE DATABASE types; CREATE TABLE types.kept
      (${columns.map(([name, type]) => `${name} ${type}`).join(', ')})`);
    const kept = findTable(await read({ schema: 'types' }), 'types', 'kept');
    assert.deepEqual(typesOf(kept), Object.fromEntries(columns.map(([name, , type]) => [name, type])));
  });

  test('schema: tables, views, comments, keys of two columns, and none of the server', async () => {
    await world().admin.query(`
      CREATE DATABASE sales;
      CREATE TABLE sales.p (a INT, b VARCHAR(10), c DATE COMMENT 'Since', PRIMARY KEY (b, a)) COMMENT 'Places';
      CREATE TABLE sales.k (id INT PRIMARY KEY, above INT, y INT, x VARCHAR(10), UNIQUE only_once (x),
        CONSTRAINT one FOREIGN KEY (x, y) REFERENCES sales.p (b, a),
        CONSTRAINT two FOREIGN KEY (above) REFERENCES sales.k (id));
      CREATE VIEW sales.v AS SELECT a, c FROM sales.p;
      CREATE TABLE sales.gone (n INT); CREATE VIEW sales.broken AS SELECT n FROM sales.gone;
      DROP TABLE sales.gone`);
    const all = await read();
    const names = all.schemas.map(({ name }) => name);
    assert.ok(names.includes('data') && !names.some((name) => /schema|^mysql$|^sys$/.test(name)), `${names}`);
    assert.deepEqual(
      all.schemas.find(({ name }) => name === 'sales')?.tables.map(({ name, kind }) => `${name}: ${kind}`),
      ['broken: view', 'k: table', 'p: table', 'v: view'],
    );
    const { comment, columns, primaryKey } = findTable(all, 'sales', 'p');
    assert.deepEqual([comment, primaryKey], ['Places', ['b', 'a']]);
    assert.deepEqual(
      columns.map((column) => [column.name, column.position, column.type, column.isNullable, column.comment]),
      [
        ['a', 1, 'number', false, undefined],
        ['b', 2, 'string', false, undefined],
        ['c', 3, 'time', true, 'Since'],
      ],
    );
    const k = findTable(all, 'sales', 'k');
    assert.deepEqual(k.primaryKey, ['id']);
    assert.deepEqual(k.foreignKeys, [
      { columns: ['x', 'y'], references: { schema: 'sales', table: 'p', columns: ['b', 'a'] } },
      { columns: ['above'], references: { schema: 'sales', table: 'k', columns: ['id'] } },
    ]);
    const view = findTable(all, 'sales', 'v');
    assert.deepEqual([view.comment, typesOf(view)], [undefined, { a: 'number', c: 'time' }]);
  });

  test('schema: what a user may not read is not there', async () => {
    await world().admin.query('CREATE DATABASE closed; CREATE TABLE closed.kept (n INT)');
    assert.deepEqual(
      (await read({}, false)).schemas.map(({ name }) => name),
      ['data'],
    );
  });

  test('schema: names come as they are', async () => {
    const names = HOSTILE_NAMES.map((name) => name.trim());
    await world().admin.query('CREATE DATABASE names');
    for (const name of names)
      await world().admin.query(`CREATE TABLE names.${quote(name)} (${quote(name)} INT PRIMARY KEY)`);
    const schema = await read({ schema: 'names' });
    for (const name of names) {
      const { columns, primaryKey } = findTable(schema, 'names', name);
      assert.deepEqual([columns.map((column) => column.name), primaryKey], [[name], [name]]);
    }
    assert.deepEqual((await read({ schema: "'; --" })).schemas, []);
  });

  test('schema: 2,000 tables are read, and what is beyond a bound is cut', async () => {
    const tables = Array.from({ length: 2_000 }, (_, index) => `CREATE TABLE many.t${index} LIKE many.first`);
    await world().admin.query(`CREATE DATABASE many;
      CREATE TABLE many.first (id INT PRIMARY KEY, name VARCHAR(20), made DATETIME) ENGINE = MyISAM`);
    await world().admin.query(tables.join(';'));
    const { schemas, isCut } = await read({ schema: 'many' });
    assert.equal(isCut, false);
    const found = schemas.flatMap((schema) => schema.tables);
    assert.equal(found.length, 2_001);
    assert.ok(found.every(({ columns, primaryKey }) => columns.length === 3 && primaryKey?.length === 1));
    assert.equal((await read({ schema: 'many', maxTables: 2_000 })).isCut, true);
  });

  test('schema: aborting stops it, and a server that is away is told as such', async () => {
    await assert.rejects(read({ signal: AbortSignal.abort() }), { code: 'query.cancelled' });
    const { config, withSource } = world();
    const { signal } = new AbortController();
    await assert.rejects(
      withSource({ port: 1 }, (source) => readSchema(source, config, { signal })),
      { code: 'source.unavailable' },
    );
  });
}
