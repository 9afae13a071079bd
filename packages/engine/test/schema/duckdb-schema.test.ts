import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { openDuckDbSource } from '../../src/sources/duckdb/duckdb-source.ts';
import { readSchema, type ReadSchemaOptions } from '../../src/sources/schema/read-schema.ts';
import { writeDuckDbFile } from '../../src/test/duckdb-file.ts';
import { findTable, HOSTILE_NAMES, typesOf } from './find-table.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-schema-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function read(path: string, options: Partial<ReadSchemaOptions> = {}) {
  const config = { type: 'duckdb', path } as const;
  const source = await openDuckDbSource(config);
  try {
    return await readSchema(source, config, { signal: new AbortController().signal, ...options });
  } finally {
    await source.close();
  }
}

async function readFile(statements: readonly string[], options?: Partial<ReadSchemaOptions>) {
  const path = join(folder, 'shop.duckdb');
  await writeDuckDbFile(path, ...statements);
  return read(path, options);
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

test('every type of DuckDB is one of a model, or something else', async () => {
  const types = {
    number:
      'tinyint smallint integer bigint hugeint utinyint usmallint uinteger ubigint uhugeint bignum float double ' +
      'decimal(10,2)',
    string: "varchar uuid enum('a)','b')",
    time: 'date timestamp timestamp_s timestamp_ms timestamp_ns timestamptz',
    boolean: 'boolean',
    other:
      'time timetz interval blob bit json integer[] integer[3] struct(a_integer) map(integer,varchar) union(a_integer)',
  };
  const columns = Object.entries(types).flatMap(([type, names]) =>
    names.split(' ').map((name, index) => [`${type}_${index}`, name.replace('a_', 'a '), type] as const),
  );
  const schema = await readFile([
    `CREATE TABLE kept (${columns.map(([name, type]) => `${name} ${type}`).join(', ')})`,
  ]);
  const kept = findTable(schema, 'main', 'kept');
  assert.deepEqual(typesOf(kept), Object.fromEntries(columns.map(([name, , type]) => [name, type])));
  assert.equal(kept.columns.find(({ name }) => name === 'number_13')?.nativeType, 'DECIMAL(10,2)');
  assert.deepEqual(
    kept.columns.map(({ position }) => position),
    columns.map((_, index) => index + 1),
  );
});

test('tables, views, comments and keys of two columns', async () => {
  const schema = await readFile([
    'CREATE SCHEMA sales',
    'CREATE TABLE sales.p (a INTEGER, b VARCHAR, c DATE, PRIMARY KEY (b, a))',
    'CREATE TABLE sales.k (x VARCHAR UNIQUE, y INTEGER, FOREIGN KEY (x, y) REFERENCES sales.p (b, a))',
    'CREATE VIEW v AS SELECT a, c FROM sales.p',
    "COMMENT ON TABLE sales.p IS 'Places'",
    "COMMENT ON COLUMN sales.p.c IS 'Since'",
    // Hides the one of the engine from who does not say where it looks.
    'CREATE TABLE duckdb_columns (n INTEGER)',
  ]);
  assert.equal(schema.isCut, false);
  assert.deepEqual(
    schema.schemas.map(({ catalog, name, tables }) => [catalog, name, tables.map((table) => table.name)]),
    [
      ['shop', 'main', ['duckdb_columns', 'v']],
      ['shop', 'sales', ['k', 'p']],
    ],
  );
  const column = { position: 1, nativeType: 'INTEGER', type: 'number', isNullable: false, name: 'a' };
  const c = { name: 'c', nativeType: 'DATE', type: 'time', isNullable: true };
  assert.deepEqual(findTable(schema, 'sales', 'p'), {
    name: 'p',
    kind: 'table',
    comment: 'Places',
    columns: [
      column,
      { ...column, name: 'b', nativeType: 'VARCHAR', type: 'string', position: 2 },
      { ...c, position: 3, comment: 'Since' },
    ],
    isCut: false,
    primaryKey: ['b', 'a'],
    foreignKeys: [],
  });
  const { primaryKey, foreignKeys } = findTable(schema, 'sales', 'k');
  assert.deepEqual(
    [primaryKey, foreignKeys],
    [
      undefined,
      [
        {
          columns: ['x', 'y'],
          references: { catalog: 'shop', schema: 'sales', table: 'p', columns: ['b', 'a'] },
        },
      ],
    ],
  );
  const { kind, columns } = findTable(schema, 'main', 'v');
  assert.deepEqual(
    [kind, columns],
    [
      'view',
      [
        { ...column, isNullable: true },
        { ...c, position: 2 },
      ],
    ],
  );
});

test('a view of what is gone leaves the others', async () => {
  const schema = await readFile([
    'CREATE TABLE gone (n INTEGER)',
    'CREATE VIEW broken AS SELECT n FROM gone',
    'DROP TABLE gone',
    'CREATE TABLE kept (n INTEGER)',
  ]);
  assert.deepEqual(typesOf(findTable(schema, 'main', 'kept')), { n: 'number' });
  assert.equal(findTable(schema, 'main', 'broken').kind, 'view');
});

test('files of a folder are tables, beside those of its DuckDB files', async () => {
  await writeDuckDbFile(join(folder, 'crm.duckdb'), 'CREATE TABLE people (id INTEGER PRIMARY KEY)');
  await mkdir(join(folder, 'sales', 'year=2024'), { recursive: true });
  await writeFile(join(folder, 'sales', 'year=2024', 'a.csv'), 'day,n,text\n2024-01-01,1,x\n');
  const schema = await read(folder);
  assert.deepEqual(typesOf(findTable(schema, 'main', 'sales')), {
    day: 'time',
    n: 'number',
    text: 'string',
    year: 'number',
  });
  assert.deepEqual(findTable(schema, 'main', 'people').primaryKey, ['id']);
  assert.deepEqual(
    schema.schemas.map(({ catalog, name }) => [catalog, name]),
    [
      ['crm', 'main'],
      ['memory', 'main'],
    ],
  );
});

test('names come as they are, of 300 characters and of emoji too', async () => {
  const names = [...HOSTILE_NAMES, 'x'.repeat(300), '📈'];
  const schema = await readFile(
    names.flatMap((name) => [
      `CREATE SCHEMA ${quote(name)}`,
      `CREATE TABLE ${quote(name)}.${quote(name)} (${quote(name)} INTEGER PRIMARY KEY)`,
    ]),
  );
  for (const name of names) {
    const { columns, primaryKey } = findTable(schema, name, name);
    assert.deepEqual([columns.map((column) => column.name), primaryKey], [[name], [name]]);
  }
  const [, second = ''] = names;
  const one = await read(join(folder, 'shop.duckdb'), { schema: second });
  assert.deepEqual(
    one.schemas.map(({ name, tables }) => [name, tables.length]),
    [[second, 1]],
  );
});

test('types and comments of any length are cut', async () => {
  const members = Array.from({ length: 400 }, (_, index) => `'member ${index}'`);
  const schema = await readFile([
    `CREATE TABLE kept (e ENUM (${members.join(', ')}))`,
    `COMMENT ON TABLE kept IS '${'📈'.repeat(2_000)}'`,
  ]);
  const { comment = '', columns } = findTable(schema, 'main', 'kept');
  assert.equal(columns[0]?.type, 'string');
  assert.equal(columns[0]?.nativeType.length, 1_000);
  assert.ok(comment.length <= 2_000 && comment.isWellFormed());
});

test('2,000 tables are read', async () => {
  const path = join(folder, 'many.duckdb');
  const table = (index: number) =>
    `CREATE TABLE t${index} (id INTEGER PRIMARY KEY, name VARCHAR, made TIMESTAMP)`;
  await writeDuckDbFile(path, Array.from({ length: 2_000 }, (_, index) => table(index)).join(';'));
  const { schemas, isCut } = await read(path);
  assert.equal(isCut, false);
  const tables = schemas.flatMap((schema) => schema.tables);
  assert.equal(tables.length, 2_000);
  assert.ok(tables.every(({ columns, primaryKey }) => columns.length === 3 && primaryKey?.length === 1));
});

test('what is beyond a bound is cut, and said to be', async () => {
  const path = join(folder, 'shop.duckdb');
  await writeDuckDbFile(
    path,
    ...['a', 'b', 'c'].map((name) => `CREATE TABLE ${name} (x INTEGER PRIMARY KEY, y INTEGER, z INTEGER)`),
  );
  const sizes = async (options: Partial<ReadSchemaOptions>) => {
    const { schemas, isCut } = await read(path, options);
    const tables = schemas.flatMap((schema) => schema.tables);
    return [isCut, ...tables.map((table) => `${table.name} ${table.columns.length} ${table.isCut}`)];
  };
  assert.deepEqual(await sizes({}), [false, 'a 3 false', 'b 3 false', 'c 3 false']);
  assert.deepEqual(await sizes({ maxTables: 3, maxColumns: 9, maxKeyColumns: 3, maxColumnsOfTable: 3 }), [
    false,
    'a 3 false',
    'b 3 false',
    'c 3 false',
  ]);
  assert.deepEqual(await sizes({ maxTables: 2 }), [true, 'a 3 false', 'b 3 false']);
  assert.deepEqual(await sizes({ maxColumnsOfTable: 2 }), [true, 'a 2 true', 'b 2 true', 'c 2 true']);
  assert.deepEqual(await sizes({ maxColumns: 4 }), [true, 'a 3 false', 'b 1 true', 'c 0 true']);
  assert.deepEqual(await sizes({ maxKeyColumns: 2 }), [true, 'a 3 false', 'b 3 false', 'c 3 false']);
});

test('a caller who has gone reads nothing', { timeout: 30_000 }, async () => {
  const signal = AbortSignal.abort();
  await assert.rejects(readFile(['CREATE TABLE kept (n INTEGER)'], { signal }), { code: 'query.cancelled' });
});
